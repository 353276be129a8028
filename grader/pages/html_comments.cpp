#include "pages/html_comments.h"

#include <fmt/format.h>

#include <string_view>

#include "pages/html_places.h"
#include "report/html_text.h"

namespace warpgrade {
namespace {

using html::escaped;

// Marks around inserted text, so that it can be removed again. Untrusted text contains no '<'.
constexpr std::string_view begins = "<!--said-->", ends = "<!--/said-->";

void take_out(std::string& page) {
  for (std::size_t at = page.find(begins); at != page.npos; at = page.find(begins, at)) {
    const std::size_t end = page.find(ends, at);
    if (end == page.npos) return;
    page.erase(at, end + ends.size() - at);
  }
}

std::string marked(const std::string& part) {
  return std::string(begins) + part + std::string(ends);
}

std::string in_words(const PageComment& comment) {
  std::string out;
  if (!comment.points.empty())
    out += fmt::format("<strong>{} points</strong> ", escaped(comment.points));
  return out + fmt::format("{} <span class=\"by\">{}, {}</span>", escaped(comment.text),
                           escaped(comment.author), escaped(comment.given.substr(0, 10)));
}

std::string request_list(const std::vector<PageRequest>& requests) {
  std::string list;
  for (const PageRequest& one : requests)
    list += fmt::format("<li>{} <span class=\"by\">you, {}</span><br>{}</li>\n", escaped(one.text),
                        escaped(one.received.substr(0, 10)),
                        one.answered.empty()
                            ? "<strong>Not answered yet.</strong>"
                            : in_words({"", 0, one.answer, "", one.author, one.answered}));
  return "<section class=\"said\" id=\"requests\"><h2>Regrade requests</h2>\n<ul>\n" + list +
         "</ul>\n</section>\n";
}

/// The position after a line's row; npos if the page lacks it.
std::size_t end_of_line_row(const std::string& page, const std::string& id) {
  const std::size_t row = page.find(fmt::format("\" id=\"{}\"><a class=\"n\"", id));
  const std::size_t end = row == page.npos ? row : page.find("</div>\n", row);
  return end == page.npos ? end : end + std::string_view("</div>\n").size();
}

/// Opens a fold around `at`; returns the new position of `at`.
std::size_t unfold(std::string& page, std::size_t at) {
  constexpr std::string_view fold = "<details class=\"fold\">";
  const std::size_t begin = page.rfind(fold, at);
  if (begin == page.npos) return at;
  int depth = 0;
  for (std::size_t i = begin; (i = page.find("details", i)) < at; ++i)
    depth += page[i - 1] == '<' ? 1 : page.compare(i - 2, 2, "</") == 0 ? -1 : 0;
  if (depth <= 0) return at;
  constexpr std::string_view open = " open";
  page.insert(begin + fold.size() - 1, open);
  return at + open.size();
}

}  // namespace

std::string page_with_comments(std::string page, const std::vector<PageComment>& comments,
                               const std::vector<PageRequest>& requests, const std::string& total) {
  take_out(page);
  std::vector<std::string> items;
  // Insert the last one first, so that comments on one line end up in order.
  for (std::size_t number = comments.size(); number > 0; --number) {
    const PageComment& comment = comments[number - 1];
    std::string place;
    if (!comment.file.empty()) {
      // A file has the same name on the page, however many others there are.
      const html::Places names({{comment.file, ""}});
      const std::string id = names.line_id(comment.file, comment.line);
      const std::string text = escaped(fmt::format("{}:{}", comment.file, comment.line));
      std::size_t at = end_of_line_row(page, id);
      place = at == page.npos ? text : fmt::format("<a href=\"#{}\">{}</a>", id, text);
      place += ": ";
      if (at != page.npos) {
        at = unfold(page, at);
        page.insert(at, marked(fmt::format("<div class=\"about-line\"><div class=\"note said\" "
                                           "id=\"said:{}\"><p>{}</p></div></div>\n",
                                           number, in_words(comment))));
      }
    }
    items.push_back("<li>" + place + in_words(comment) + "</li>\n");
  }
  std::string list;
  for (std::size_t i = items.size(); i > 0; --i) list += items[i - 1];
  // Insert it into the summary below the points, to which parts of it refer.
  const std::size_t place = page.find("</header>");
  if (place == page.npos) return page;
  std::string parts;
  if (!list.empty() || !total.empty())
    parts = fmt::format("<section class=\"said\" id=\"said\"><h2>{}</h2>\n{}{}</section>\n",
                        list.empty() ? "What counts" : "From your instructor",
                        list.empty() ? "" : "<ul>\n" + list + "</ul>\n",
                        total.empty() ? "" : "<p>" + escaped(total) + "</p>\n");
  if (!requests.empty()) parts += request_list(requests);
  if (!parts.empty()) page.insert(place, marked(parts));
  return page;
}

}  // namespace warpgrade
