// The patterns of a wrong answer: what its values are and where they lie.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "diagnosis/answer_check.h"
#include "diagnosis/answer_view.h"
#include "diagnosis/hypotheses.h"
#include "diagnosis/wrong_places.h"
#include "diagnosis/wrong_values.h"

namespace warpgrade {
namespace {

std::string shown(double value) {
  return std::isnan(value) ? "NaN" : fmt::format("{:.9g}", value);  // a NaN's sign says nothing
}

/// The first wrong value, and how many there are.
Cause describe_first(const AnswerView& v) {
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
                  {"found", shown(v.answer.found[first])},
                  {"right", shown(e.values[first])},
                  {"bound", fmt::format("{:.2g}", e.bound[first])}});
}

}  // namespace

Reading diagnose(const Answer& answer, const std::vector<std::size_t>& wrong) {
  const AnswerView v{answer, wrong};
  Reading reading{v.expected.array, {}, {}, {}};
  if (!answer.untouched[wrong.front()] || !std::isfinite(answer.poison))
    reading.first = describe_first(v);
  Notes notes{reading};
  note_values(v, notes);
  const bool described =
      std::any_of(reading.holds.begin(), reading.holds.end(),
                  [](const Cause& cause) { return mistake_name(cause).empty(); });
  if (!described) notes.hold(place(v, What::wrong));
  for (const Cause& cause : reading.holds) reading.refuted.erase(mistake_name(cause));
  return reading;
}

}  // namespace warpgrade
