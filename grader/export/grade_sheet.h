// A course site's own sheet of grades: one column is filled, every other byte stays.
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
  /// In any encoding (encoding.h). UsageError: it is no text, or has no rows.
  GradeSheet(const std::string& bytes, const std::string& file);

  const std::string& file() const { return file_; }
  const std::string& remark() const { return decoded_.remark; }  // on how it was read
  const CsvRow& head() const { return rows_.front(); }
  const std::vector<CsvRow>& rows() const { return rows_; }  // the first one names the columns

  /// "" where the row is shorter.
  const std::string& cell(std::size_t row, std::size_t column) const;

  /// UsageError: the row has no such cell.
  void set(std::size_t row, std::size_t column, const std::string& value);

  /// All of it, as it was read but for what was set, in its own encoding.
  std::string text() const;

 private:
  DecodedText decoded_;
  std::string file_;
  char between_;
  std::vector<CsvRow> rows_;
  std::map<std::size_t, std::pair<CsvSpan, std::string>> changes_;  // by where they begin
};

/// "87.5", "87,5" or "87.50 " as points; nothing for what is no number.
std::optional<Points> points_in(const std::string& cell);

}  // namespace warpgrade
