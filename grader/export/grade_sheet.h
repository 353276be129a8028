// A course site's grade sheet. One column is filled; all other bytes stay the same.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "import/csv.h"
#include "import/encoding.h"
#include "score/points.h"

namespace warpgrade {

class GradeSheet {
 public:
  /// Accepts any encoding of encoding.h. UsageError: it is not text, or has no rows.
  GradeSheet(const std::string& bytes, const std::string& file);

  const std::string& file() const { return file_; }
  const std::string& remark() const { return decoded_.remark; }  // about its encoding
  const CsvRow& head() const { return rows_.front(); }
  const std::vector<CsvRow>& rows() const { return rows_; }  // the first row has the titles

  /// "" if the row is shorter.
  const std::string& cell(std::size_t row, std::size_t column) const;

  /// UsageError: the row has no such cell.
  void set(std::size_t row, std::size_t column, const std::string& value);

  /// The whole sheet with the changes, in its own encoding.
  std::string text() const;

 private:
  DecodedText decoded_;
  std::string file_;
  char between_;
  std::vector<CsvRow> rows_;
  std::map<std::size_t, std::pair<CsvSpan, std::string>> changes_;  // by their first byte
};

/// Parses "87.5", "87,5" or "87.50 "; nothing if it is not a number.
std::optional<Points> points_in(const std::string& cell);

}  // namespace warpgrade
