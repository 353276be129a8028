#include "export/grade_sheet.h"

#include <regex>

#include "base/fault.h"
#include "base/text.h"
#include "export/sheet_columns.h"

namespace warpgrade {
std::optional<Points> points_in(const std::string& cell) {
  static const std::regex form(R"((\d{1,9})(?:[.,](\d+))?)");
  std::smatch m;
  const std::string text(trimmed(cell));
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

}  // namespace warpgrade
