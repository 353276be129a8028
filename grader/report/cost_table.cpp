#include "report/cost_table.h"

#include <algorithm>
#include <cmath>

namespace warpgrade {
namespace {

std::string counted_shortly(long long n) {
  if (n < 10000) return std::to_string(n);
  return n < 10000000 ? fmt::format("{}k", n / 1000) : fmt::format("{}M", n / 1000000);
}

using CostRow = std::vector<std::string>;

CostRow cost_row(const LineCosts& line) {
  const auto per_request = [&](long long n) { return one_decimal(ratio_or(n, line.requests, 0)); };
  std::string cost, ideal;
  if (line.is_global()) {
    cost = per_request(line.sectors);
    cost += cost == "1" ? " sector " : " sectors";
    ideal = per_request(line.ideal_sectors);
  } else {
    cost = per_request(line.passes);
    cost += cost == "1" ? " turn " : " turns";
    ideal = per_request(line.ideal_passes);
  }
  std::string more;
  if (line.is_atomic() && ratio_or(line.same_address, line.requests, 0) > 1)
    more = per_request(line.same_address) + " on one address";
  const std::string place = line.file.empty() ? "?" : line.file + ":" + std::to_string(line.line);
  return {place, line.access, counted_shortly(line.requests), per_request(line.lanes), cost,
          ideal, more};
}

/// Columns are as wide as necessary; numbers are right-aligned.
void add_rows(Page& page, const std::vector<CostRow>& rows) {
  const std::vector<bool> right = {false, false, true, true, true, true, false};
  std::vector<int> widths(right.size(), 0);
  for (const CostRow& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], columns(page.safe(row[i])));
  for (const CostRow& row : rows) {
    std::string line = "     ";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string cell = page.safe(row[i]);
      const auto blanks = static_cast<std::size_t>(widths[i] - columns(cell));
      line += ' ' + (right[i] ? std::string(blanks, ' ') + cell : cell + std::string(blanks, ' '));
      if (i + 1 < row.size()) line += ' ';
    }
    while (line.back() == ' ') line.pop_back();
    const bool head = &row == &rows.front();
    page.line(head ? paint(page.style(), Tone::quiet, line) : line);
  }
}

}  // namespace

std::string one_decimal(double value) { return fmt::format("{:g}", std::round(value * 10) / 10); }

void add_cost_table(Page& page, const std::vector<LineCosts>& lines, std::size_t most) {
  std::vector<CostRow> rows = {{"line", "access", "requests", "threads", "cost", "ideal", ""}};
  for (const LineCosts& line : lines)
    if (rows.size() <= most) rows.push_back(cost_row(line));
  if (rows.size() > 1) add_rows(page, rows);
}

}  // namespace warpgrade
