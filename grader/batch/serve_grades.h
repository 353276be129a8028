// The process of a GradeServer: prepares what the grades of one lab have in common, and forks a
// process for each grade.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

namespace warpgrade {

/// One grade to compute: the submission, and where the results go.
struct GradeOrder {
  std::filesystem::path submission, json, html;
  std::uint64_t seed = 0;
};

struct GradeMaker {
  std::function<void()> prepare;  // called once, before the third grade: it does not pay off before
  std::function<int(const GradeOrder&)>
      grade;  // called in the new process; returns its exit status
};

/// Takes orders from the socket on descriptor 0 until it is closed, then ends running grades.
/// Descriptors 1 and 2 of a grade are its log. GraderError: descriptor 0 is not a socket.
void serve_grades(const GradeMaker& maker);

}  // namespace warpgrade
