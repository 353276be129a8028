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

using Pattern = std::optional<Cause>;

/// What is the matter with the elements of a pattern.
enum class What { wrong, zero, unwritten };

Fact fact_of(What what) {
  constexpr const char* ids[] = {"what.wrong", "what.zero", "what.unwritten"};
  return {"what", std::string(ids[static_cast<int>(what)])};
}

/// Lines of one direction, or elements of a vector, of which the last ones are all wrong and no
/// others.
struct Tail {
  const char* axis;  // "row", "column", "element"
  std::size_t from, of;

  std::size_t count() const { return of - from; }
  /// It begins where some usual block ends and is smaller than one.
  bool is_part_of_a_block() const {
    for (std::size_t block = 2; block <= 1024 && block <= from; block *= 2)
      if (count() < block && from % block == 0) return true;
    return false;
  }
};

Cause of_tail(const Tail& tail, What what) {
  const auto named = [&](const char* id) {
    return because(id, {{"axis", tail.axis},
                        {"count", tail.count()},
                        {"from", tail.from},
                        {"of", tail.of},
                        fact_of(what)});
  };
  const bool unwritten = what == What::unwritten;
  if (unwritten && tail.is_part_of_a_block()) return named("grid.missing-tail");
  if (unwritten && tail.count() >= tail.from) return named("grid.only-first");
  if (tail.count() == tail.from) return named("values.first-half");
  if (tail.count() > tail.from) return named("values.only-first");
  return named("values.tail");
}

Cause only(const View& v, What what) {
  return because("values.only-one",
                 {{"element", element_name(v.expected.shown(), v.cols, v.wrong.front())},
                  {"count", 1},
                  fact_of(what)});
}

Cause all(What what) { return because("values.all", {{"count", 1}, fact_of(what)}); }

/// From `first` to `last`, of which there are `of`, in the middle or at the beginning.
Cause band(const char* axis, std::size_t first, std::size_t last, std::size_t of, What what) {
  if (first == last)
    return because("values.line", {{"axis", axis}, {"index", first}, {"count", 1}, fact_of(what)});
  return because("values.band", {{"axis", axis},
                                 {"from", first},
                                 {"to", last},
                                 {"of", of},
                                 {"count", last - first + 1},
                                 fact_of(what)});
}

Pattern place_in_vector(const View& v, What what) {
  const std::size_t first = v.wrong.front(), last = v.wrong.back(), count = v.wrong.size();
  if (count == v.total()) return all(what);
  const bool together = last - first + 1 == count;
  if (together && last + 1 == v.total()) return of_tail({"element", first, v.total()}, what);
  if (count == 1) return only(v, what);
  if (together) return band("element", first, last, v.total(), what);
  return std::nullopt;
}

/// How many are wrong in each row and each column.
struct Lines {
  std::vector<std::size_t> in_row, in_col;
  std::size_t first_row = 0, last_row = 0, first_col = 0, last_col = 0;  // that have any

  explicit Lines(const View& v) : in_row(v.rows), in_col(v.cols) {
    for (const std::size_t i : v.wrong) ++in_row[i / v.cols], ++in_col[i % v.cols];
    const auto ends = [](const std::vector<std::size_t>& counts, std::size_t& first,
                         std::size_t& last) {
      first = counts.size();
      for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] == 0) continue;
        first = std::min(first, i);
        last = i;
      }
    };
    ends(in_row, first_row, last_row);
    ends(in_col, first_col, last_col);
  }
  std::size_t rows() const { return last_row - first_row + 1; }
  std::size_t cols() const { return last_col - first_col + 1; }
};

