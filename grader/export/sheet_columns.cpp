#include "export/sheet_columns.h"

#include "base/fault.h"
#include "base/text.h"
#include "base/utf8.h"

namespace warpgrade {

std::string case_folded(std::string_view text) { return lower(std::string(trimmed(text))); }

Column column_named(const CsvRow& head, const std::string& name) {
  for (std::size_t c = 0; c < head.cells.size(); ++c)
    if (case_folded(head.cells[c]) == case_folded(name)) return c;
  if (name.size() < 6 && is_digits(name)) {
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

}  // namespace warpgrade
