// The class, as a CSV that a course site exports or an instructor keeps.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "batch/submission.h"

namespace warpgrade {

struct CsvRow {
  std::vector<std::string> cells;
  int line = 1;  // where it begins
};

/// RFC 4180, with a byte order mark or not, any line ends, and commas, semicolons or tabs between
/// the cells: whichever the first line has most of. UsageError: a quote that never ends.
std::vector<CsvRow> parse_csv(std::string_view text, const std::string& file);

class Roster {
 public:
  Roster() = default;
  /// Columns are found by their names, in any order; what they may be called stands in roster.cpp.
  /// UsageError: no such file, no column that tells who a student is, an id of two students.
  explicit Roster(const std::filesystem::path& csv);

  const std::vector<Student>& students() const { return students_; }

  /// Who that is: by id, login or e-mail address, then by what stands before the @, then by name,
  /// in any order and however it is spaced. nullptr: `why` says what is the matter.
  const Student* find(const Student& who, std::string& why) const;

 private:
  using Keys = std::map<std::string, std::set<std::size_t>>;
  void add(Student student, const std::vector<std::string>& ids, const std::string& where);

  std::vector<Student> students_;
  Keys by_id_, by_mailbox_, by_name_;
};

}  // namespace warpgrade
