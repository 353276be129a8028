// Where the wrong elements of an answer are: the last rows, every other tile, along a wall.
#pragma once

#include <string>

#include "causes/cause.h"
#include "diagnosis/answer_view.h"

namespace warpgrade {

/// Causes for one place: first its likely explanation, if any, then its description.
using Pattern = Causes;

/// What is wrong with the elements of a pattern.
enum class What { wrong, zero, unwritten };

inline Fact make_fact(What what) {
  constexpr const char* ids[] = {"what.wrong", "what.zero", "what.unwritten"};
  return {"what", std::string(ids[static_cast<int>(what)])};
}

/// Describes the only wrong element.
Cause only_wrong(const AnswerView& v, What what);

/// Describes where the wrong elements are; `what` is what is wrong with them. Empty if they are
/// everywhere, or without a pattern.
Pattern place(const AnswerView& v, What what);

/// The same for a 3D array.
Pattern place_in_cube(const AnswerView& v, What what);

}  // namespace warpgrade
