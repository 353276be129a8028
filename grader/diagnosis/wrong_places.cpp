#include "diagnosis/wrong_places.h"

#include <algorithm>
#include <string>
#include <utility>

namespace warpgrade {
namespace {

/// Rows, columns, or elements of a vector, of which exactly the last ones are wrong.
struct Tail {
  const char* axis;  // "row", "column", "element"
  std::size_t from, of;

  std::size_t count() const { return of - from; }
  /// Whether the tail starts at a multiple of a common block size and is shorter than a block.
  bool is_part_of_a_block() const {
    for (std::size_t block = 2; block <= 1024 && block <= from; block *= 2)
      if (count() < block && from % block == 0) return true;
    return false;
  }
};

Pattern of_tail(const Tail& tail, What what) {
  const auto named = [&](const char* id) {
    return because(id, {{"axis", tail.axis},
                        {"count", tail.count()},
                        {"from", tail.from},
                        {"of", tail.of},
                        make_fact(what)});
  };
  Pattern pattern;
  if (what == What::unwritten) {
    if (tail.is_part_of_a_block())
      pattern.push_back(named("grid.missing-tail"));
    else if (tail.count() >= tail.from)
      pattern.push_back(named("grid.only-first"));
  }
  pattern.push_back(named(tail.count() == tail.from  ? "values.first-half"
                          : tail.count() > tail.from ? "values.only-first"
                                                     : "values.tail"));
  return pattern;
}

/// Lines `first` to `last` of `of`, not at the end.
Cause band(const char* axis, std::size_t first, std::size_t last, std::size_t of, What what) {
  if (first == last)
    return because("values.line",
                   {{"axis", axis}, {"index", first}, {"count", 1}, make_fact(what)});
  return because("values.band", {{"axis", axis},
                                 {"from", first},
                                 {"to", last},
                                 {"of", of},
                                 {"count", last - first + 1},
                                 make_fact(what)});
}

Pattern place_in_vector(const AnswerView& v, What what) {
  const std::size_t first = v.wrong.front(), last = v.wrong.back(), count = v.wrong.size();
  const bool together = last - first + 1 == count;
  if (together && last + 1 == v.total()) return of_tail({"element", first, v.total()}, what);
  if (count == 1) return {only_wrong(v, what)};
  if (together) return {band("element", first, last, v.total(), what)};
  return {};
}

/// Counts of wrong elements per row and per column.
struct Lines {
  std::vector<std::size_t> in_row, in_col;
  std::size_t first_row = 0, last_row = 0, first_col = 0, last_col = 0;  // with wrong elements

  explicit Lines(const AnswerView& v) : in_row(v.rows), in_col(v.cols) {
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

/// The union of the last rows and the last columns: an L along the lower right edge.
Pattern edges(const AnswerView& v, const Lines& lines, What what) {
  std::size_t rows = 0, cols = 0;
  for (std::size_t r = v.rows; r-- > 0 && lines.in_row[r] == v.cols;) ++rows;
  for (std::size_t c = v.cols; c-- > 0 && lines.in_col[c] == v.rows;) ++cols;
  if (rows == 0 || cols == 0 || v.wrong.size() != rows * v.cols + cols * v.rows - rows * cols)
    return {};
  const auto named = [&](const char* id) {
    return because(id,
                   {{"rows", rows}, {"columns", cols}, {"count", rows + cols}, make_fact(what)});
  };
  const bool blocks = what == What::unwritten &&
                      Tail{"row", v.rows - rows, v.rows}.is_part_of_a_block() &&
                      Tail{"column", v.cols - cols, v.cols}.is_part_of_a_block();
  if (blocks) return {named("grid.missing-tails"), named("values.edges")};
  return {named("values.edges")};
}

/// Whether every tile is either all wrong or all right.
Pattern find_tiles(const AnswerView& v, std::size_t size, What what) {
  if (v.rows < 2 * size && v.cols < 2 * size) return {};
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
      if (bad != 0 && bad != elements) return {};
      wrong_tiles += bad == elements;
      ++tiles;
    }
  }
  if (wrong_tiles == 0 || wrong_tiles == tiles) return {};
  const bool alternate =
      2 * wrong_tiles == tiles || 2 * wrong_tiles == tiles + 1 || 2 * wrong_tiles + 1 == tiles;
  const auto named = [&](const char* id) {
    return because(id, {{"wrong", wrong_tiles},
                        {"tiles", tiles},
                        {"size", size},
                        {"alternate", alternate ? "every other tile" : ""},
                        {"count", wrong_tiles},
                        make_fact(what)});
  };
  if (what == What::unwritten) return {named("grid.missing-blocks"), named("values.tiles")};
  return {named("values.tiles")};
}

Cause in_tail(const char* axis, std::size_t from, std::size_t lines, What what) {
  return because("values.in-tail",
                 {{"axis", axis}, {"from", from}, {"lines", lines}, {"count", 1}, make_fact(what)});
}

Pattern place_in_matrix(const AnswerView& v, What what) {
  const Lines lines(v);
  const bool row_tail = lines.first_row > 0 && lines.last_row + 1 == v.rows;
  const bool col_tail = lines.first_col > 0 && lines.last_col + 1 == v.cols;
  const bool whole_rows = v.wrong.size() == lines.rows() * v.cols;
  const bool whole_cols = v.wrong.size() == lines.cols() * v.rows;
  if (row_tail && whole_rows) return of_tail({"row", lines.first_row, v.rows}, what);
  if (col_tail && whole_cols) return of_tail({"column", lines.first_col, v.cols}, what);
  if (Pattern found = edges(v, lines, what); !found.empty()) return found;
  if (v.wrong.size() == 1) return {only_wrong(v, what)};
  if (whole_rows) return {band("row", lines.first_row, lines.last_row, v.rows, what)};
  if (whole_cols) return {band("column", lines.first_col, lines.last_col, v.cols, what)};
  for (const std::size_t size : {32, 16, 8, 4, 2})
    if (Pattern found = find_tiles(v, size, what); !found.empty()) return found;
  // A tail that covers most of the matrix is no information.
  if (row_tail && 2 * lines.rows() <= v.rows)
    return {in_tail("row", lines.first_row, lines.rows(), what)};
  if (col_tail && 2 * lines.cols() <= v.cols)
    return {in_tail("column", lines.first_col, lines.cols(), what)};
  return {};
}

}  // namespace

Cause only_wrong(const AnswerView& v, What what) {
  return because(
      "values.only-one",
      {{"element", element_name(v.expected.shown(), v.cols, v.wrong.front(), v.expected.depth)},
       {"count", 1},
       make_fact(what)});
}

Pattern place(const AnswerView& v, What what) {
  if (v.wrong.size() == v.total()) return {};
  if (v.expected.depth > 0) return place_in_cube(v, what);
  return v.is_vector() ? place_in_vector(v, what) : place_in_matrix(v, what);
}

}  // namespace warpgrade
