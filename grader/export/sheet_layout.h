// The positions of students, grades and other data in course sites' sheets.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "export/grade_sheet.h"

namespace warpgrade {

/// The positions in one sheet.
struct SheetLayout {
  std::size_t column = 0;               // the column to fill
  std::optional<std::size_t> feedback;  // the column of comments
  std::vector<std::size_t> students;    // rows
  std::optional<Points> max_points;     // the column's maximum points, if the sheet contains them
  char decimal = '.';
  /// The students' rows with titles that Roster understands.
  std::vector<CsvRow> roster;
  /// Rows of `students` that must not be changed, with the reason.
  std::map<std::size_t, std::string> locked;

  /// Reads a cell with the column's maximum points, and its decimal separator.
  void read_max_points(const std::string& cell) {
    max_points = points_in(cell);
    if (cell.find(',') != cell.npos) decimal = ',';
  }
};

/// Command-line options about a sheet.
struct SheetOptions {
  std::string column;    // title, id or a part of the title; "": the only column
  std::string feedback;  // the column of comments; "": find it by its English title
  std::string match;     // a further column with ids; "": none
  bool replace_excused = false;
};

/// Canvas's gradebook: "Student, ID, …, Section, TITLE (ID), …", an optional row "Manual Posting",
/// a row "Points Possible", then the students. UsageError lists the columns to choose from.
SheetLayout canvas_layout(const GradeSheet& sheet, const SheetOptions& options);

/// Moodle's grading worksheet: "Identifier, Full name, …, Status, Grade, Maximum Grade, Grade can
/// be changed, …, Feedback comments". Titles are in the site's language. If they are not English,
/// Grade is the column before the one that has the same number in every row.
SheetLayout moodle_layout(const GradeSheet& sheet, const SheetOptions& options);

}  // namespace warpgrade
