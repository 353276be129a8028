// The class, as a CSV that a course site exports or an instructor keeps, and who of it somebody is.
//
// Theory of operation. An export gives up to four pieces of evidence about somebody: an id, an
// e-mail address, a login, a name. Each fits some students of the class, or nobody. The student is
// the one whom all evidence fits that fits anybody. If there is no such student, the evidence
// contradicts itself: a mistyped id must not outvote a name and an address. An id alone whose owner
// has an entirely different name is a contradiction, too.
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
  std::vector<std::string> several = {};  // who it may be: "1001 (Ada Lovelace)"
  std::string contradiction = {};  // which piece of evidence fits whom, where they differ; or ""

  /// Why there is no student. `list`: "the roster".
  std::string why_none(const std::string& list) const;
};

/// "1001 (Ada Lovelace)".
std::string named(const Student& student);

class Roster {
 public:
  Roster() = default;
  /// Columns are found by their names, in any order, else by what they contain (roster_columns.h).
  /// UsageError: no such file, no column that tells who a student is, an id of two students.
  explicit Roster(const std::filesystem::path& csv);
  /// Likewise, from rows that are read already; `file` is named in errors.
  Roster(const std::vector<CsvRow>& rows, const std::string& file);

  const std::vector<Student>& students() const { return students_; }

  /// How the file was read, where that may be wrong: its encoding is a guess. Or "".
  const std::string& remark() const { return remark_; }

  RosterMatch find(const Student& who) const;

  /// The line on which one of `students()` stands.
  int line_of(const Student& student) const {
    return lines_[static_cast<std::size_t>(&student - students_.data())];
  }

 private:
  using Places = std::set<std::size_t>;  // in students_
  using Keys = std::map<std::string, Places>;

  /// A piece of evidence and the students that it fits.
  struct Clue {
    std::string what;  // "id 1001"
    Places fits;
    bool whole_address = false;  // nobody mistypes an address into another student's
    bool is_name = false;
  };

  void read(const std::vector<CsvRow>& rows, const std::string& file);
  void add(Student student, const std::vector<std::string>& ids,
           const std::vector<std::string>& logins, int line, const std::string& file);

  /// Of the first group of keys that fits anybody, all whom it fits.
  using Tries = std::vector<std::vector<std::pair<const Keys*, std::string>>>;
  static Places fitting(const Tries& tries);
  Clue clue_of_id(const Student& who) const;
  Clue clue_of_email(const Student& who) const;
  Clue clue_of_login(const std::string& login) const;
  Clue clue_of_name(const std::string& name) const;
  std::string doubt(const Student& who, const Student& found, const std::vector<Clue>& clues) const;
  std::string differing(const std::vector<Clue>& clues) const;
  std::string listed(const Places& places) const;

  std::vector<Student> students_;
  std::vector<int> lines_;                     // of the same
  std::map<std::string, std::size_t> places_;  // by id
  Keys by_id_, by_login_, by_email_, by_mailbox_, by_name_;
  Keys by_participant_;                 // the number at the end of Moodle's identifiers
  std::set<std::string> participants_;  // the words before those numbers
  std::set<std::string> groups_;        // and sections
  std::string remark_;
};

}  // namespace warpgrade
