// The pattern of a wrong answer. Each function below knows one mistake by what it leaves behind.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "judge/compare.h"

namespace warpgrade {
namespace {

struct View {
  const Answer& answer;
  const std::vector<std::size_t>& wrong;
  const Expected& expected = *answer.expected;
  std::size_t rows = expected.rows;
  std::size_t cols = expected.cols;

  std::size_t total() const { return expected.values.size(); }
  bool is_vector() const { return cols <= 1; }
  bool all_wrong_elements(auto&& predicate) const {
    return std::all_of(wrong.begin(), wrong.end(), predicate);
  }
};

using Pattern = std::optional<std::string>;

std::string elements(std::size_t n) { return n == 1 ? "1 element" : fmt::format("{} elements", n); }

/// "is wrong" or "was never written", of several things.
std::string of_several(const std::string& what) {
  if (what.rfind("is ", 0) == 0) return "are " + what.substr(3);
  if (what.rfind("was ", 0) == 0) return "were " + what.substr(4);
  return what;
}

std::string of(std::size_t n, const std::string& what) { return n == 1 ? what : of_several(what); }

/// The wrong set described by where it lies; `what` says what is the matter there.
Pattern place(const View& v, const std::string& what) {
  if (v.is_vector()) {
    const std::size_t first = v.wrong.front(), count = v.wrong.size();
    if (count == v.total()) return fmt::format("Every element {}.", what);
    if (first + count == v.total()) {
      return fmt::format(
          "The last {} of {} {}: does the grid cover every element, the last block included?",
          elements(count), v.total(), of(count, what));
    }
    if (count == 1)
      return fmt::format("Only {} {}.", element_name(v.expected.shown(), v.cols, first), what);
    return std::nullopt;
  }
  std::vector<std::size_t> in_row(v.rows), in_col(v.cols);
  for (const std::size_t i : v.wrong) ++in_row[i / v.cols], ++in_col[i % v.cols];
  const auto touched = [](const std::vector<std::size_t>& counts) {
    std::vector<std::size_t> lines;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] > 0) lines.push_back(i);
    }
    return lines;
  };
  const auto rows = touched(in_row), cols = touched(in_col);
  const bool row_tail = rows.front() > 0 && rows.front() + rows.size() == v.rows;
  const bool col_tail = cols.front() > 0 && cols.front() + cols.size() == v.cols;
  const auto lines = [](std::size_t n, const char* name) {
    return n == 1 ? fmt::format("last {}", name) : fmt::format("last {} {}s", n, name);
  };
  const std::size_t all_of_rows = rows.size() * v.cols, all_of_cols = cols.size() * v.rows;
  if (v.wrong.size() == v.total()) return fmt::format("Every element {}.", what);
  if (row_tail && v.wrong.size() == all_of_rows) {
    return fmt::format(
        "The {} (from row {} of {}) {}: a missing tail block; does the grid cover all rows when "
        "their "
        "number is no multiple of the block?",
        lines(rows.size(), "row"), rows.front(), v.rows, of(rows.size(), what));
  }
  if (col_tail && v.wrong.size() == all_of_cols) {
    return fmt::format(
        "The {} (from column {} of {}) {}: a missing tail block; does the grid cover all columns "
        "when "
        "their number is no multiple of the block?",
        lines(cols.size(), "column"), cols.front(), v.cols, of(cols.size(), what));
  }
  // The union of a tail of rows and a tail of columns: an L along the lower right edge.
  std::size_t full_rows = 0, full_cols = 0;
  for (std::size_t r = v.rows; r-- > 0 && in_row[r] == v.cols;) ++full_rows;
  for (std::size_t c = v.cols; c-- > 0 && in_col[c] == v.rows;) ++full_cols;
  if (full_rows > 0 && full_cols > 0 &&
      v.wrong.size() == full_rows * v.cols + full_cols * v.rows - full_rows * full_cols) {
    return fmt::format(
        "The {} and the {} {}: the partial blocks at both edges are missing; round the grid up.",
        lines(full_rows, "row"), lines(full_cols, "column"), of_several(what));
  }
  for (const std::size_t tile : {32, 16, 8, 4, 2}) {
    if (v.rows < 2 * tile && v.cols < 2 * tile) continue;
    // Every tile is either all wrong or all right, and neighbours alternate.
    std::size_t wrong_tiles = 0, tiles = 0;
    bool whole = true;
    for (std::size_t r = 0; r < v.rows && whole; r += tile) {
      for (std::size_t c = 0; c < v.cols && whole; c += tile) {
        std::size_t bad = 0, size = 0;
        for (std::size_t i = r; i < std::min(r + tile, v.rows); ++i) {
          for (std::size_t j = c; j < std::min(c + tile, v.cols); ++j) {
            ++size;
            bad += std::binary_search(v.wrong.begin(), v.wrong.end(), i * v.cols + j);
          }
        }
        whole = bad == 0 || bad == size;
        wrong_tiles += bad == size;
        ++tiles;
      }
    }
    if (whole && wrong_tiles > 0 && wrong_tiles < tiles) {
      return fmt::format(
          "{} of the {} tiles of {}×{} {}, the others are right: {} are computed.", wrong_tiles,
          tiles, tile, tile, of(wrong_tiles, what),
          2 * wrong_tiles == tiles || 2 * wrong_tiles == tiles + 1 || 2 * wrong_tiles + 1 == tiles
              ? "every other tile; not all blocks"
              : "not all blocks");
    }
  }
  if (v.wrong.size() == 1)
    return fmt::format("Only {} {}.", element_name(v.expected.shown(), v.cols, v.wrong[0]), what);
  if (rows.size() == 1 && v.wrong.size() == v.cols)
    return fmt::format("Row {} {}, all others are right.", rows[0], what);
  if (cols.size() == 1 && v.wrong.size() == v.rows)
    return fmt::format("Column {} {}, all others are right.", cols[0], what);
  if (row_tail)
    return fmt::format("What {} lies in the {} (from row {}).", what, lines(rows.size(), "row"),
                       rows.front());
  if (col_tail)
    return fmt::format("What {} lies in the {} (from column {}).", what,
                       lines(cols.size(), "column"), cols.front());
  return std::nullopt;
}

