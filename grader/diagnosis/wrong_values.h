// What the wrong values of an answer are: zeros, a multiple of the right ones, those of a known
// mistake. Each function knows one mistake by what it leaves behind, and notes it where it holds.
// Where the mistake would have left other values, it is refuted. A new pattern is a function in
// wrong_values.cpp and its name in note_values(), its words in causes/case_words.cpp and, where it
// explains, its id in mistake_name().
#pragma once

#include <string>
#include <utility>

#include "base/fault.h"
#include "diagnosis/answer_view.h"
#include "diagnosis/hypotheses.h"
#include "diagnosis/wrong_places.h"

namespace warpgrade {

/// What is noted of an answer.
struct Notes {
  Reading& reading;

  void hold(Cause cause) { reading.holds.push_back(std::move(cause)); }
  void hold(const Pattern& pattern) {
    reading.holds.insert(reading.holds.end(), pattern.begin(), pattern.end());
  }
  /// Of an explanation alone: mistake_name() must know it.
  void refute(const Cause& cause) {
    const std::string mistake = mistake_name(cause);
    if (mistake.empty()) throw GraderError(cause.id + " explains nothing: see mistake_name()");
    reading.refuted.insert(mistake);
  }
  void note(bool holds, Cause cause) { holds ? hold(std::move(cause)) : refute(cause); }
};

/// The cause that says: the result is that of a known mistake.
Cause known(const Alternative& alternative);

/// Or is it so close to the right answer that rounding may have brought either here?
bool differs(const Expected& expected, const Alternative& alternative);

/// All of them, those first that say most.
void note_values(const AnswerView& v, Notes& notes);

}  // namespace warpgrade
