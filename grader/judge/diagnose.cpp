// The patterns of a wrong answer. Each function below knows one mistake by what it leaves behind,
// and notes it where it holds. Where the mistake would have left other values, it is refuted.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "judge/answer_check.h"
#include "judge/hypotheses.h"
#include "measure/ratio.h"

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

/// Of one place: what it suggests, if anything, then what it is.
using Pattern = Causes;

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

Pattern of_tail(const Tail& tail, What what) {
  const auto named = [&](const char* id) {
    return because(id, {{"axis", tail.axis},
                        {"count", tail.count()},
                        {"from", tail.from},
                        {"of", tail.of},
                        fact_of(what)});
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

Cause only(const View& v, What what) {
  return because(
      "values.only-one",
      {{"element", element_name(v.expected.shown(), v.cols, v.wrong.front(), v.expected.depth)},
       {"count", 1},
       fact_of(what)});
}

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
  const bool together = last - first + 1 == count;
  if (together && last + 1 == v.total()) return of_tail({"element", first, v.total()}, what);
  if (count == 1) return {only(v, what)};
  if (together) return {band("element", first, last, v.total(), what)};
  return {};
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
    return {};
  const auto named = [&](const char* id) {
    return because(id, {{"rows", rows}, {"columns", cols}, {"count", rows + cols}, fact_of(what)});
  };
  const bool blocks = what == What::unwritten &&
                      Tail{"row", v.rows - rows, v.rows}.is_part_of_a_block() &&
                      Tail{"column", v.cols - cols, v.cols}.is_part_of_a_block();
  if (blocks) return {named("grid.missing-tails"), named("values.edges")};
  return {named("values.edges")};
}

/// Every tile is either all wrong or all right.
Pattern tiles_of(const View& v, std::size_t size, What what) {
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
                        fact_of(what)});
  };
  if (what == What::unwritten) return {named("grid.missing-blocks"), named("values.tiles")};
  return {named("values.tiles")};
}

Cause in_tail(const char* axis, std::size_t from, std::size_t lines, What what) {
  return because("values.in-tail",
                 {{"axis", axis}, {"from", from}, {"lines", lines}, {"count", 1}, fact_of(what)});
}

Pattern place_in_matrix(const View& v, What what) {
  const Lines lines(v);
  const bool row_tail = lines.first_row > 0 && lines.last_row + 1 == v.rows;
  const bool col_tail = lines.first_col > 0 && lines.last_col + 1 == v.cols;
  const bool whole_rows = v.wrong.size() == lines.rows() * v.cols;
  const bool whole_cols = v.wrong.size() == lines.cols() * v.rows;
  if (row_tail && whole_rows) return of_tail({"row", lines.first_row, v.rows}, what);
  if (col_tail && whole_cols) return of_tail({"column", lines.first_col, v.cols}, what);
  if (Pattern found = edges(v, lines, what); !found.empty()) return found;
  if (v.wrong.size() == 1) return {only(v, what)};
  if (whole_rows) return {band("row", lines.first_row, lines.last_row, v.rows, what)};
  if (whole_cols) return {band("column", lines.first_col, lines.last_col, v.cols, what)};
  for (const std::size_t size : {32, 16, 8, 4, 2})
    if (Pattern found = tiles_of(v, size, what); !found.empty()) return found;
  // That they lie in most of the matrix says nothing.
  if (row_tail && 2 * lines.rows() <= v.rows)
    return {in_tail("row", lines.first_row, lines.rows(), what)};
  if (col_tail && 2 * lines.cols() <= v.cols)
    return {in_tail("column", lines.first_col, lines.cols(), what)};
  return {};
}

/// Of each axis of a cube the layers in which something is wrong.
struct Layers {
  const char* name;
  std::size_t size = 0, first = 0, last = 0;

  std::size_t count() const { return last - first + 1; }
  std::size_t last_inner() const { return size - 2; }
};