Pattern untouched(const View& v) {
  // What is computed from a NaN keeps its bits on a CPU, so it does not tell that nothing was
  // written.
  if (!std::isfinite(v.answer.poison)) return std::nullopt;
  if (!v.all_wrong_elements([&](std::size_t i) { return v.answer.untouched[i]; }))
    return std::nullopt;
  if (v.wrong.size() == v.total()) {
    return fmt::format(
        "Nothing was written to {}: it still holds the garbage that it arrived with.",
        v.expected.shown());
  }
  return place(v, "was never written")
      .value_or(fmt::format(
          "{} of {} were never written: they still hold the garbage that {} arrived with.",
          elements(v.wrong.size()), v.total(), v.expected.shown()));
}

Pattern added_to(const View& v) {
  const double poison = v.answer.poison;
  if (!std::isfinite(poison)) return std::nullopt;
  const double slack = std::abs(poison) * 0x1p-20;
  if (!v.all_wrong_elements([&](std::size_t i) {
        return std::abs(v.answer.found[i] - poison - v.expected.values[i]) <=
               v.expected.bound[i] + slack;
      })) {
    return std::nullopt;
  }
  return fmt::format(
      "The right values were added to what {} held before: it arrives with garbage and is to be "
      "set.",
      v.expected.shown());
}

Pattern partly_untouched(const View& v) {
  if (!std::isfinite(v.answer.poison)) return std::nullopt;
  const auto count = static_cast<std::size_t>(std::count_if(
      v.wrong.begin(), v.wrong.end(), [&](std::size_t i) { return v.answer.untouched[i]; }));
  if (count == 0) return std::nullopt;
  return fmt::format(
      "{} of them {} never written and still hold{} the garbage that {} arrived with.", count,
      count == 1 ? "was" : "were", count == 1 ? "s" : "", v.expected.shown());
}

Pattern not_finite(const View& v) {
  std::size_t count = 0;
  for (const std::size_t i : v.wrong) count += !std::isfinite(v.answer.found[i]);
  if (count == 0) return std::nullopt;
  if (!std::isfinite(v.answer.poison)) {
    return fmt::format("{} NaN or infinity.", count == 1 ? "1 is" : fmt::format("{} are", count));
  }
  return fmt::format(
      "{} not finite (NaN or infinity): is memory read that was never set, or is there a division "
      "by zero?",
      count == 1 ? "1 is" : fmt::format("{} are", count));
}

Pattern zeros(const View& v) {
  if (!v.all_wrong_elements([&](std::size_t i) { return v.answer.found[i] == 0; }))
    return std::nullopt;
  return place(v, "is 0").value_or("All wrong elements are 0.");
}

