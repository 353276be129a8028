#include "export/grade_sheet.h"

#include <algorithm>
#include <cctype>
#include <regex>

#include "base/fault.h"
#include "base/utf8.h"

namespace warpgrade {
namespace {

std::string without_blanks(const std::string& text) {
  const auto from = text.find_first_not_of(" \t\r\n");
  return from == text.npos ? "" : text.substr(from, text.find_last_not_of(" \t\r\n") + 1 - from);
}

std::string small(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return without_blanks(text);
}

using Column = std::optional<std::size_t>;

/// By its name or, counted from 1, its number.
Column column_named(const CsvRow& head, const std::string& name) {
  for (std::size_t c = 0; c < head.cells.size(); ++c)
    if (small(head.cells[c]) == small(name)) return c;
  if (!name.empty() && name.size() < 6 &&
      std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c); })) {
    const std::size_t number = std::stoul(name);
    if (number >= 1 && number <= head.cells.size()) return number - 1;
  }
  return std::nullopt;
}

std::string listed(const CsvRow& head, const std::vector<std::size_t>& columns) {
  std::string text;
  for (const std::size_t c : columns) text += "\n    " + plain_text(head.cells[c]);
  return text;
}

std::size_t wanted_column(const CsvRow& head, const std::string& name, const std::string& option) {
  if (const Column found = column_named(head, name)) return *found;
  std::vector<std::size_t> all(head.cells.size());
  for (std::size_t c = 0; c < all.size(); ++c) all[c] = c;
  throw UsageError(option + ": the sheet has no column " + name + ".",
                   "Its columns are:" + listed(head, all));
}

/// The one that is meant: by its whole title, by its id, by its title without the id, by a part.
std::size_t choose_column(const GradeSheet& sheet, const std::vector<std::size_t>& columns,
                          const std::string& wanted) {
  const CsvRow& head = sheet.head();
  static const std::regex numbered(R"(([\s\S]*)\((\d+)\)\s*)");
  std::vector<std::vector<std::size_t>> found(4);
  for (const std::size_t c : columns) {
    const std::string title = small(head.cells[c]), text = small(wanted);
    std::smatch m;
    const bool has_id = std::regex_match(title, m, numbered);
    if (title == text) found[0].push_back(c);
    if (has_id && m[2] == text) found[1].push_back(c);
    if (has_id && without_blanks(m[1]) == text) found[2].push_back(c);
    if (title.find(text) != title.npos) found[3].push_back(c);
  }
  for (const auto& some : found) {
    if (some.size() == 1) return some.front();
    if (some.empty()) continue;
    if (wanted.empty())
      throw UsageError(
          "Which column of " + sheet.file() + "?",
          "Name one with --column, or the number in its brackets:" + listed(head, some));
    throw UsageError("--column " + wanted + " may be any of these:" + listed(head, some),
                     "Give the number in its brackets.");
  }
  throw UsageError("--column " + wanted + ": " + sheet.file() + " has no such column.",
                   columns.empty() ? "It has no column for grades at all: is it Canvas's gradebook?"
                                   : "Its columns for grades are:" + listed(head, columns));
}

}  // namespace

std::optional<Points> points_in(const std::string& cell) {
  static const std::regex form(R"((\d{1,9})(?:[.,](\d+))?)");
  std::smatch m;
  const std::string text = without_blanks(cell);
  if (!std::regex_match(text, m, form)) return std::nullopt;
  std::string rest = m[2].str();
  rest.resize(3, '0');
  const long long thousandths = std::stoll(m[1].str()) * 1000 + std::stoll(rest);
  return Points::hundredths((thousandths + 5) / 10);
}

GradeSheet::GradeSheet(std::string text, const std::string& file)
    : text_(std::move(text)), file_(file), between_(',') {
  const std::string_view begin = std::string_view(text_).substr(0, 2);
  if (begin == "\xFF\xFE" || begin == "\xFE\xFF" || text_.find('\0') != text_.npos)
    throw UsageError(file + " is not CSV in UTF-8.",
                     "Take the sheet as the site wrote it, not as a spreadsheet saved it.");
  rows_ = parse_csv(text_, file);
  between_ = csv_separator(begin == "\xEF\xBB" ? std::string_view(text_).substr(3) : text_);
  if (rows_.empty()) throw UsageError(file + " is empty.", "Export it from the site again.");
}

const std::string& GradeSheet::cell(std::size_t row, std::size_t column) const {
  static const std::string none;
  return column < rows_[row].cells.size() ? rows_[row].cells[column] : none;
}

void GradeSheet::set(std::size_t row, std::size_t column, const std::string& value) {
  if (column >= rows_[row].spans.size())
    throw UsageError(file_ + ":" + std::to_string(rows_[row].line) + " has fewer cells than the " +
                         "first line.",
                     "Take the sheet as the site wrote it.");
  const CsvSpan span = rows_[row].spans[column];
  changes_[span.begin] = {span, csv_cell(value, between_)};
}

std::string GradeSheet::text() const {
  std::string text;
  std::size_t at = 0;
  for (const auto& [begin, change] : changes_) {
    text.append(text_, at, begin - at).append(change.second);
    at = change.first.end;
  }
  return text.append(text_, at);
}