std::array<Layers, 3> layers_of(const View& v) {
  const std::size_t depth = v.expected.depth;
  std::array<Layers, 3> axes = {
      {{"i", v.rows / depth, v.rows}, {"j", depth, depth}, {"k", v.cols, v.cols}}};
  for (const std::size_t at : v.wrong) {
    const std::array<std::size_t, 3> index = {at / v.cols / depth, at / v.cols % depth,
                                              at % v.cols};
    for (std::size_t a = 0; a < 3; ++a) {
      axes[a].first = std::min(axes[a].first, index[a]);
      axes[a].last = std::max(axes[a].last, index[a]);
    }
  }
  return axes;
}

Pattern place_in_cube(const View& v, What what) {
  if (v.wrong.size() == 1) return {only(v, what)};
  const std::array<Layers, 3> axes = layers_of(v);
  const Layers& thinnest = *std::min_element(
      axes.begin(), axes.end(),
      [](const Layers& a, const Layers& b) { return a.count() * b.size < b.count() * a.size; });
  if (2 * thinnest.count() <= thinnest.size - 2)  // the walls are right anyway
    return {because("values.in-layers",
                    {{"axis", thinnest.name},
                     {"from", thinnest.first},
                     {"to", thinnest.count() > 1 ? std::to_string(thinnest.last) : ""},
                     {"count", 1},
                     fact_of(what)})};
  // All of it at the last layers of two axes, or three.
  const auto at_ends_of = [&](const std::vector<std::size_t>& chosen) {
    return v.all_wrong_elements([&](std::size_t at) {
      const std::array<std::size_t, 3> index = {at / v.cols / v.expected.depth,
                                                at / v.cols % v.expected.depth, at % v.cols};
      return std::any_of(chosen.begin(), chosen.end(),
                         [&](std::size_t a) { return index[a] == axes[a].last_inner(); });
    });
  };
  for (const std::vector<std::size_t>& chosen :
       {std::vector<std::size_t>{1, 2}, {0, 2}, {0, 1}, {0, 1, 2}}) {
    if (axes[chosen[0]].size < 5 || !at_ends_of(chosen)) continue;
    const auto layer = [&](std::size_t c) {
      return c < chosen.size()
                 ? fmt::format("{} = {}", axes[chosen[c]].name, axes[chosen[c]].last_inner())
                 : std::string();
    };
    return {because("values.at-walls", {{"first", layer(0)},
                                        {"second", layer(1)},
                                        {"third", layer(2)},
                                        {"count", 1},
                                        fact_of(what)})};
  }
  return {};
}

/// The wrong elements described by where they lie; `what` says what is the matter there.
Pattern place(const View& v, What what) {
  if (v.wrong.size() == v.total()) return {};
  if (v.expected.depth > 0) return place_in_cube(v, what);
  return v.is_vector() ? place_in_vector(v, what) : place_in_matrix(v, what);
}

/// What is noted of an answer.
struct Notes {
  Reading& reading;

  void hold(Cause cause) { reading.holds.push_back(std::move(cause)); }
  void hold(const Pattern& pattern) {
    reading.holds.insert(reading.holds.end(), pattern.begin(), pattern.end());
  }
  void refute(const Cause& cause) { reading.refuted.insert(mistake_of(cause)); }
  void note(bool holds, Cause cause) { holds ? hold(std::move(cause)) : refute(cause); }
};

void untouched(const View& v, Notes& notes) {
  // What is computed from a NaN keeps its bits on a CPU, so it does not tell that nothing was
  // written.
  if (!std::isfinite(v.answer.poison)) return;
  if (!v.all_wrong_elements([&](std::size_t i) { return v.answer.untouched[i]; })) {
    notes.refute(because("grid.missing-blocks"));
  } else if (v.wrong.size() == v.total()) {
    notes.hold(because("values.untouched", {{"array", v.expected.shown()}}));
  } else if (const Pattern found = place(v, What::unwritten); !found.empty()) {
    notes.hold(found);
  } else {
    notes.hold(
        because("values.unwritten",
                {{"count", v.wrong.size()}, {"of", v.total()}, {"array", v.expected.shown()}}));
  }
}

