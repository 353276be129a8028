// Finds the patterns of a wrong answer: in its values and in their places.
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

/// The first element that matches no right value, a right value that is missing, and how many are
/// wrong.
Cause first_unordered(const AnswerView& v) {
  const Expected& e = v.expected;
  const std::size_t first = v.wrong.front();
  const double found = v.answer.found[first];
  const bool surplus = std::any_of(e.values.begin(), e.values.end(), [&](double value) {
    return accepts(found, value, e.bound[first]);
  });
  return because("value.unordered", {{"wrong", v.wrong.size()},
                                     {"of", v.total()},
                                     {"array", e.shown()},
                                     {"element", element_name(e.shown(), e.cols, first, e.depth)},
                                     {"found", shown(e.shown_element(), found, 9)},
                                     {"right", shown(e.shown_element(), e.values[first], 9)},
                                     {surplus ? "surplus" : "foreign", "yes"}});
}

Cause describe_first(const AnswerView& v) {
  if (!v.expected.unordered.empty() && v.total() > 1) return first_unordered(v);
  const Expected& e = v.expected;
  const std::size_t first = v.wrong.front();
  const Element element = e.shown_element();
  const bool all_wrong = v.wrong.size() == v.total();
  return because(v.total() == 1 ? "value.alone"
                 : all_wrong    ? v.total() == 2 ? "value.both" : "value.all"
                                : "value.first",
                 {{"wrong", v.wrong.size()},
                  {"of", v.total()},
                  {"array", e.shown()},
                  {"element", element_name(e.shown(), e.cols, first, e.depth)},
                  {"found", shown(element, v.answer.found[first], 9)},
                  {"right", shown(element, e.values[first], 9)},
                  {"bound", e.bound[first] > 0 ? fmt::format("{:.2g}", e.bound[first]) : ""}});
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
