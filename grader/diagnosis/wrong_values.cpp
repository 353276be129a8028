#include "diagnosis/wrong_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "diagnosis/arranged.h"
#include "measure/ratio.h"

namespace warpgrade {
namespace {

void untouched(const AnswerView& v, Notes& notes) {
  // On a CPU, a result computed from a NaN keeps its bits, so such a value does not prove that
  // nothing was written.
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

void added_to(const AnswerView& v, Notes& notes) {
  const double poison = v.answer.poison;
  if (!std::isfinite(poison)) return;
  const double slack = std::abs(poison) * 0x1p-20;
  const bool added = v.all_wrong_elements([&](std::size_t i) {
    return std::abs(v.answer.found[i] - poison - v.expected.values[i]) <=
           v.expected.bound[i] + slack;
  });
  notes.note(added, because("values.added", {{"array", v.expected.shown()}}));
}

void partly_untouched(const AnswerView& v, Notes& notes) {
  if (!std::isfinite(v.answer.poison)) return;
  const auto count = static_cast<std::size_t>(std::count_if(
      v.wrong.begin(), v.wrong.end(), [&](std::size_t i) { return v.answer.untouched[i]; }));
  if (count == 0) return;
  notes.hold(because("values.partly-unwritten", {{"count", count}, {"array", v.expected.shown()}}));
}

void not_finite(const AnswerView& v, Notes& notes) {
  std::size_t count = 0;
  for (const std::size_t i : v.wrong) count += !std::isfinite(v.answer.found[i]);
  if (count == 0) return;
  const bool plain = std::isfinite(v.answer.poison);
  notes.hold(because(plain ? "values.not-finite" : "values.nan", {{"count", count}}));
}

void zeros(const AnswerView& v, Notes& notes) {
  if (!v.all_wrong_elements([&](std::size_t i) { return v.answer.found[i] == 0; })) return;
  const auto& found = v.answer.found;
  if (v.total() == 1) return;  // its value has been reported
  if (std::all_of(found.begin(), found.end(), [](double x) { return x == 0; }))
    notes.hold(because("values.all-zero", {{"of", v.total()}, {"array", v.expected.shown()}}));
  else if (const Pattern where = place(v, What::zero); !where.empty())
    notes.hold(where);
  else
    notes.hold(because("values.zeros"));
}

bool is(const AnswerView& v, const Alternative& alternative) {
  const auto& bound = alternative.bound.empty() ? v.expected.bound : alternative.bound;
  const std::vector<double> values = arranged(alternative.values, v.expected, v.answer.found);
  // The bound is that of the right value. A much larger wrong value has a larger error.
  const double relative = is_whole(v.expected.shown_element()) ? 0 : 1e-6;
  for (std::size_t i = 0; i < v.total(); ++i) {
    const double slack = bound[i] + relative * std::abs(values[i]);
    if (!accepts(v.answer.found[i], values[i], slack)) return false;
  }
  return true;
}

/// Several mistakes may produce the same small whole number by chance.
bool may_be_chance(const Alternative& alternative) {
  constexpr double small = 1000;
  return alternative.values.size() == 1 && std::abs(alternative.values.front()) < small &&
         alternative.values.front() == std::floor(alternative.values.front());
}

void known_alternative(const AnswerView& v, Notes& notes) {
  const auto note = [&](bool holds, const Alternative& alternative) {
    const Cause cause = known(alternative);
    notes.note(holds, cause);
    const bool nothing = std::all_of(alternative.values.begin(), alternative.values.end(),
                                     [](double value) { return value == 0; });
    if (holds && (nothing || may_be_chance(alternative)))
      notes.reading.leave_nothing.insert(mistake_name(cause));
  };
  for (const Alternative& alternative : v.expected.alternatives)
    if (alternative.values.size() == v.total()) note(is(v, alternative), alternative);
  if (v.expected.closest_alternative) {
    const Alternative closest = v.expected.closest_alternative(v.answer.found);
    note(is(v, closest) && differs(v.expected, closest), closest);
  }
}

void transposed(const AnswerView& v, Notes& notes) {
  if (v.is_vector() || v.rows < 2) return;
  bool holds = true;
  for (std::size_t r = 0; r < v.rows && holds; ++r) {
    for (std::size_t c = 0; c < v.cols && holds; ++c) {
      // The index in a cols × rows array, [c][r], as after an index swap.
      const std::size_t from = c * v.rows + r;
      holds = accepts(v.answer.found[from], v.expected.values[r * v.cols + c],
                      v.expected.bound[r * v.cols + c]);
    }
  }
  notes.note(holds, because("values.transposed", {{"array", v.expected.shown()}}));
}

/// A small whole number or its reciprocal: 2, 0.25, -3.
bool is_simple(double ratio) {
  constexpr double most = 64, close = 1e-3;
  const double whole = std::abs(ratio) < 1 ? 1 / ratio : ratio;
  return std::abs(whole) <= most && std::abs(whole - std::round(whole)) < close;
}

/// The nearest simple ratio, to remove rounding errors.
double without_rounding(double ratio) {
  if (!is_simple(ratio)) return ratio;
  return std::abs(ratio) < 1 ? 1 / std::round(1 / ratio) : std::round(ratio);
}

/// The common ratio of all elements to the right ones; 0 if there is none.
double common_factor(const AnswerView& v) {
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
  // For a single element, any ratio would fit.
  return v.total() == 1 && !is_simple(ratio) ? 0 : ratio;
}

void multiple(const AnswerView& v, Notes& notes) {
  const double factor = common_factor(v);
  notes.note(factor != 0, because(v.total() == 1 ? "values.scaled-one" : "values.scaled",
                                  {{"factor", fmt::format("{:.6g}", without_rounding(factor))}}));
}

/// Whether errors have both signs, as rounding errors do.
bool like_rounding(const AnswerView& v) {
  constexpr std::size_t too_few = 8;
  std::size_t above = 0;
  for (const std::size_t i : v.wrong) above += v.answer.found[i] > v.expected.values[i] ? 1 : 0;
  const std::size_t wrong = v.wrong.size();
  return wrong < too_few || (10 * above >= wrong && 10 * above <= 9 * wrong);
}

/// For a typical element, the error bound, which grows with its terms, relative to its value. If
/// terms cancel, the value is much smaller than they are.
double typical_bound(const AnswerView& v) {
  std::vector<double> shares;
  for (std::size_t i = 0; i < v.total(); ++i)
    if (v.expected.values[i] != 0)
      shares.push_back(v.expected.bound[i] / std::abs(v.expected.values[i]));
  return shares.empty() ? 0 : median(shares);
}

/// Whole numbers that are all too small, or all too large, as after lost or repeated updates.
/// Reported only if their places show no pattern.
void one_sided(const AnswerView& v, Notes& notes) {
  if (!is_whole(v.expected.shown_element()) || v.wrong.size() < 2 || !place(v, What::wrong).empty())
    return;
  double sum = 0;
  std::size_t above = 0;
  for (const std::size_t i : v.wrong) {
    sum += std::abs(v.answer.found[i] - v.expected.values[i]);
    above += v.answer.found[i] > v.expected.values[i] ? 1 : 0;
  }
  if (above != 0 && above != v.wrong.size()) return;
  notes.hold(because("values.one-sided", {{"side", above == 0 ? "small" : "large"},
                                          {"sum", fmt::format("{:.0f}", sum)}}));
}

void nearly(const AnswerView& v, Notes& notes) {
  if (is_whole(v.expected.shown_element())) return;
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

}  // namespace

Cause known(const Alternative& alternative) {
  return because("values.known",
                 {{"meaning", alternative.meaning}, {"mistake", alternative.mistake}});
}

bool differs(const Expected& expected, const Alternative& alternative) {
  if (alternative.values.size() != expected.values.size()) return false;
  for (std::size_t i = 0; i < expected.values.size(); ++i) {
    const double value = alternative.values[i], right = expected.values[i];
    if (!accepts(value, right, 4 * (expected.bound[i] + 1e-6 * std::abs(value)))) return true;
  }
  return false;
}

void note_values(const AnswerView& v, Notes& notes) {
  for (const auto pattern : {untouched, added_to, not_finite, known_alternative, zeros, transposed,
                             multiple, partly_untouched, one_sided, nearly})
    pattern(v, notes);
}

}  // namespace warpgrade
