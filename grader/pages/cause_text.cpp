#include "pages/cause_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/command_name.h"
#include "pages/html_assets.h"
#include "pages/html_digest.h"
#include "pages/html_line.h"
#include "pages/html_tokens.h"
#include "report/document/case_groups.h"
#include "report/document/task_status.h"
#include "report/html_text.h"
#include "report/page.h"

namespace warpgrade {
namespace {

// A block of the small subset of Markdown that the pages use.
struct Passage {
  enum Kind { title, heading, paragraph, item, code, command } kind;
  std::string text;  // for code and commands: all lines, each with its '\n'
};

bool starts_with(std::string_view text, std::string_view begin) {
  return text.substr(0, begin.size()) == begin;
}

std::vector<Passage> parse_passages(std::string_view markdown) {
  std::vector<Passage> passages;
  bool in_code = false, apart = true;  // apart: the passage cannot be continued
  for_each_line(markdown, [&](std::string_view each) {
    const std::string line(each);
    if (starts_with(line, "```")) {
      in_code = !in_code;
      const auto kind = line == "```cuda" ? Passage::code : Passage::command;
      if (in_code) passages.push_back({kind, ""});
      apart = true;
    } else if (in_code) {
      passages.back().text += line + '\n';
    } else if (line.empty()) {
      apart = true;
    } else if (starts_with(line, "# ")) {
      passages.push_back({Passage::title, line.substr(2)});
      apart = true;
    } else if (starts_with(line, "## ")) {
      passages.push_back({Passage::heading, line.substr(3)});
      apart = true;
    } else if (starts_with(line, "- ")) {
      passages.push_back({Passage::item, line.substr(2)});
      apart = false;
    } else if (apart) {
      passages.push_back({Passage::paragraph, line});
      apart = false;
    } else {
      passages.back().text += " " + line.substr(line.find_first_not_of(' '));
    }
  });
  return passages;
}

// The position of the mark that names a line's finding, or the line's length.
std::size_t mark_in(std::string_view line) { return std::min(line.find("// <- "), line.size()); }

std::string with_code(std::string_view text) {
  std::string out;
  bool code = false;
  for (;;) {
    const std::size_t end = std::min(text.find('`'), text.size());
    out += html::escaped(text.substr(0, end));
    if (end == text.size()) return out + (code ? "</code>" : "");
    out += code ? "</code>" : "<code>";
    code = !code;
    text.remove_prefix(end + 1);
  }
}

// A line without its mark and the blanks before that.
std::string_view unmarked(std::string_view line) {
  line = line.substr(0, mark_in(line));
  return line.substr(0, line.find_last_not_of(' ') + 1);
}

// Finds the lines of the fixed program that the faulty one lacks.
class Changes {
 public:
  explicit Changes(std::string_view faulty) {
    for_each_line(faulty, [&](std::string_view line) { old_.insert(unmarked(line)); });
  }
  bool has(std::string_view line) const {
    return old_.count(unmarked(line)) == 0 && !starts_with(line, "//") &&
           line.find_first_not_of(" {}") != line.npos;
  }

