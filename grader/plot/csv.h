// Results as comma-separated values (RFC 4180), for spreadsheets and scripts.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "report/variants_table.h"

namespace warpgrade {

/// One row for each result, under a row of names. Integers of the call have columns of their own;
/// seconds and rates are written so that they read back as the same numbers.
std::string variants_csv(const VariantsReport& report);

/// The rows of such a text, by column.
std::vector<std::map<std::string, std::string>> read_csv(const std::string& text);

}  // namespace warpgrade
