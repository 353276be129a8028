// Finds the columns of a class list that identify students.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "import/csv.h"

namespace warpgrade {

/// By their titles, else by their contents, because course sites translate the titles.
struct RosterColumns {
  explicit RosterColumns(const std::vector<CsvRow>& rows);

  // Candidate columns; the first one that is filled is used.
  std::vector<std::size_t> ids, logins, emails, names, first_names, last_names, sections, teams;

  bool untitled = false;  // the first line holds a student's data
  bool identify() const {
    return !ids.empty() || !logins.empty() || !emails.empty() || !names.empty() ||
           (!first_names.empty() && !last_names.empty());
  }
};

/// The non-empty cells of `row` in these columns.
std::vector<std::string> filled_cells(const CsvRow& row, const std::vector<std::size_t>& columns);

}  // namespace warpgrade
