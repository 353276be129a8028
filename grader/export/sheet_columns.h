// The columns of a sheet, by what people call them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "import/csv.h"

namespace warpgrade {

/// In lower case, without blanks around it.
std::string case_folded(std::string_view text);

using Column = std::optional<std::size_t>;

/// By its name or, counted from 1, its number.
Column column_named(const CsvRow& head, const std::string& name);

/// UsageError names `option` and the columns that there are.
std::size_t wanted_column(const CsvRow& head, const std::string& name, const std::string& option);

/// Their titles, a line each.
std::string listed(const CsvRow& head, const std::vector<std::size_t>& columns);

}  // namespace warpgrade
