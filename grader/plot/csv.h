// Results as comma-separated values (RFC 4180), for spreadsheets and scripts.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "report/variants_table.h"

namespace warpgrade {

/// One row per result, with a title row. Integers of the call have their own columns; seconds and
/// rates read back as the same numbers.
std::string variants_csv(const VariantsReport& report);

/// Parses such a text; rows by column.
std::vector<std::map<std::string, std::string>> read_csv(const std::string& text);

}  // namespace warpgrade