/// The union of a tail of rows and a tail of columns: an L along the lower right edge.
Pattern edges(const View& v, const Lines& lines, What what) {
  std::size_t rows = 0, cols = 0;
  for (std::size_t r = v.rows; r-- > 0 && lines.in_row[r] == v.cols;) ++rows;
  for (std::size_t c = v.cols; c-- > 0 && lines.in_col[c] == v.rows;) ++cols;
  if (rows == 0 || cols == 0 || v.wrong.size() != rows * v.cols + cols * v.rows - rows * cols)
    return std::nullopt;
  const bool blocks = what == What::unwritten &&
                      Tail{"row", v.rows - rows, v.rows}.is_part_of_a_block() &&
                      Tail{"column", v.cols - cols, v.cols}.is_part_of_a_block();
  return because(blocks ? "grid.missing-tails" : "values.edges",
                 {{"rows", rows}, {"columns", cols}, {"count", rows + cols}, fact_of(what)});
}

/// Every tile is either all wrong or all right.
Pattern tiles_of(const View& v, std::size_t size, What what) {
  if (v.rows < 2 * size && v.cols < 2 * size) return std::nullopt;
  std::size_t wrong_tiles = 0, tiles = 0;
  for (std::size_t r = 0; r < v.rows; r += size) {
    for (std::size_t c = 0; c < v.cols; c += size) {
      std::size_t bad = 0, elements = 0;
      for (std::size_t i = r; i < std::min(r + size, v.rows); ++i) {
        for (std::size_t j = c; j < std::min(c + size, v.cols); ++j) {
          ++elements;
          bad += std::binary_search(v.wrong.begin(), v.wrong.end(), i * v.cols + j);
        }
      }
      if (bad != 0 && bad != elements) return std::nullopt;
      wrong_tiles += bad == elements;
      ++tiles;
    }
  }
  if (wrong_tiles == 0 || wrong_tiles == tiles) return std::nullopt;
  const bool alternate =
      2 * wrong_tiles == tiles || 2 * wrong_tiles == tiles + 1 || 2 * wrong_tiles + 1 == tiles;
  return because(what == What::unwritten ? "grid.missing-blocks" : "values.tiles",
                 {{"wrong", wrong_tiles},
                  {"tiles", tiles},
                  {"size", size},
                  {"alternate", alternate ? "every other tile" : ""},
                  {"count", wrong_tiles},
                  fact_of(what)});
}

Pattern in_tail(const char* axis, std::size_t from, std::size_t lines, What what) {
  return because("values.in-tail",
                 {{"axis", axis}, {"from", from}, {"lines", lines}, {"count", 1}, fact_of(what)});
}

Pattern place_in_matrix(const View& v, What what) {
  const Lines lines(v);
  const bool row_tail = lines.first_row > 0 && lines.last_row + 1 == v.rows;
  const bool col_tail = lines.first_col > 0 && lines.last_col + 1 == v.cols;
  const bool whole_rows = v.wrong.size() == lines.rows() * v.cols;
  const bool whole_cols = v.wrong.size() == lines.cols() * v.rows;
  if (v.wrong.size() == v.total()) return all(what);
  if (row_tail && whole_rows) return of_tail({"row", lines.first_row, v.rows}, what);
  if (col_tail && whole_cols) return of_tail({"column", lines.first_col, v.cols}, what);
  if (const Pattern found = edges(v, lines, what)) return found;
  if (v.wrong.size() == 1) return only(v, what);
  if (whole_rows) return band("row", lines.first_row, lines.last_row, v.rows, what);
  if (whole_cols) return band("column", lines.first_col, lines.last_col, v.cols, what);
  for (const std::size_t size : {32, 16, 8, 4, 2})
    if (const Pattern found = tiles_of(v, size, what)) return found;
  if (row_tail) return in_tail("row", lines.first_row, lines.rows(), what);
  if (col_tail) return in_tail("column", lines.first_col, lines.cols(), what);
  return std::nullopt;
}

/// The wrong elements described by where they lie; `what` says what is the matter there.
Pattern place(const View& v, What what) {
  return v.is_vector() ? place_in_vector(v, what) : place_in_matrix(v, what);
}

