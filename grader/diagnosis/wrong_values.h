// Patterns in the wrong values of an answer: zeros, a multiple of the right ones, the result of a
// known mistake. Each function recognizes one mistake by its values and notes it if they match. If
// the mistake would have left other values, it is refuted.
// A new pattern is a function in wrong_values.cpp, its name in note_values(), its words in
// causes/case_words.cpp and, if it explains, its id in mistake_name().
#pragma once

#include <string>
#include <utility>

#include "base/fault.h"
#include "diagnosis/answer_view.h"
#include "diagnosis/hypotheses.h"
#include "diagnosis/wrong_places.h"

namespace warpgrade {

/// What was noted about an answer.
struct Notes {
  Reading& reading;

  void hold(Cause cause) { reading.holds.push_back(std::move(cause)); }
  void hold(const Pattern& pattern) {
    reading.holds.insert(reading.holds.end(), pattern.begin(), pattern.end());
  }
  /// For explanations only: mistake_name() must know the cause.
  void refute(const Cause& cause) {
    const std::string mistake = mistake_name(cause);
    if (mistake.empty()) throw GraderError(cause.id + " explains nothing: see mistake_name()");
    reading.refuted.insert(mistake);
  }
  void note(bool holds, Cause cause) { holds ? hold(std::move(cause)) : refute(cause); }
};

/// The cause for "the result is that of a known mistake".
Cause known(const Alternative& alternative);

/// Whether the known mistake's result differs from the right answer by more than rounding.
bool differs(const Expected& expected, const Alternative& alternative);

/// Notes all patterns, the most informative first.
void note_values(const AnswerView& v, Notes& notes);

}  // namespace warpgrade
