// Which columns of a class list tell who somebody is.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "import/csv.h"

namespace warpgrade {

/// By their names, else by what they contain: course sites name them in their users' languages.
struct RosterColumns {
  explicit RosterColumns(const std::vector<CsvRow>& rows);

  // Those that may hold it, the first that is filled first.
  std::vector<std::size_t> ids, logins, emails, names, first_names, last_names, sections;

  bool identify() const {
    return !ids.empty() || !logins.empty() || !emails.empty() || !names.empty() ||
           (!first_names.empty() && !last_names.empty());
  }
};

/// What a row has in these columns, without those that it leaves empty.
std::vector<std::string> filled_cells(const CsvRow& row, const std::vector<std::size_t>& columns);

}  // namespace warpgrade