Pattern untouched(const View& v) {
  // What is computed from a NaN keeps its bits on a CPU, so it does not tell that nothing was
  // written.
  if (!std::isfinite(v.answer.poison)) return std::nullopt;
  if (!v.all_wrong_elements([&](std::size_t i) { return v.answer.untouched[i]; }))
    return std::nullopt;
  if (v.wrong.size() == v.total())
    return because("values.untouched", {{"array", v.expected.shown()}});
  if (const Pattern found = place(v, What::unwritten)) return found;
  return because("values.unwritten",
                 {{"count", v.wrong.size()}, {"of", v.total()}, {"array", v.expected.shown()}});
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
  return because("values.added", {{"array", v.expected.shown()}});
}

Pattern partly_untouched(const View& v) {
  if (!std::isfinite(v.answer.poison)) return std::nullopt;
  const auto count = static_cast<std::size_t>(std::count_if(
      v.wrong.begin(), v.wrong.end(), [&](std::size_t i) { return v.answer.untouched[i]; }));
  if (count == 0) return std::nullopt;
  return because("values.partly-unwritten", {{"count", count}, {"array", v.expected.shown()}});
}

Pattern not_finite(const View& v) {
  std::size_t count = 0;
  for (const std::size_t i : v.wrong) count += !std::isfinite(v.answer.found[i]);
  if (count == 0) return std::nullopt;
  const bool plain = std::isfinite(v.answer.poison);
  return because(plain ? "values.not-finite" : "values.nan", {{"count", count}});
}

Pattern zeros(const View& v) {
  if (!v.all_wrong_elements([&](std::size_t i) { return v.answer.found[i] == 0; }))
    return std::nullopt;
  const auto& found = v.answer.found;
  if (v.total() > 1 && std::all_of(found.begin(), found.end(), [](double x) { return x == 0; }))
    return because("values.all-zero", {{"of", v.total()}, {"array", v.expected.shown()}});
  return place(v, What::zero).value_or(because("values.zeros"));
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
    if (same) return because("values.known", {{"meaning", alternative.meaning}});
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
  return because("values.transposed", {{"array", v.expected.shown()}});
}

/// A small whole number, or one over it: 2, 0.25, -3.
bool is_simple(double ratio) {
  constexpr double most = 64, close = 1e-3;
  const double whole = std::abs(ratio) < 1 ? 1 / ratio : ratio;
  return std::abs(whole) <= most && std::abs(whole - std::round(whole)) < close;
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
  // Any one number is some multiple of another.
  if (v.total() == 1 && !is_simple(ratio)) return std::nullopt;
  return because(v.total() == 1 ? "values.scaled-one" : "values.scaled",
                 {{"factor", fmt::format("{:.6g}", ratio)}});
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
  return because("values.close", {{"relative", fmt::format("{:.1g}", relative)},
                                  {"times", fmt::format("{:.3g}", worst)}});
}

/// The first wrong value, and how many there are.
Cause first_of(const View& v) {
  const Expected& e = v.expected;
  const std::size_t first = v.wrong.front();
  const bool all_wrong = v.wrong.size() == v.total();
  return because(v.total() == 1 ? "value.alone"
                 : all_wrong    ? "value.all"
                                : "value.first",
                 {{"wrong", v.wrong.size()},
                  {"of", v.total()},
                  {"array", e.shown()},
                  {"element", element_name(e.shown(), e.cols, first)},
                  {"found", fmt::format("{:.9g}", v.answer.found[first])},
                  {"right", fmt::format("{:.9g}", e.values[first])},
                  {"bound", fmt::format("{:.2g}", e.bound[first])}});
}

}  // namespace

Causes diagnose(const Answer& answer, const std::vector<std::size_t>& wrong) {
  const View v{answer, wrong};
  Causes causes;
  if (!answer.untouched[wrong.front()] || !std::isfinite(answer.poison))
    causes.push_back(first_of(v));
  for (const auto pattern : {untouched, added_to, not_finite, known_alternative, zeros, transposed,
                             multiple, partly_untouched, nearly}) {
    if (Pattern found = pattern(v)) {
      causes.push_back(std::move(*found));
      return causes;
    }
  }
  if (wrong.size() == v.total()) return causes;
  if (Pattern found = place(v, What::wrong)) causes.push_back(std::move(*found));
  return causes;
}

}  // namespace warpgrade
