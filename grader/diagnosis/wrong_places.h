// Where the wrong elements of an answer lie: in the last rows, every other tile, along a wall.
#pragma once

#include <string>

#include "causes/cause.h"
#include "diagnosis/answer_view.h"

namespace warpgrade {

/// Of one place: what it suggests, if anything, then what it is.
using Pattern = Causes;

/// What is the matter with the elements of a pattern.
enum class What { wrong, zero, unwritten };

inline Fact make_fact(What what) {
  constexpr const char* ids[] = {"what.wrong", "what.zero", "what.unwritten"};
  return {"what", std::string(ids[static_cast<int>(what)])};
}

/// The only wrong element.
Cause only_wrong(const AnswerView& v, What what);

/// The wrong elements described by where they lie; `what` says what is the matter there. Nothing
/// where they lie in no order, or everywhere.
Pattern place(const AnswerView& v, What what);

/// Of an answer that is a cube.
Pattern place_in_cube(const AnswerView& v, What what);

}  // namespace warpgrade
