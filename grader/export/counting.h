// Which of a student's attempts counts, and what a late one costs, by the course's rules.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "course/late_rules.h"
#include "gradebook/grade_history.h"
#include "import/submission.h"

namespace warpgrade {

/// "+2", "-0.5", "2". UsageError for anything else.
Points points_by_hand_named(const std::string& text);

/// When an attempt at a lab was due for that student, and how much later it came.
struct Lateness {
  std::optional<std::int64_t> due;
  int days = 0;  // begun; 1 where the site says late, and not by how much; 0: on time
};
Lateness lateness_of(const Student& student, const GradebookRow& row, const CountingRules& rules);

/// What an instructor decided: "graded by hand", "takes dot (1).cu as dot.cu"; or "".
std::string decision_on(const GradebookRow& row);

/// What one student has for one lab. Members of a group have one each.
struct CountedGrade {
  enum class State {
    given,
    pending,    // points of it, or of an attempt that may turn out better, are not decided
    open,       // trouble of ours: nothing may be said
    late_only,  // what is on time counts, and nothing was
    unusable,   // what was handed in cannot be graded
  };
  Student student;
  std::string lab;
  BookEntry entry;   // the attempt that counts; of no meaning with late_only and unusable
  int attempts = 0;  // 0: unusable
  std::optional<std::int64_t> due;  // for this student
  bool late = false;
  int days_late = 0;            // begun; of a late one at least 1
  Points raw, penalty, points;  // points = raw - penalty + by_hand; 0 while it is open
  Points by_hand;               // as far as they count: points stay within 0 … max_points
  Points pending, max_points;
  State state = State::given;
  std::string why;  // it is not given, or what an instructor decided
};

/// In tables and JSON: "graded", "pending", "open", "late-only", "unusable".
std::string state_name(CountedGrade::State state);

/// True where there are points to speak of.
bool has_points(const CountedGrade& g);

/// An attempt with what lateness and points by hand make of it, as if it were the one that counts.
CountedGrade weighed(const GradebookRow& row, const CountingRules& rules);

/// What lateness takes of it; 0 where there is no grade.
Points late_cost(const GradebookRow& row, const CountingRules& rules);

/// Labs of these that are due, and of how many attempts nobody told when they were handed in.
std::map<std::string, std::size_t> due_without_times(const std::vector<GradebookRow>& rows,
                                                     const CountingRules& rules);

/// By student and lab. `entries` as latest_grades() gives them, or grades_of_all_attempts() where
/// `rules` may count an earlier one.
std::vector<CountedGrade> count_grades(const std::vector<BookEntry>& entries,
                                       const CountingRules& rules);

/// What of a gradebook may count by these rules.
std::vector<BookEntry> grades_that_may_count(const GradeHistory& book, Counts counts);

/// With the points that labs are worth in the course, by lab, in place of the labs' own.
std::vector<CountedGrade> worth_in_course(std::vector<CountedGrade> grades,
                                          const std::map<std::string, Points>& worth);

}  // namespace warpgrade