void added_to(const View& v, Notes& notes) {
  const double poison = v.answer.poison;
  if (!std::isfinite(poison)) return;
  const double slack = std::abs(poison) * 0x1p-20;
  const bool added = v.all_wrong_elements([&](std::size_t i) {
    return std::abs(v.answer.found[i] - poison - v.expected.values[i]) <=
           v.expected.bound[i] + slack;
  });
  notes.note(added, because("values.added", {{"array", v.expected.shown()}}));
}

void partly_untouched(const View& v, Notes& notes) {
  if (!std::isfinite(v.answer.poison)) return;
  const auto count = static_cast<std::size_t>(std::count_if(
      v.wrong.begin(), v.wrong.end(), [&](std::size_t i) { return v.answer.untouched[i]; }));
  if (count == 0) return;
  notes.hold(because("values.partly-unwritten", {{"count", count}, {"array", v.expected.shown()}}));
}

void not_finite(const View& v, Notes& notes) {
  std::size_t count = 0;
  for (const std::size_t i : v.wrong) count += !std::isfinite(v.answer.found[i]);
  if (count == 0) return;
  const bool plain = std::isfinite(v.answer.poison);
  notes.hold(because(plain ? "values.not-finite" : "values.nan", {{"count", count}}));
}

void zeros(const View& v, Notes& notes) {
  if (!v.all_wrong_elements([&](std::size_t i) { return v.answer.found[i] == 0; })) return;
  const auto& found = v.answer.found;
  if (v.total() == 1) return;  // its value has been told
  if (std::all_of(found.begin(), found.end(), [](double x) { return x == 0; }))
    notes.hold(because("values.all-zero", {{"of", v.total()}, {"array", v.expected.shown()}}));
  else if (const Pattern where = place(v, What::zero); !where.empty())
    notes.hold(where);
  else
    notes.hold(because("values.zeros"));
}

bool is(const View& v, const Alternative& alternative) {
  for (std::size_t i = 0; i < v.total(); ++i) {
    // The bound is the right value's; a wrong one may be much larger, and so are its errors.
    const double slack = v.expected.bound[i] + 1e-6 * std::abs(alternative.values[i]);
    if (!accepts(v.answer.found[i], alternative.values[i], slack)) return false;
  }
  return true;
}

void known_alternative(const View& v, Notes& notes) {
  for (const Alternative& alternative : v.expected.alternatives) {
    if (alternative.values.size() != v.total()) continue;
    notes.note(is(v, alternative), because("values.known", {{"meaning", alternative.meaning},
                                                            {"mistake", alternative.mistake}}));
  }
}

void transposed(const View& v, Notes& notes) {
  if (v.is_vector() || v.rows < 2) return;
  bool holds = true;
  for (std::size_t r = 0; r < v.rows && holds; ++r) {
    for (std::size_t c = 0; c < v.cols && holds; ++c) {
      // Written to [c][r] of a cols × rows array, as a swapped index does.
      const std::size_t from = c * v.rows + r;
      holds = accepts(v.answer.found[from], v.expected.values[r * v.cols + c],
                      v.expected.bound[r * v.cols + c]);
    }
  }
  notes.note(holds, because("values.transposed", {{"array", v.expected.shown()}}));
}

/// A small whole number, or one over it: 2, 0.25, -3.
bool is_simple(double ratio) {
  constexpr double most = 64, close = 1e-3;
  const double whole = std::abs(ratio) < 1 ? 1 / ratio : ratio;
  return std::abs(whole) <= most && std::abs(whole - std::round(whole)) < close;
}

/// Such a ratio without what rounding did to it.
double without_rounding(double ratio) {
  if (!is_simple(ratio)) return ratio;
  return std::abs(ratio) < 1 ? 1 / std::round(1 / ratio) : std::round(ratio);
}

