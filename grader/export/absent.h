// Whom nothing came from: students of the roster without a submission for a lab of the class.
#pragma once

#include <string>
#include <vector>

#include "export/counting.h"
#include "gradebook/gradebook.h"
#include "import/submission.h"

namespace warpgrade {

struct Absence {
  Student student;
  std::string lab;
};

/// `who`: of whom there is a grade, each with its lab; a group's members count. By student as in
/// the roster, then by lab. Of a lab that nobody handed in, nobody is absent.
std::vector<Absence> absences(const std::vector<Student>& roster, const std::vector<Absence>& who);

/// Likewise, of a run's grades.
std::vector<Absence> absences(const std::vector<Student>& roster,
                              const std::vector<GradebookRow>& grades);
std::vector<Absence> absences(const std::vector<Student>& roster,
                              const std::vector<CountedGrade>& grades);

}  // namespace warpgrade
