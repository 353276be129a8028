// Writes a class's grades into a course site's sheet.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "export/counted_attempt.h"
#include "export/sheet_layout.h"
#include "import/roster.h"

namespace warpgrade {

struct FillRules {
  enum class Scale { same, none, sheet, points };
  Scale scale = Scale::same;  // same: an error if the sheet's points differ from the labs'
  Points scale_points;        // for Scale::points
  bool earned = false;        // also write points earned so far if some are pending
  bool feedback = false;      // write a line of feedback per student
};

/// A remark about one student.
struct SheetRemark {
  std::string who, what;
};

struct FilledSheet {
  std::string text;
  std::string column;                  // its title
  std::optional<Points> of;            // maximum points, if known
  std::size_t written = 0, same = 0;   // same: cells that already had that grade
  std::vector<SheetRemark> replaced;   // cells that had another grade
  std::vector<SheetRemark> left;       // unchanged cells of students with a grade
  std::vector<SheetRemark> part;       // some of several labs were not handed in
  std::vector<SheetRemark> not_found;  // graded, but not in the sheet
  std::vector<std::string> nothing;    // in the sheet, but without a grade
};

/// Finds each student's row by id, login, address or name, using `roster` (may be empty). A match
/// by id is rejected if name and address contradict it, and a row that fits two students is not
/// filled, nor one whose id or address is that of another student of the class (`known`). Points of
/// several labs are added.
FilledSheet fill_sheet(GradeSheet sheet, const SheetLayout& layout,
                       const std::vector<CountedGrade>& grades, const Roster& roster,
                       const std::vector<Student>& known, const FillRules& rules);

}  // namespace warpgrade
