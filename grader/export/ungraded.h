// Students without a grade for a lab: their hand-in cannot be graded, or they are absent.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "export/counted_attempt.h"
#include "gradebook/grade_history.h"
#include "import/roster.h"
#include "import/submission.h"

namespace warpgrade {

struct Ungraded {
  Student student;
  std::string lab;
  bool unusable = false;  // otherwise absent
  std::string why;        // "dot (1).cu: not named dot.cu", "nothing was handed in"
};

/// "unusable", "absent".
std::string state_name(const Ungraded& one);

/// The student's entry in a class list, which may have another id; or null.
const Student* find_listed(const Student& student, const Roster& class_list);

/// Students with a grade, each with the lab; includes group members.
using Present = std::vector<std::pair<Student, std::string>>;
Present present_in(const std::vector<GradebookRow>& grades);

Present present_in(const std::vector<CountedGrade>& grades);

/// True if its student has a grade for any lab that it may belong to.
bool is_graded(const Unusable& one, const Present& present);

/// By student, those on the roster first and in its order; then by lab. Nobody is absent for a lab
/// without any hand-in, or if `roster` is empty.
std::vector<Ungraded> ungraded(const std::vector<Student>& roster,
                               const std::vector<UnusableEntry>& unusable, const Present& present);

/// Adds a CountedGrade for each unusable hand-in; by student and lab.
std::vector<CountedGrade> with_unusable(std::vector<CountedGrade> grades,
                                        const std::vector<Ungraded>& without);

}  // namespace warpgrade
