// Where the students, their grades and all else stand in the sheets of course sites.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "export/grade_sheet.h"

namespace warpgrade {

/// Where things stand in a sheet.
struct SheetLayout {
  std::size_t column = 0;               // that is filled
  std::optional<std::size_t> feedback;  // the column of comments
  std::vector<std::size_t> students;    // rows
  std::optional<Points> max_points;     // that the column is of, where the sheet says so
  char decimal = '.';
  /// The students' rows, with a head that Roster understands.
  std::vector<CsvRow> roster;
  /// Of `students`: rows in which nothing may be written, with the reason.
  std::map<std::size_t, std::string> locked;

  /// Of a cell that says what the column is of: the points, and how decimals are written.
  void take_points(const std::string& cell) {
    max_points = points_in(cell);
    if (cell.find(',') != cell.npos) decimal = ',';
  }
};

/// What the command line says about a sheet.
struct SheetOptions {
  std::string column;    // title, id or a part of the title; "": the only one there is
  std::string feedback;  // the column of comments; "": by its English name
  std::string match;     // a further column that holds an id; "": none
  bool replace_excused = false;
};

/// Canvas's gradebook: "Student, ID, …, Section, TITLE (ID), …", perhaps a row "Manual Posting", a
/// row "Points Possible", then the students. UsageError names the columns to choose from.
SheetLayout canvas_layout(const GradeSheet& sheet, const SheetOptions& options);

/// Moodle's grading worksheet: "Identifier, Full name, …, Status, Grade, Maximum Grade, Grade can
/// be changed, …, Feedback comments", whose names are in the site's language. Where they are not
/// English, Grade is the column before the one that holds the same number in every row.
SheetLayout moodle_layout(const GradeSheet& sheet, const SheetOptions& options);

}  // namespace warpgrade
