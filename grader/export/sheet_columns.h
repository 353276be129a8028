// Finds the columns of a sheet by their titles.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "import/csv.h"

namespace warpgrade {

/// Lower case, trimmed.
std::string case_folded(std::string_view text);

using Column = std::optional<std::size_t>;

/// By title, or by number starting at 1.
Column column_named(const CsvRow& head, const std::string& name);

/// UsageError with `option` and the existing columns.
std::size_t wanted_column(const CsvRow& head, const std::string& name, const std::string& option);

/// The titles, one per line.
std::string listed(const CsvRow& head, const std::vector<std::size_t>& columns);

}  // namespace warpgrade
