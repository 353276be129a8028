// The files that one student gets for one lab, independent of the course site.
#pragma once

#include <string>
#include <vector>

#include "export/class_export.h"
#include "export/fill_sheet.h"
#include "gradebook/grade_history.h"

namespace warpgrade {

struct Returned {
  CountedGrade grade;
  std::string source;     // of the hand-in, as the site named it
  std::string page;       // HTML
  std::string what;       // "dot: 13 of 100 points, attempt 2, 1 comment"
  std::string form = {};  // for a regrade request, as text; "": none
};

struct ReturnedClass {
  std::vector<Student> students;  // all that are known
  std::vector<Returned> reports;  // by student and lab
  std::vector<SheetRemark> left;  // students without a report, and why
};

/// The name of another student than those of `row` in a text for them; "" if there is none.
std::string other_student_in(const GradeHistory& history, const GradebookRow& row,
                             const std::string& text);

/// The page of the attempt that counts of every student and group member; for an ungradable
/// hand-in and a grade by hand, a page that says so. Left out are open grades, and pages that name
/// another student or one of `secret_paths`. `folder`: --out of the batch. With `form_secret`,
/// each page of a lab that takes regrade requests has a form.
ReturnedClass returned_reports(const GradeHistory& history, const std::filesystem::path& folder,
                               const std::vector<std::string>& labs, const CountingRules& rules,
                               const std::vector<std::string>& secret_paths,
                               const std::string& form_secret = "");

}  // namespace warpgrade
