// Statistics of a class: how hard its tasks and cases are, and which mistakes occur together.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace warpgrade {

/// One item. Shares are of the maximum points, in 0 … 1; of a case, 1 is right and 0 wrong.
struct NumbersRow {
  std::string kind;  // "lab", "task", "case", "section", "time"
  std::string lab, task;
  std::string name;  // of the case, section or time; "" for labs and tasks
  std::size_t grades = 0;
  double mean = 0, median = 0, deviation = 0;  // deviation: of the sample; 0 for one grade
  /// Correlation with the rest of the lab: of a task with the other tasks' points, of a case with
  /// the share of all other cases that are right. Unset if either does not vary, and for others.
  std::optional<double> discrimination;
  double lost = 0;  // points of all grades; a task's are shared equally among its failing cases
};

/// Two mistakes in the same lab.
struct MistakePair {
  std::string lab;
  std::string first, second;                          // the text of one student's report
  std::size_t both = 0, in_first = 0, in_second = 0;  // numbers of students
  double correlation = 0;                             // phi
};

struct ClassNumbers {
  std::string title;               // of the course; ""
  std::vector<NumbersRow> rows;    // by lab; cases with the most points lost first
  std::vector<MistakePair> pairs;  // by lab, the largest correlation first
};

/// The page, for instructors.
std::string numbers_page(const ClassNumbers& numbers);

}  // namespace warpgrade
