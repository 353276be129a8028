// The grading worksheet that Moodle exports.
#include <algorithm>

#include "base/fault.h"
#include "base/regex.h"
#include "base/text.h"
#include "export/sheet_columns.h"
#include "export/sheet_layout.h"

namespace warpgrade {
namespace {

/// The participant's number after a word in the site's language.
const std::regex participant(R"([^0-9]+([0-9]+)\s*)");

/// All rows except the titles.
std::vector<std::size_t> student_rows(const GradeSheet& sheet) {
  std::vector<std::size_t> students;
  for (std::size_t r = 1; r < sheet.rows().size(); ++r) {
    if (!regex_match(sheet.cell(r, 0), participant))
      throw UsageError(sheet.file() + ":" + std::to_string(sheet.rows()[r].line) +
                           " does not begin with \"Participant\" and a number.",
                       "In Moodle, set \"Offline grading worksheet\" in the assignment's feedback "
                       "types and download it under Submissions, Download grading worksheet.");
    students.push_back(r);
  }
  return students;
}

/// Columns that may contain grades: the next column has the same number in every row, and no grade
/// exceeds it.
std::vector<std::size_t> grade_columns(const GradeSheet& sheet,
                                       const std::vector<std::size_t>& students) {
  std::vector<std::size_t> grades;
  for (std::size_t c = 2; c + 1 < sheet.head().cells.size() && !students.empty(); ++c) {
    const auto most = points_in(sheet.cell(1, c + 1));
    bool fits = most && *most > Points{};
    for (const std::size_t r : students) {
      const auto grade = points_in(sheet.cell(r, c));
      fits &= points_in(sheet.cell(r, c + 1)) == most &&
              (grade ? *grade <= *most
                     : trimmed(sheet.cell(r, c)).find_first_not_of('-') == std::string::npos);
    }
    if (fits) grades.push_back(c);
  }
  return grades;
}

std::size_t grade_column(const GradeSheet& sheet, const std::vector<std::size_t>& students,
                         const std::string& wanted) {
  const CsvRow& head = sheet.head();
  if (!wanted.empty()) return wanted_column(head, wanted, "--column");
  if (const Column english = column_named(head, "Grade")) return *english;
  const std::vector<std::size_t> grades = grade_columns(sheet, students);
  if (grades.size() == 1) return grades.front();
  std::vector<std::size_t> all;
  for (std::size_t c = 1; c < head.cells.size(); ++c) all.push_back(c);
  throw UsageError("cannot identify the grade column of " + sheet.file(),
                   "Choose it with --column:" + listed(head, all));
}

/// The first columns, which identify the student, and the column of `--match`. The grade column
/// must not be mistaken for one of them.
CsvRow roster_row(const CsvRow& row, std::size_t grade, Column match) {
  CsvRow known_row = row;
  known_row.cells.resize(std::min(grade, known_row.cells.size()));
  if (match) {
    known_row.cells.resize(grade);
    known_row.cells.push_back(*match < row.cells.size() ? row.cells[*match] : "");
  }
  return known_row;
}

/// The titles, in words that Roster understands.
CsvRow roster_head(const GradeSheet& sheet, std::size_t grade, Column match) {
  CsvRow named = roster_row(sheet.head(), grade, match);
  named.cells[0] = "Identifier";
  // Identifier, name, optional columns, status, grade. Blind marking omits the name.
  if (grade > 2) named.cells[1] = "Full name";
  if (match) named.cells.back() = "Student ID";
  return named;
}

}  // namespace

SheetLayout moodle_layout(const GradeSheet& sheet, const SheetOptions& options) {
  const CsvRow& head = sheet.head();
  SheetLayout layout;
  layout.students = student_rows(sheet);
  layout.column = grade_column(sheet, layout.students, options.column);
  layout.read_max_points(sheet.cell(1, layout.column + 1));
  layout.feedback = options.feedback.empty()
                        ? column_named(head, "Feedback comments")
                        : wanted_column(head, options.feedback, "--feedback-column");
  if (const Column changes = column_named(head, "Grade can be changed"))
    for (const std::size_t r : layout.students)
      if (case_folded(sheet.cell(r, *changes)) == "no")
        layout.locked[r] = "according to Moodle, the grade cannot be changed";
  Column match;
  if (!options.match.empty()) match = wanted_column(head, options.match, "--match");
  layout.roster.push_back(roster_head(sheet, layout.column, match));
  for (const std::size_t r : layout.students)
    layout.roster.push_back(roster_row(sheet.rows()[r], layout.column, match));
  return layout;
}

}  // namespace warpgrade
