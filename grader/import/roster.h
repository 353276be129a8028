// The class, as a CSV that a course site exports or an instructor keeps.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "import/csv.h"
#include "import/submission.h"

namespace warpgrade {

/// Who somebody is.
struct RosterMatch {
  const Student* student = nullptr;
  std::vector<std::string> several = {};  // ids, where it may be any of these

  /// Why there is no student. `list`: "the roster".
  std::string why_none(const std::string& list) const;
};

class Roster {
 public:
  Roster() = default;
  /// Columns are found by their names, in any order; what they may be called stands in roster.cpp.
  /// UsageError: no such file, no column that tells who a student is, an id of two students.
  explicit Roster(const std::filesystem::path& csv);
  /// Likewise, from rows that are read already; `file` is named in errors.
  Roster(const std::vector<CsvRow>& rows, const std::string& file);

  const std::vector<Student>& students() const { return students_; }

  /// Who that is: by id, login or e-mail address, then by what stands before the @, then by name,
  /// in any order and however it is spaced.
  RosterMatch find(const Student& who) const;

  /// The line on which one of `students()` stands.
  int line_of(const Student& student) const {
    return lines_[static_cast<std::size_t>(&student - students_.data())];
  }

 private:
  using Keys = std::map<std::string, std::set<std::size_t>>;
  void read(const std::vector<CsvRow>& rows, const std::string& file);
  void add(Student student, const std::vector<std::string>& ids, int line, const std::string& file);

  std::vector<Student> students_;
  std::vector<int> lines_;  // of the same
  Keys by_id_, by_mailbox_, by_name_;
};

}  // namespace warpgrade
