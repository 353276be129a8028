// Reads and writes CSV of course sites and spreadsheets. Reading keeps each cell's position.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade {

/// A range of bytes in the file, including quotes.
struct CsvSpan {
  std::size_t begin = 0, end = 0;
};

struct CsvRow {
  std::vector<std::string> cells;
  int line = 1;                // where the row begins
  std::vector<CsvSpan> spans;  // of the cells
};

/// The separator: comma, semicolon or tab, whichever is most frequent in the first line, or the one
/// in a first line "sep=;".
char csv_separator(std::string_view text);

/// RFC 4180, with or without a byte order mark, any line ends. Skips empty lines. UsageError: a
/// quote is not closed.
std::vector<CsvRow> parse_csv(std::string_view text, const std::string& file);

/// A cell, quoted if needed.
std::string csv_cell(std::string_view text, char between = ',');

/// The same for untrusted text: a spreadsheet would run text that begins with = + - @ as a formula,
/// so an apostrophe is prepended. Plain numbers stay.
std::string csv_safe_cell(std::string_view text);

/// A line of safe cells, separated by commas.
std::string csv_line(const std::vector<std::string>& cells);

}  // namespace warpgrade
