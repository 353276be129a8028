#include "export/grade_sheet.h"

#include "base/fault.h"
#include "base/regex.h"
#include "base/text.h"
#include "export/sheet_columns.h"

namespace warpgrade {
std::optional<Points> points_in(const std::string& cell) {
  static const std::regex form(R"((\d{1,9})(?:[.,](\d+))?)");
  std::smatch m;
  const std::string text(trimmed(cell));
  if (!regex_match(text, m, form)) return std::nullopt;
  std::string rest = m[2].str();
  rest.resize(3, '0');
  const long long thousandths = std::stoll(m[1].str()) * 1000 + std::stoll(rest);
  return Points::hundredths((thousandths + 5) / 10);
}

GradeSheet::GradeSheet(const std::string& bytes, const std::string& file)
    : decoded_(decode(bytes, file)), file_(file), between_(',') {
  const std::string_view text = decoded_.text;
  rows_ = parse_csv(text, file);
  between_ = csv_separator(text.substr(0, 3) == "\xEF\xBB\xBF" ? text.substr(3) : text);
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
                     "Use the sheet as the site exported it.");
  const CsvSpan span = rows_[row].spans[column];
  changes_[span.begin] = {span, csv_cell(value, between_)};
}

std::string GradeSheet::text() const {
  std::string text;
  std::size_t at = 0;
  for (const auto& [begin, change] : changes_) {
    text.append(decoded_.text, at, begin - at).append(change.second);
    at = change.first.end;
  }
  return encode(text.append(decoded_.text, at), decoded_.encoding);
}

}  // namespace warpgrade
