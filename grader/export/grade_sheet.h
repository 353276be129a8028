// A course site's own sheet of grades: one column is filled, every other byte stays.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "import/csv.h"
#include "score/points.h"

namespace warpgrade {

class GradeSheet {
 public:
  /// UsageError: it cannot be read, or has no rows.
  GradeSheet(std::string text, const std::string& file);

  const std::string& file() const { return file_; }
  const CsvRow& head() const { return rows_.front(); }
  const std::vector<CsvRow>& rows() const { return rows_; }  // the first one names the columns

  /// "" where the row is shorter.
  const std::string& cell(std::size_t row, std::size_t column) const;

  /// UsageError: the row has no such cell.
  void set(std::size_t row, std::size_t column, const std::string& value);

  /// All of it, as it was read but for what was set.
  std::string text() const;

 private:
  std::string text_, file_;
  char between_;
  std::vector<CsvRow> rows_;
  std::map<std::size_t, std::pair<CsvSpan, std::string>> changes_;  // by where they begin
};

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

/// "87.5", "87,5" or "87.50 " as points; nothing for what is no number.
std::optional<Points> points_in(const std::string& cell);

}  // namespace warpgrade