 private:
  std::set<std::string_view> old_;
};

std::string sample(std::string_view code, const Changes& changes) {
  const auto lines = html::pieces_of_lines(code);
  auto pieces = lines.begin();
  std::string out = "<pre class=\"sample\" tabindex=\"0\"><code>";
  for_each_line(code, [&](std::string_view line) {
    const std::size_t mark = mark_in(line);
    const std::string coloured = html::format_code(html::first_bytes(*pieces++, mark));
    out += changes.has(line) ? "<ins>" + coloured + "</ins>" : coloured;
    if (mark < line.size())
      out += "<strong class=\"bad\">" + html::escaped(line.substr(mark)) + "</strong>";
    out += '\n';
  });
  return out + "</code></pre>\n";
}

// The page without its title; `heading` is the element for headings.
std::string format_body(const CausePage& page, std::string_view heading) {
  const Changes changes(page.faulty);
  std::string out;
  bool in_list = false;
  for (const Passage& passage : parse_passages(page_as_markdown(page))) {
    if (in_list != (passage.kind == Passage::item)) out += in_list ? "</ul>\n" : "<ul>\n";
    in_list = passage.kind == Passage::item;
    if (passage.kind == Passage::heading)
      out += fmt::format("<{0}>{1}</{0}>\n", heading, with_code(passage.text));
    else if (passage.kind == Passage::paragraph)
      out += "<p>" + with_code(passage.text) + "</p>\n";
    else if (passage.kind == Passage::item)
      out += "<li>" + with_code(passage.text) + "</li>\n";
    else if (passage.kind == Passage::code)
      out += sample(passage.text, changes);
    else if (passage.kind == Passage::command)
      out += "<pre class=\"sample\" tabindex=\"0\">" + html::escaped(passage.text) + "</pre>\n";
  }
  return out + (in_list ? "</ul>\n" : "");
}

}  // namespace

void list_causes(Page& to, const std::vector<const CausePage*>& causes) {
  int width = 0;
  for (const CausePage& each : cause_pages()) width = std::max(width, columns(each.id));
  for (const CausePage* each : causes)
    to.line("  " + padded(each->id, width) + "  " +
            clipped(to.safe(each->title()), to.style().width - width - 4, to.style().unicode));
}

std::string list_of_causes(const Style& style) {
  Page page(style);
  std::string_view group;
  std::vector<const CausePage*> in_group;
  const auto end_group = [&] {
    if (in_group.empty()) return;
    if (!page.text().empty()) page.blank();
    page.line(page.in(Tone::strong, group));
    list_causes(page, in_group);
    in_group.clear();
  };
  for (const CausePage& each : cause_pages()) {
    if (cause_group(each.id) != group) end_group();
    group = cause_group(each.id);
    in_group.push_back(&each);
  }
  end_group();
  page.blank();
  page.paragraph(0, Tone::plain, "",
                 "To read one: " + std::string(command_name()) + " explain race.block");
  return page.text();
}

std::string cause_in_terminal(const CausePage& cause, const Style& style) {
  Page page(style);
  const Changes changes(cause.faulty);
  const Passage* before = nullptr;
  const std::vector<Passage> passages = parse_passages(page_as_markdown(cause));
  for (const Passage& passage : passages) {
    // List items are kept together, and so is a heading with the text below it.
    const bool together = before == nullptr || before->kind == Passage::heading ||
                          (before->kind == Passage::item && passage.kind == Passage::item);
    if (!together) page.blank();
    before = &passage;
    switch (passage.kind) {
      case Passage::title:
        page.paragraph(0, Tone::strong, std::string(cause.id) + ": ", passage.text, Tone::strong);
        break;
      case Passage::heading:
        page.line(page.in(Tone::strong, passage.text));
        break;
      case Passage::paragraph:
        page.paragraph(0, Tone::plain, "", passage.text);
        break;
      case Passage::item:
        for_each_line(wrapped(page.safe(passage.text), style.width, style.unicode ? "• " : "- ",
                              style.unicode),
                      [&](std::string_view line) { page.line(line); });
        break;
      case Passage::code:
        for_each_line(passage.text, [&](std::string_view line) {
          const std::size_t mark = mark_in(line);
          const Tone tone = starts_with(line, "//") ? Tone::quiet
                            : changes.has(line)     ? Tone::good
                                                    : Tone::plain;
          page.line(line.empty() ? ""
                                 : "    " + page.in(tone, line.substr(0, mark)) +
                                       page.in(Tone::bad, line.substr(mark)));
        });
        break;
      case Passage::command:
        for_each_line(passage.text,
                      [&](std::string_view line) { page.line("    " + page.safe(line)); });
    }
  }
  return page.text();
}

std::string causes_in_html(const std::vector<CausePage>& pages) {
  const std::string_view style = html::style_sheet();
  std::string sections;
  for (const CausePage& page : pages)
    sections += fmt::format(
        "<section class=\"cause\" id=\"{}\">\n<h1><code>{}</code> {}</h1>\n{}"
        "</section>\n",
        html::cause_anchor(page.id), html::escaped(page.id), with_code(page.title()),
        format_body(page, "h2"));
  const std::string title = pages.size() == 1 ? fmt::format("{}: {}", pages[0].id, pages[0].title())
                                              : std::string("What Warpgrade's messages mean");
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'{}'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n{}</main>\n"
      "</body>\n</html>\n",
      html::csp_hash(style), html::escaped(title), style, sections);
}

namespace html {

std::string cause_anchor(std::string_view id) { return "cause:" + std::string(id); }

std::string page_link(const GradeResult& grade, const CausePage* about) {
  // Only show pages at levels that reveal fixes, because they contain some.
  if (grade.feedback < FeedbackLevel::remedy || about == nullptr) return "";
  return fmt::format("<a href=\"#{}\">Explain {}</a>", cause_anchor(about->id), escaped(about->id));
}

std::string causes_section(const GradeResult& grade) {
  if (grade.feedback < FeedbackLevel::remedy) return "";
  std::set<std::string_view> found;
  const auto add = [&](const CausePage* about) {
    if (about != nullptr) found.insert(about->id);
  };
  for (const TaskResult& task : grade.tasks) {
    for (const Finding& finding : task.findings) add(page_for_cause(finding.cause.id));
    add(page_about(task.detail));
    if (task_status(task) == TaskStatus::not_started) continue;  // its cases are not reported
    for (const CaseGroup& group : failing_groups(task)) add(page_about(group.detail));
  }
  std::string out;
  for (const CausePage& page : cause_pages()) {
    if (found.count(page.id) == 0) continue;
    out += fmt::format(
        "<details class=\"cause\"><summary><code>{}</code> {}</summary>\n<div id=\"{}\">\n{}"
        "</div></details>\n",
        escaped(page.id), with_code(page.title()), cause_anchor(page.id), format_body(page, "h3"));
  }
  if (out.empty()) return out;
  return "<section id=\"causes\"><h2>What the messages mean</h2>\n" + out + "</section>\n";
}

}  // namespace html
}  // namespace warpgrade
