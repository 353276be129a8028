// The gradebook that Canvas exports.

#include "base/fault.h"
#include "base/regex.h"
#include "base/text.h"
#include "base/utf8.h"
#include "export/sheet_columns.h"
#include "export/sheet_layout.h"

namespace warpgrade {
namespace {

/// Finds the requested column: by full title, id, title without id, or a part of the title.
std::size_t choose_column(const GradeSheet& sheet, const std::vector<std::size_t>& columns,
                          const std::string& wanted) {
  const CsvRow& head = sheet.head();
  static const std::regex numbered(R"(([\s\S]*)\((\d+)\)\s*)");
  std::vector<std::vector<std::size_t>> found(4);
  for (const std::size_t c : columns) {
    const std::string title = case_folded(head.cells[c]), text = case_folded(wanted);
    std::smatch m;
    const bool has_id = regex_match(title, m, numbered);
    if (title == text) found[0].push_back(c);
    if (has_id && m[2] == text) found[1].push_back(c);
    if (has_id && trimmed(m[1].str()) == text) found[2].push_back(c);
    if (title.find(text) != title.npos) found[3].push_back(c);
  }
  for (const auto& some : found) {
    if (some.size() == 1) return some.front();
    if (some.empty()) continue;
    if (wanted.empty())
      throw UsageError(
          "the column of " + sheet.file() + " is ambiguous",
          "Choose one with --column, by its title or the number in brackets:" + listed(head, some));
    throw UsageError("--column " + wanted + " is ambiguous:" + listed(head, some),
                     "Give the number in its brackets.");
  }
  throw UsageError("--column " + wanted + ": " + sheet.file() + " has no such column.",
                   columns.empty() ? "It has no grade columns. Check that it is Canvas's gradebook."
                                   : "Its grade columns are:" + listed(head, columns));
}

/// The columns that every gradebook has.
struct Fixed {
  std::size_t student = 0, id = 0, section = 0;
};

Fixed fixed_columns(const GradeSheet& sheet) {
  const CsvRow& head = sheet.head();
  const Column student = column_named(head, "Student"), id = column_named(head, "ID");
  Column section;
  for (std::size_t c = 0; c < head.cells.size(); ++c)
    if (case_folded(head.cells[c]) == "section") section = c;
  if (!student || !id || !section)
    throw UsageError(sheet.file() + " is not a gradebook from Canvas: its first line lacks " +
                         (!student ? "Student"
                          : !id    ? "ID"
                                   : "Section") +
                         ".",
                     "In Canvas: Grades, Export, Export Entire Gradebook.");
  return {*student, *id, *section};
}

/// Finds the students' rows. Returns the row "Points Possible", or 0.
std::size_t find_rows(const GradeSheet& sheet, const Fixed& fixed,
                      std::vector<std::size_t>& students) {
  std::size_t points = 0;
  for (std::size_t r = 1; r < sheet.rows().size(); ++r) {
    if (!trimmed(sheet.cell(r, fixed.id)).empty()) {
      students.push_back(r);
    } else if (students.empty() && !trimmed(sheet.cell(r, fixed.student)).empty()) {
      points = r;  // "    Points Possible"; that of "Manual Posting" begins with an empty cell
    }
  }
  return points;
}

/// The columns of assignments. Sums are "(read only)" in the row "Points Possible".
std::vector<std::size_t> assignments(const GradeSheet& sheet, const Fixed& fixed,
                                     std::size_t points) {
  const CsvRow& head = sheet.head();
  std::vector<std::size_t> columns;
  for (std::size_t c = fixed.section + 1; c < head.cells.size(); ++c) {
    const bool is_sum = points != 0 && sheet.cell(points, c).find('(') != std::string::npos;
    if (!is_sum && !trimmed(head.cells[c]).empty()) columns.push_back(c);
  }
  return columns;
}

}  // namespace

SheetLayout canvas_layout(const GradeSheet& sheet, const SheetOptions& options) {
  const CsvRow& head = sheet.head();
  const Fixed fixed = fixed_columns(sheet);
  SheetLayout layout;
  const std::size_t points = find_rows(sheet, fixed, layout.students);
  layout.column = choose_column(sheet, assignments(sheet, fixed, points), options.column);
  if (points != 0) layout.read_max_points(sheet.cell(points, layout.column));
  for (const std::size_t r : layout.students)
    if (case_folded(sheet.cell(r, layout.column)) == "ex" && !options.replace_excused)
      layout.locked[r] = "excused (EX): --replace-excused overwrites it";
  // A grade column must not be mistaken for an id column.
  Column match;
  if (!options.match.empty()) match = wanted_column(head, options.match, "--match");
  std::vector<std::size_t> rows = layout.students;
  rows.insert(rows.begin(), 0);
  for (const std::size_t r : rows) {
    CsvRow known_row = sheet.rows()[r];
    known_row.cells.resize(fixed.section + 1);
    if (match) known_row.cells.push_back(r == 0 ? "Student ID" : sheet.cell(r, *match));
    layout.roster.push_back(std::move(known_row));
  }
  return layout;
}

}  // namespace warpgrade
