// The grades of a class, written into a course site's sheet.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "export/counting.h"
#include "export/sheet_layout.h"
#include "import/roster.h"

namespace warpgrade {

struct FillRules {
  enum class Scale { same, none, sheet, points };
  Scale scale = Scale::same;  // same: refused where the sheet's points are not the labs'
  Points scale_points;        // for Scale::points
  bool earned = false;        // what is earned of grades with points pending, too
  bool feedback = false;      // a line for each student, in the sheet's column of comments
};

/// What a person is told of one student.
struct SheetRemark {
  std::string who, what;
};

struct FilledSheet {
  std::string text;
  std::string column;                  // its title
  std::optional<Points> of;            // points, where known
  std::size_t written = 0, same = 0;   // same: of those, stood there already
  std::vector<SheetRemark> replaced;   // another grade
  std::vector<SheetRemark> left;       // cells that stay as they were though something was graded
  std::vector<SheetRemark> part;       // of several labs some were not handed in
  std::vector<SheetRemark> not_found;  // graded, and not in the sheet
  std::vector<std::string> nothing;    // in the sheet, and nothing was graded
};

/// The row of each student is found by id, login, address or name, with what `roster` (may be
/// empty) knows besides. A match by id is not believed where name and address say otherwise, and a
/// row that two students match is nobody's. Several labs are added up.
FilledSheet fill_sheet(GradeSheet sheet, const SheetLayout& layout,
                       const std::vector<CountedGrade>& grades, const Roster& roster,
                       const FillRules& rules);

}  // namespace warpgrade