/// What all elements are of the right ones; or 0.
double common_factor(const View& v) {
  double ratio = 0;
  for (const std::size_t i : v.wrong) {
    if (std::abs(v.expected.values[i]) > 16 * v.expected.bound[i]) {
      ratio = v.answer.found[i] / v.expected.values[i];
      break;
    }
  }
  if (ratio == 0 || !std::isfinite(ratio) || std::abs(ratio - 1) < 1e-3) return 0;
  for (std::size_t i = 0; i < v.total(); ++i) {
    if (!accepts(
            v.answer.found[i], ratio * v.expected.values[i],
            (2 + 2 * std::abs(ratio)) * v.expected.bound[i] + 1e-6 * std::abs(v.answer.found[i]))) {
      return 0;
    }
  }
  // Any one number is some multiple of another.
  return v.total() == 1 && !is_simple(ratio) ? 0 : ratio;
}

void multiple(const View& v, Notes& notes) {
  const double factor = common_factor(v);
  notes.note(factor != 0, because(v.total() == 1 ? "values.scaled-one" : "values.scaled",
                                  {{"factor", fmt::format("{:.6g}", without_rounding(factor))}}));
}

/// Rounding errs both ways.
bool like_rounding(const View& v) {
  constexpr std::size_t too_few = 8;
  std::size_t above = 0;
  for (const std::size_t i : v.wrong) above += v.answer.found[i] > v.expected.values[i] ? 1 : 0;
  const std::size_t wrong = v.wrong.size();
  return wrong < too_few || (10 * above >= wrong && 10 * above <= 9 * wrong);
}

/// The bound of an element, which grows with the terms that it is made of, over its value: of a
/// typical element. Where terms cancel, the value is much less than they are.
double typical_bound(const View& v) {
  std::vector<double> shares;
  for (std::size_t i = 0; i < v.total(); ++i)
    if (v.expected.values[i] != 0)
      shares.push_back(v.expected.bound[i] / std::abs(v.expected.values[i]));
  return shares.empty() ? 0 : median(shares);
}

void nearly(const View& v, Notes& notes) {
  const auto off = [&](std::size_t i) {
    return std::abs(v.answer.found[i] - v.expected.values[i]);
  };
  double times = 0, relative = 0;
  const double typical = typical_bound(v);
  const bool close = v.all_wrong_elements([&](std::size_t i) {
    const double terms = typical > 0 ? v.expected.bound[i] / typical : 0;
    const double share = off(i) / std::max({std::abs(v.expected.values[i]), terms, 1e-300});
    times = std::max(times, off(i) / std::max(v.expected.bound[i], 1e-300));
    relative = std::max(relative, share);
    return share <= 1e-2;
  });
  notes.note(close, because("values.close", {{"relative", fmt::format("{:.1g}", relative)},
                                             {"times", fmt::format("{:.3g}", times)},
                                             {"rounding", like_rounding(v) ? "yes" : ""}}));
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
                  {"element", element_name(e.shown(), e.cols, first, e.depth)},
                  {"found", fmt::format("{:.9g}", v.answer.found[first])},
                  {"right", fmt::format("{:.9g}", e.values[first])},
                  {"bound", fmt::format("{:.2g}", e.bound[first])}});
}

}  // namespace

Reading diagnose(const Answer& answer, const std::vector<std::size_t>& wrong) {
  const View v{answer, wrong};
  Reading reading{v.expected.array, {}, {}, {}};
  if (!answer.untouched[wrong.front()] || !std::isfinite(answer.poison))
    reading.first = first_of(v);
  Notes notes{reading};
  for (const auto pattern : {untouched, added_to, not_finite, known_alternative, zeros, transposed,
                             multiple, partly_untouched, nearly})
    pattern(v, notes);
  const bool described = std::any_of(reading.holds.begin(), reading.holds.end(),
                                     [](const Cause& cause) { return mistake_of(cause).empty(); });
  if (!described) notes.hold(place(v, What::wrong));
  for (const Cause& cause : reading.holds) reading.refuted.erase(mistake_of(cause));
  return reading;
}

}  // namespace warpgrade