SheetLayout canvas_layout(const GradeSheet& sheet, const SheetOptions& options) {
  const CsvRow& head = sheet.head();
  const Column student = column_named(head, "Student"), id = column_named(head, "ID");
  Column section;
  for (std::size_t c = 0; c < head.cells.size(); ++c)
    if (small(head.cells[c]) == "section") section = c;
  if (!student || !id || !section)
    throw UsageError(sheet.file() + " is not what Canvas exports: its first line names no " +
                         (!student ? "Student"
                          : !id    ? "ID"
                                   : "Section") +
                         ".",
                     "In Canvas: Grades, Export, Export Entire Gradebook.");
  SheetLayout layout;
  std::size_t points = 0;
  for (std::size_t r = 1; r < sheet.rows().size(); ++r) {
    if (!without_blanks(sheet.cell(r, *id)).empty()) {
      layout.students.push_back(r);
    } else if (layout.students.empty() && !without_blanks(sheet.cell(r, *student)).empty()) {
      points = r;  // "    Points Possible"; that of "Manual Posting" begins with an empty cell
    }
  }
  std::vector<std::size_t> columns;
  for (std::size_t c = *section + 1; c < head.cells.size(); ++c) {
    // Sums are "(read only)" in that row.
    const bool is_sum = points != 0 && sheet.cell(points, c).find('(') != std::string::npos;
    if (!is_sum && !without_blanks(head.cells[c]).empty()) columns.push_back(c);
  }
  layout.column = choose_column(sheet, columns, options.column);
  if (points != 0) {
    const std::string& most = sheet.cell(points, layout.column);
    layout.max_points = points_in(most);
    if (most.find(',') != most.npos) layout.decimal = ',';
  }
  for (const std::size_t r : layout.students)
    if (small(sheet.cell(r, layout.column)) == "ex" && !options.replace_excused)
      layout.locked[r] = "excused (EX): --replace-excused writes the grade all the same";
  layout.roster.push_back(head);
  // A column of grades must not be taken for one that tells who somebody is.
  for (std::size_t c = *section + 1; c < head.cells.size(); ++c) layout.roster[0].cells[c].clear();
  if (!options.match.empty())
    layout.roster[0].cells[wanted_column(head, options.match, "--match")] = "Student ID";
  for (const std::size_t r : layout.students) layout.roster.push_back(sheet.rows()[r]);
  return layout;
}

SheetLayout moodle_layout(const GradeSheet& sheet, const SheetOptions& options) {
  const CsvRow& head = sheet.head();
  const std::vector<CsvRow>& rows = sheet.rows();
  // The participant's number, behind a word in the site's language.
  static const std::regex participant(R"([^0-9]+([0-9]+)\s*)");
  SheetLayout layout;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    if (!std::regex_match(sheet.cell(r, 0), participant))
      throw UsageError(sheet.file() + ":" + std::to_string(rows[r].line) +
                           " does not begin with \"Participant\" and a number.",
                       "In Moodle, set \"Offline grading worksheet\" in the assignment's feedback "
                       "types and download it under Submissions, Download grading worksheet.");
    layout.students.push_back(r);
  }
  std::vector<std::size_t> grades;
  for (std::size_t c = 2; c + 1 < head.cells.size() && rows.size() > 1; ++c) {
    const auto most = points_in(sheet.cell(1, c + 1));
    bool fits = most && *most > Points{};
    for (const std::size_t r : layout.students) {
      const auto grade = points_in(sheet.cell(r, c));
      fits &=
          points_in(sheet.cell(r, c + 1)) == most &&
          (grade ? *grade <= *most
                 : without_blanks(sheet.cell(r, c)).find_first_not_of("-") == std::string::npos);
    }
    if (fits) grades.push_back(c);
  }
  const Column english = column_named(head, "Grade");
  if (!options.column.empty()) {
    layout.column = wanted_column(head, options.column, "--column");
  } else if (english) {
    layout.column = *english;
  } else if (grades.size() == 1) {
    layout.column = grades.front();
  } else {
    std::vector<std::size_t> all;
    for (std::size_t c = 1; c < head.cells.size(); ++c) all.push_back(c);
    throw UsageError("Which column of " + sheet.file() + " holds the grades?",
                     "Name it with --column:" + listed(head, all));
  }
  const std::string& most = sheet.cell(1, layout.column + 1);
  layout.max_points = points_in(most);
  if (most.find(',') != most.npos) layout.decimal = ',';
  layout.feedback = options.feedback.empty()
                        ? column_named(head, "Feedback comments")
                        : wanted_column(head, options.feedback, "--feedback-column");
  if (const Column changes = column_named(head, "Grade can be changed"))
    for (const std::size_t r : layout.students)
      if (small(sheet.cell(r, *changes)) == "no")
        layout.locked[r] = "Moodle says that the grade cannot be changed";
  CsvRow named = head;
  named.cells[0] = "Identifier";
  // Identifier, name, what else the site shows, status, grade; blind marking leaves the name out.
  if (layout.column > 2) named.cells[1] = "Full name";
  for (std::size_t c = 1; c < layout.column && rows.size() > 1; ++c)
    if (sheet.cell(1, c).find('@') != std::string::npos) named.cells[c] = "Email address";
  for (std::size_t c = layout.column; c < named.cells.size(); ++c) named.cells[c].clear();
  if (!options.match.empty())
    named.cells[wanted_column(head, options.match, "--match")] = "Student ID";
  layout.roster.push_back(named);
  for (const std::size_t r : layout.students) {
    layout.roster.push_back(rows[r]);
    // As the importer of submissions calls them.
    std::string& name = layout.roster.back().cells[0];
    name = "Participant " + std::regex_replace(name, participant, "$1");
  }
  return layout;
}

}  // namespace warpgrade
