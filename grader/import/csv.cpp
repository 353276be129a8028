#include "import/csv.h"

#include <algorithm>
#include <array>

#include "base/fault.h"
#include "base/regex.h"

namespace warpgrade {

namespace {

/// A first line "sep=;", which Excel writes.
bool names_separator(std::string_view text) { return text.starts_with("sep=") && text.size() > 4; }

}  // namespace

char csv_separator(std::string_view text) {
  if (names_separator(text)) return text[4];
  const std::string_view kinds = ",;\t";
  std::array<std::size_t, 3> counts{};
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '\r' || c == '\n') break;
    if (const auto kind = kinds.find(c); kind != kinds.npos) ++counts[kind];
  }
  return kinds[static_cast<std::size_t>(std::max_element(counts.begin(), counts.end()) -
                                        counts.begin())];
}

std::vector<CsvRow> parse_csv(std::string_view text, const std::string& file) {
  std::size_t first = text.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0;
  const char between = csv_separator(text.substr(first));
  if (names_separator(text.substr(first))) first = std::min(text.find('\n', first), text.size());
  std::vector<CsvRow> rows;
  CsvRow row;
  std::string cell;
  std::size_t begin = first;
  int line = 1, quoted_since = 0;
  bool any = false;  // the row is not empty
  const auto end_cell = [&](std::size_t end) {
    row.cells.push_back(cell);
    row.spans.push_back({begin, end});
    cell.clear();
    begin = end + 1;
  };
  const auto end_row = [&](std::size_t end) {
    end_cell(end);
    if (any) rows.push_back(std::move(row));
    row = {};
    any = false;
  };
  for (std::size_t i = first; i < text.size(); ++i) {
    const char c = text[i];
    const bool breaks = c == '\n' || (c == '\r' && text.substr(i + 1, 1) != "\n");
    if (breaks) ++line;
    if (quoted_since != 0) {
      if (c != '"') {
        cell += c;
      } else if (text.substr(i + 1, 1) == "\"") {
        cell += text[++i];
      } else {
        quoted_since = 0;
      }
    } else if (c == '"' && cell.empty()) {
      quoted_since = line;
      any = true;
    } else if (c == between) {
      end_cell(i);
      any = true;
    } else if (breaks) {
      end_row(i > begin && c == '\n' && text[i - 1] == '\r' ? i - 1 : i);
      begin = i + 1;
      row.line = line;
    } else if (c != '\r') {
      cell += c;
      any = true;
    }
  }
  if (quoted_since != 0) {
    throw UsageError(file + ":" + std::to_string(quoted_since) + ": a quote is not closed.",
                     "Save the file again as CSV.");
  }
  end_row(text.size());
  return rows;
}

std::string csv_cell(std::string_view text, char between) {
  if (text.find_first_of("\"\r\n") == text.npos && text.find(between) == text.npos)
    return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

std::string csv_safe_cell(std::string_view text) {
  static const std::regex number(R"([+-]?[0-9]+(\.[0-9]+)?)");
  const std::string plain(text);
  const bool runs = !plain.empty() && std::string_view("=+-@\t\r").find(plain[0]) != plain.npos &&
                    !regex_match(plain, number);
  return csv_cell(runs ? '\'' + plain : plain);
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) line += csv_safe_cell(cell) + ',';
  line.back() = '\n';
  return line;
}

}  // namespace warpgrade
