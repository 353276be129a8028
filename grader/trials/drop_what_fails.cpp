#include "trials/drop_what_fails.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <sstream>

#include "base/lines.h"
#include "base/text.h"

namespace warpgrade {

using remedy::Proposal;

namespace {

/// The number of the last proposal before that column; -1 if there is none.
int number_before(const std::string& text, int line, int column) {
  std::istringstream in(text);
  std::string code;
  for (int i = 0; i < line; ++i) std::getline(in, code);
  const std::string asks = "simt_remedy(";
  const auto at = code.rfind(asks, static_cast<std::size_t>(std::max(0, column)));
  return at == code.npos ? -1 : std::atoi(code.c_str() + at + asks.size());
}

/// The lines of the source, up to 60 before `line`, that hold the word `name`.
std::set<int> lines_with(const std::vector<std::string_view>& source, std::string_view name,
                         int line) {
  constexpr int before = 60;
  std::set<int> lines;
  for (int each = std::max(1, line - before); each < line; ++each) {
    const std::string_view text = source.at(static_cast<std::size_t>(each - 1));
    for (auto at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
      const bool begins = at == 0 || !in_name(text[at - 1]),
                 ends = at + name.size() == text.size() || !in_name(text[at + name.size()]);
      if (begins && ends) lines.insert(each);
    }
  }
  return lines;
}

/// What makes the compiler fail elsewhere: the size of an array that it quotes, or the declaration
/// of a name that it does not know.
void find_elsewhere(const std::string& output, const std::string& mark, const std::string& source,
                    std::set<int>& numbers, std::set<int>& lines) {
  const std::vector<std::string_view> all = split_lines(source);
  for (const std::string_view line : split_lines(output)) {
    const std::string asks = "simt_remedy(";
    if (line.find("error:") == line.npos || !line.starts_with(mark)) continue;
    if (const auto at = line.find(asks); at != line.npos)
      numbers.insert(std::atoi(std::string(line.substr(at + asks.size())).c_str()));
    const auto begin = line.find("error: '"), end = line.find("' was not declared");
    const int place = std::atoi(std::string(line.substr(mark.size())).c_str());
    if (begin != line.npos && end != line.npos && place <= static_cast<int>(all.size()))
      lines.merge(lines_with(all, line.substr(begin + 8, end - begin - 8), place));
  }
}

}  // namespace

bool drop_what_fails(std::vector<Proposal>& proposals, const std::string& file,
                     const std::string& output, const std::string& text, const std::string& source,
                     bool whole_lines) {
  std::set<int> numbers, lines, misread;
  const std::string mark = file + ":";
  for (auto at = output.find(mark); at != output.npos; at = output.find(mark, at + 1)) {
    // Behind a few thousand columns the compiler says the line alone.
    int line = 0, column = 0, read = 0;
    const char* const place = output.c_str() + at + mark.size();
    const bool by_line = std::sscanf(place, "%d: error%n", &line, &read) == 1 && read > 0;
    if (!by_line &&
        (std::sscanf(place, "%d:%d: error: expected%n", &line, &column, &read) != 2 || read == 0) &&
        std::sscanf(place, "%d:%d: error", &line, &column) != 2)
      continue;
    if (misread.count(line) != 0) continue;
    if (!by_line && read > 0) misread.insert(line);
    const int number = by_line || whole_lines ? -1 : number_before(text, line, column);
    (number < 0 ? lines : numbers).insert(number < 0 ? line : number);
    // Of a macro whose arguments take several lines it may be the last one.
    if (by_line) lines.insert({line - 2, line - 1, line + 1});
  }
  const auto line_at = [&](std::size_t offset) {
    const auto begin = source.begin();
    return 1 + std::count(begin, begin + static_cast<std::ptrdiff_t>(offset), '\n');
  };
  // A change may begin in the line before.
  const auto is_in_lines = [&](const Proposal& p) {
    return lines.count(p.remedy.line) != 0 ||
           std::any_of(p.insertions.begin(), p.insertions.end(), [&](const auto& each) {
             return lines.count(static_cast<int>(line_at(each.offset))) != 0;
           });
  };
  const auto is_dropped = [&](const Proposal& p) {
    return !p.insertions.empty() && (numbers.count(p.number) != 0 || is_in_lines(p));
  };
  if (std::none_of(proposals.begin(), proposals.end(), is_dropped))
    find_elsewhere(output, mark, source, numbers, lines);
  bool dropped = false, left = false;
  for (Proposal& p : proposals) {
    const bool drop = is_dropped(p);
    dropped |= drop;
    if (drop) p.insertions.clear();
    left |= !p.insertions.empty();
  }
  return dropped && left;
}

}  // namespace warpgrade
