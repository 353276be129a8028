// Decides which of a student's attempts counts, and its late penalty, by the course's rules.
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

/// Parses "+2", "-0.5" or "2". UsageError for anything else.
Points points_by_hand_named(const std::string& text);

/// When a student's attempt at a lab was due, and how late it was.
struct Lateness {
  std::optional<std::int64_t> due;
  int days = 0;           // days begun; 1 if the site only marks it as late; 0: on time
  bool extended = false;  // `due` is later than that of the others
  double factor = 1;      // by accommodation
};
Lateness find_lateness(const Student& student, const GradebookRow& row, const CountingRules& rules);

/// The instructor's decision: "graded by hand", "takes dot (1).cu as dot.cu"; or "".
std::string instructor_decision(const GradebookRow& row);

/// A student's grade for a lab. Each member of a group has one.
struct CountedGrade {
  enum class State {
    given,
    pending,    // its points, or those of a possibly better attempt, are undecided
    open,       // the grader failed: there is no grade
    late_only,  // only attempts on time count, and there are none
    unusable,   // the hand-in cannot be graded
  };
  Student student;
  std::string lab;
  BookEntry entry;                  // the attempt that counts; unused for late_only and unusable
  int attempts = 0;                 // 0: unusable
  std::optional<std::int64_t> due;  // due date of this student
  bool late = false;
  int days_late = 0;            // days begun; at least 1 if late
  int free_days = 0;            // of these, covered by the student's late days
  Points raw, penalty, points;  // points = raw - penalty + by_hand; 0 if open
  Points by_hand;               // limited so that points are in 0 … max_points
  Points pending, max_points;
  State state = State::given;
  std::string why;  // why it is not final, or the instructor's decision
};

/// In tables and JSON: "graded", "pending", "open", "late-only", "unusable".
std::string state_name(CountedGrade::State state);

/// True if the grade has points.
bool has_points(const CountedGrade& g);

/// An attempt with late penalty and points by hand, as if it were the one that counts.
CountedGrade apply_counting_rules(const GradebookRow& row, const Student& member,
                                  const CountingRules& rules);

/// `rules` with the students whom their names mean, and the late days that each student uses: labs
/// in the order of their due times, each with the attempt that counts. Without a class list
/// (`roster`), a name that nobody has is not reported.
CountingRules rules_for_class(CountingRules rules, const std::vector<BookEntry>& entries,
                              const std::vector<Student>& roster);
CountingRules rules_for_class(const CountingRules& rules, const GradeHistory& history);

/// The late penalty of a member of the row's group; 0 if there is no grade.
Points late_cost(const GradebookRow& row, const Student& member, const CountingRules& rules);

/// Labs with a due date, and the number of attempts whose submission time is unknown.
std::map<std::string, std::size_t> due_without_times(const std::vector<GradebookRow>& rows,
                                                     const CountingRules& rules);

/// By student and lab. `entries`: from latest_grades(), or from grades_of_all_attempts() if `rules`
/// may count an earlier attempt. Rules of a course become those of the class that `entries` show.
std::vector<CountedGrade> count_grades(const std::vector<BookEntry>& entries,
                                       const CountingRules& rules);

/// The grades of a gradebook that may count by these rules.
std::vector<BookEntry> grades_that_may_count(const GradeHistory& book, Counts counts);

/// Scales the grades to the labs' points in the course, by lab.
std::vector<CountedGrade> worth_in_course(std::vector<CountedGrade> grades,
                                          const std::map<std::string, Points>& worth);

}  // namespace warpgrade
