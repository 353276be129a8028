#include "report/document/fix.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "base/lines.h"
#include "report/document/changed_text.h"

namespace warpgrade {
namespace {

/// All lines of both texts, with as many lines unchanged as possible.
std::vector<DiffLine> full_diff(std::string_view before, std::string_view after) {
  using Lines = std::vector<std::string_view>;
  const Lines a = split_lines(before), b = split_lines(after);
  std::size_t head = 0, tail = 0;
  while (head < std::min(a.size(), b.size()) && a[head] == b[head]) ++head;
  while (tail < std::min(a.size(), b.size()) - head &&
         a[a.size() - 1 - tail] == b[b.size() - 1 - tail])
    ++tail;
  const std::size_t n = a.size() - head - tail, m = b.size() - head - tail;
  constexpr std::size_t most = 2000 * 2000;  // table size; beyond it all in between is replaced
  std::vector<std::vector<int>> common;      // length of the longest common rest
  if (n * m <= most) {
    common.assign(n + 1, std::vector<int>(m + 1, 0));
    for (std::size_t i = n; i-- > 0;)
      for (std::size_t j = m; j-- > 0;)
        common[i][j] = a[head + i] == b[head + j] ? common[i + 1][j + 1] + 1
                                                  : std::max(common[i + 1][j], common[i][j + 1]);
  }
  std::vector<DiffLine> all;
  const auto add = [&](DiffLine::Kind kind, std::size_t line, std::string_view text) {
    all.push_back({kind, static_cast<int>(line) + 1, std::string(text)});
  };
  for (std::size_t i = 0; i < head; ++i) add(DiffLine::Kind::kept, i, a[i]);
  for (std::size_t i = 0, j = 0; i < n || j < m;) {
    const bool table = !common.empty();
    if (table && i < n && j < m && a[head + i] == b[head + j]) {
      add(DiffLine::Kind::kept, head + i, a[head + i]);
      ++i, ++j;
    } else if (i < n && (j == m || !table || common[i + 1][j] >= common[i][j + 1])) {
      add(DiffLine::Kind::removed, head + i, a[head + i]);
      ++i;
    } else {
      add(DiffLine::Kind::added, head + j, b[head + j]);
      ++j;
    }
  }
  for (std::size_t i = a.size() - tail; i < a.size(); ++i) add(DiffLine::Kind::kept, i, a[i]);
  return all;
}

}  // namespace

std::optional<Sources> changed_files(const TriedRemedy& tried, const Sources& sources) {
  std::map<std::string, std::vector<Remedy>> changes;
  for (const Remedy& change : tried.changes) changes[change.file].push_back(change);
  Sources changed;
  for (const auto& [file, some] : changes) {
    const auto source = sources.find(file);
    if (source == sources.end()) return std::nullopt;
    changed[file] = changed_text(source->second, some);
    if (changed[file].empty()) return std::nullopt;
  }
  if (changed.empty()) return std::nullopt;
  return changed;
}

std::vector<FileDiff> make_diffs(const TriedRemedy& tried, const Sources& sources, int context) {
  const auto changed = changed_files(tried, sources);
  if (!changed) return {};
  std::vector<FileDiff> diffs;
  for (const auto& [file, text] : *changed) {
    const std::vector<DiffLine> all = full_diff(sources.at(file), text);
    FileDiff diff{file, {}};
    const auto around = static_cast<std::ptrdiff_t>(context);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto from =
          all.begin() + std::max<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(i) - around);
      const auto to =
          all.begin() + std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(all.size()),
                                                 static_cast<std::ptrdiff_t>(i) + around + 1);
      const bool near = std::any_of(
          from, to, [](const DiffLine& line) { return line.kind != DiffLine::Kind::kept; });
      if (near) diff.lines.push_back(all[i]);
    }
    if (!diff.lines.empty()) diffs.push_back(std::move(diff));
  }
  return diffs;
}

std::string format_margin(const DiffLine& line, int digits) {
  const char sign = line.kind == DiffLine::Kind::added     ? '+'
                    : line.kind == DiffLine::Kind::removed ? '-'
                                                           : ' ';
  return fmt::format("{} {:>{}} ", sign, line.line, digits);
}

}  // namespace warpgrade
