// CSV, as course sites and spreadsheets write it: read with the place of every cell, and written.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade {

/// Bytes of a file, quotes included.
struct CsvSpan {
  std::size_t begin = 0, end = 0;
};

struct CsvRow {
  std::vector<std::string> cells;
  int line = 1;                // where it begins
  std::vector<CsvSpan> spans;  // of the cells
};

/// What stands between the cells: comma, semicolon or tab, whichever the first line has most of; or
/// what a first line "sep=;" says.
char csv_separator(std::string_view text);

/// RFC 4180, with a byte order mark or not and any line ends. Empty lines are no rows. UsageError:
/// a quote that never ends.
std::vector<CsvRow> parse_csv(std::string_view text, const std::string& file);

/// A cell, in quotes where it needs them.
std::string csv_cell(std::string_view text, char between = ',');

/// The same for text that others chose: a spreadsheet would run what begins with = + - @ as a
/// formula, so an apostrophe is put before it. Plain numbers stay.
std::string csv_safe_cell(std::string_view text);

/// Safe cells with commas between them, and the end of the line.
std::string csv_line(const std::vector<std::string>& cells);

}  // namespace warpgrade
