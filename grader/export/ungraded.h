// Students without a grade for a lab of the class: what they handed in cannot be graded, or they
// handed in nothing.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "export/counting.h"
#include "gradebook/grade_history.h"
#include "import/submission.h"

namespace warpgrade {

struct Ungraded {
  Student student;
  std::string lab;
  bool unusable = false;  // else absent
  std::string why;        // "dot (1).cu: not named dot.cu", "nothing was handed in"
};

/// "unusable", "absent".
std::string state_name(const Ungraded& one);

/// Of whom there is a grade, each with its lab; a group's members count.
using Present = std::vector<std::pair<Student, std::string>>;
Present present_in(const std::vector<GradebookRow>& grades);

Present present_in(const std::vector<CountedGrade>& grades);

/// True where its student has a grade for any of the labs that it may be for.
bool is_graded(const Unusable& one, const Present& present);

/// By student, those of the roster first and in its order; then by lab. Of a lab that nobody handed
/// in, nobody is absent. An empty `roster`: nobody is known to be absent.
std::vector<Ungraded> ungraded(const std::vector<Student>& roster,
                               const std::vector<UnusableEntry>& unusable, const Present& present);

/// With a CountedGrade for each that is unusable, by student and lab.
std::vector<CountedGrade> with_unusable(std::vector<CountedGrade> grades,
                                        const std::vector<Ungraded>& without);

}  // namespace warpgrade
