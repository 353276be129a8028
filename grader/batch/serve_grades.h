// The other end of a GradeServer: a process that makes ready what the grades of one lab have in
// common, and starts each grade as a process of its own that has it already.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

namespace warpgrade {

/// One grade that is asked for: what to grade, and where its results go.
struct GradeOrder {
  std::filesystem::path submission, json, html;
  std::uint64_t seed = 0;
};

struct GradeMaker {
  std::function<void()> prepare;  // once, before the third grade: fewer do not need it
  std::function<int(const GradeOrder&)> grade;  // in the new process; its exit status
};

/// Takes orders from the socket that is descriptor 0 until its other end closes; then ends what
/// still runs. Descriptors 1 and 2 of a grade are its log. GraderError: the socket is none.
void serve_grades(const GradeMaker& maker);

}  // namespace warpgrade
