#include "report/findings_block.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

#include "causes/cause_page.h"
#include "findings/finding_kind.h"

namespace warpgrade {
namespace {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Behind the subscripts that begin at `at`: "[i][j + 1]".
std::size_t end_of_subscripts(std::string_view line, std::size_t at) {
  int depth = 0;
  for (; at < line.size(); ++at) {
    if (line[at] == '[') ++depth;
    if (line[at] == ']' && --depth == 0 && (at + 1 == line.size() || line[at + 1] != '['))
      return at + 1;
  }
  return line.size();
}

/// The place of `name` with a subscript in `line`, as a whole word; npos if there is none.
std::size_t subscripted(std::string_view line, std::string_view name) {
  for (auto at = line.find(name); at != line.npos; at = line.find(name, at + 1)) {
    const auto behind = line.find_first_not_of(' ', at + name.size());
    if ((at == 0 || !in_name(line[at - 1])) && behind != line.npos && line[behind] == '[')
      return at;
  }
  return line.npos;
}

void add_quote(Page& page, const Finding& finding, const Sources& sources) {
  const auto source = sources.find(finding.file);
  if (source == sources.end() || finding.line <= 0) return;
  std::string_view raw = source_line(source->second, finding.line);
  raw.remove_prefix(std::min(raw.find_first_not_of(" \t"), raw.size()));
  if (raw.empty()) return;
  const bool unicode = page.style().unicode;
  const std::string number = fmt::format("      {}", finding.line), blanks(number.size(), ' ');
  const int room = page.style().width - static_cast<int>(number.size()) - 3;
  page.line(number + " | " + clipped(page.safe(raw), room, unicode));
  const auto [begin, end] = subject_in(raw, finding.cause.fact("array"));
  if (begin == end) return;
  const int from = columns(page.safe(raw.substr(0, begin)));
  const int to = columns(page.safe(raw.substr(0, end)));
  if (to > room) return;
  page.line(blanks + " | " + std::string(static_cast<std::size_t>(from), ' ') +
            page.in(Tone::bad, "^" + std::string(static_cast<std::size_t>(to - from - 1), '~')));
}

void add_finding(Page& page, const Finding& f) {
  const bool error = f.level == "error";
  std::string place = f.file;
  if (f.line > 0) place += ":" + std::to_string(f.line);
  if (!place.empty()) place += ": ";
  const std::string times = f.count > 1 ? fmt::format(" ({} times)", f.count) : "";
  page.paragraph(4, error ? Tone::bad : Tone::open, place + (error ? f.kind : "advice"),
                 ": " + words_of(f) + times);
}

/// What to do, where it takes more than a line: said once, not at each place with the same mistake.
std::string long_hint(const Finding& f) {
  Finding plain = f;
  plain.with_remedy = false;
  const std::string all = words_of(f), what = words_of(plain);
  constexpr std::size_t line = 60;
  return all.size() > what.size() + line ? all.substr(what.size()) : std::string();
}

/// Not the line of the one that was said before it again.
bool same_place(const Finding* a, const Finding& b) {
  return a != nullptr && a->file == b.file && a->line == b.line;
}

void add_first(Page& page, const std::vector<ToldFinding>& findings, const Sources& sources,
               Named& named, std::size_t most, std::size_t quoted) {
  const Finding* last_quoted = nullptr;
  std::set<std::string> hints;
  for (std::size_t i = 0; i < std::min(findings.size(), most); ++i) {
    Finding f = *findings[i].finding;
    if (const std::string hint = long_hint(f); !hint.empty())
      f.with_remedy = hints.insert(hint).second;
    add_finding(page, f);
    if (quoted > 0 && !same_place(last_quoted, f)) {
      --quoted;
      last_quoted = findings[i].finding;
      add_quote(page, f, sources);
    }
    if (!findings[i].elsewhere.empty())
      page.paragraph(6, Tone::plain, "The values are right, but ", findings[i].elsewhere);
    name_page(page, page_of_cause(f.cause.id), named);
  }
}

void add_rest(Page& page, std::size_t n, std::string_view one, std::string_view many) {
  page.line("    " + page.in(Tone::quiet, fmt::format("and {} more {}", n, n == 1 ? one : many)));
}

}  // namespace

std::string sign_of(const Page& page, const Look& look) {
  return paint(page.style(), look.tone, page.style().unicode ? look.sign : look.ascii);
}

void name_page(Page& page, const CausePage* about, Named& named) {
  if (about != nullptr && named.insert(std::string(about->id)).second)
    page.line("      " + page.in(Tone::quiet, "more: ") + "build/warpgrade explain " +
              page.safe(about->id));
}

Named withheld(const GradeResult& grade) {
  Named named;
  if (grade.tell >= FeedbackLevel::remedy) return named;
  for (const CausePage& page : cause_pages()) named.insert(std::string(page.id));
  return named;
}

std::string_view source_line(std::string_view text, int number) {
  std::string_view found;
  for_each_line(text, [&](std::string_view line) {
    if (--number == 0) found = line;
  });
  if (!found.empty() && found.back() == '\r') found.remove_suffix(1);
  return found;
}

std::pair<std::size_t, std::size_t> subject_in(std::string_view line, std::string_view array) {
  const std::size_t at = array.empty() ? line.npos : subscripted(line, array);
  if (at == line.npos) return {0, 0};
  return {at, end_of_subscripts(line, line.find('[', at))};
}

void add_errors(Page& page, const TaskPart& part, const Sources& sources, Named& named,
                std::size_t most, std::size_t quoted) {
  add_first(page, part.errors, sources, named, most, quoted);
  if (part.errors.size() > most) add_rest(page, part.errors.size() - most, "finding", "findings");
}

void add_advice(Page& page, const TaskPart& part, const Sources& sources, Named& named,
                std::size_t most, std::size_t quoted) {
  std::vector<ToldFinding> found = part.advice;
  if (is_students_fault(part.task->verdict) || !part.errors.empty())
    std::erase_if(found,
                  [](const ToldFinding& f) { return finding_kind(f.finding->kind) == nullptr; });
  add_first(page, found, sources, named, most, quoted);
  if (found.size() > most) add_rest(page, found.size() - most, "of advice", "of advice");
}

}  // namespace warpgrade