Pattern known_alternative(const View& v) {
  for (const Alternative& alternative : v.expected.alternatives) {
    if (alternative.values.size() != v.total()) continue;
    bool same = true;
    for (std::size_t i = 0; i < v.total() && same; ++i) {
      // The bound is the right value's; a wrong one may be much larger, and so are its errors.
      const double slack = v.expected.bound[i] + 1e-6 * std::abs(alternative.values[i]);
      same = accepts(v.answer.found[i], alternative.values[i], slack);
    }
    if (same) return fmt::format("What was found is {}.", alternative.meaning);
  }
  return std::nullopt;
}

Pattern transposed(const View& v) {
  if (v.is_vector() || v.rows < 2) return std::nullopt;
  for (std::size_t r = 0; r < v.rows; ++r) {
    for (std::size_t c = 0; c < v.cols; ++c) {
      // Written to [c][r] of a cols × rows array, as a swapped index does.
      const std::size_t from = c * v.rows + r;
      if (!accepts(v.answer.found[from], v.expected.values[r * v.cols + c],
                   v.expected.bound[r * v.cols + c])) {
        return std::nullopt;
      }
    }
  }
  return fmt::format("{} is transposed: rows and columns are swapped in the index of the store.",
                     v.expected.shown());
}

Pattern multiple(const View& v) {
  double ratio = 0;
  for (const std::size_t i : v.wrong) {
    if (std::abs(v.expected.values[i]) > 16 * v.expected.bound[i]) {
      ratio = v.answer.found[i] / v.expected.values[i];
      break;
    }
  }
  if (ratio == 0 || !std::isfinite(ratio) || std::abs(ratio - 1) < 1e-3) return std::nullopt;
  for (std::size_t i = 0; i < v.total(); ++i) {
    if (!accepts(
            v.answer.found[i], ratio * v.expected.values[i],
            (2 + 2 * std::abs(ratio)) * v.expected.bound[i] + 1e-6 * std::abs(v.answer.found[i]))) {
      return std::nullopt;
    }
  }
  return fmt::format("Every element is {:.6g} times the right value.", ratio);
}

Pattern nearly(const View& v) {
  double worst = 0;
  for (const std::size_t i : v.wrong) {
    worst = std::max(worst, std::abs(v.answer.found[i] - v.expected.values[i]) /
                                std::max(v.expected.bound[i], 1e-300));
  }
  double relative = 0;
  for (const std::size_t i : v.wrong) {
    relative = std::max(relative, std::abs(v.answer.found[i] - v.expected.values[i]) /
                                      std::max(std::abs(v.expected.values[i]), 1e-300));
  }
  if (relative > 1e-2) return std::nullopt;
  return fmt::format(
      "The values are close (within {:.1g} of the right ones) but off by {:.3g} times what "
      "rounding explains: "
      "is something computed in lower precision, or a small term left out?",
      relative, worst);
}

}  // namespace

std::string diagnose(const Answer& answer, const std::vector<std::size_t>& wrong) {
  const View v{answer, wrong};
  const Expected& e = v.expected;
  const std::size_t first = wrong.front();
  std::string text;
  if (!answer.untouched[first] || !std::isfinite(answer.poison)) {
    text = fmt::format(
        "{} of {} of {} {} wrong; the first, {}, is {:.9g} and should be {:.9g} (± {:.2g}).",
        wrong.size() == v.total() ? "All" : fmt::format("{}", wrong.size()), elements(v.total()),
        e.shown(), wrong.size() == 1 ? "is" : "are", element_name(e.shown(), e.cols, first),
        answer.found[first], e.values[first], e.bound[first]);
    if (wrong.size() == v.total() && v.total() == 1) {
      text = fmt::format("{} is {:.9g} and should be {:.9g} (± {:.2g}).",
                         element_name(e.shown(), e.cols, first), answer.found[first],
                         e.values[first], e.bound[first]);
    }
    text += '\n';
  }
  for (const auto pattern : {untouched, added_to, not_finite, known_alternative, zeros, transposed,
                             multiple, partly_untouched, nearly}) {
    if (const Pattern found = pattern(v)) return text + *found;
  }
  if (const Pattern found = place(v, "is wrong"); found && wrong.size() < v.total())
    return text + *found;
  if (!text.empty()) text.pop_back();
  return text;
}

}  // namespace warpgrade
