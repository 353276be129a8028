// The class list, a CSV from a course site or an instructor, and the matching of students to it.
//
// Theory of operation. An export gives up to four pieces of evidence about a person: an id, an
// e-mail address, a login, a name. Each one fits some students, or none. The match is the student
// who fits all pieces that fit anybody. If there is no such student, the evidence is contradictory:
// a mistyped id must not outweigh a name and an address. An id alone is also contradictory if its
// owner has an entirely different name.
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

/// The result of a search.
struct RosterMatch {
  const Student* student = nullptr;
  std::vector<std::string> several = {};  // candidates: "1001 (Ada Lovelace)"
  std::string contradiction = {};         // whom each piece of evidence fits; "" if consistent
  bool by_name = false;                   // only the name says it is this student
  std::vector<std::string> similar = {};  // if nobody fits: other leading zeros or accents

  /// Why no student was found. `list`: "the roster".
  std::string why_none(const std::string& list) const;
};

/// "1001 (Ada Lovelace)".
std::string id_and_name(const Student& student);

class Roster {
 public:
  Roster() = default;
  /// Recognizes columns by their names, in any order, else by their contents (roster_columns.h).
  /// UsageError: no such file, no column that identifies students, or two students with one id.
  explicit Roster(const std::filesystem::path& csv);
  /// The same for rows that were read already; `file` is used in errors.
  Roster(const std::vector<CsvRow>& rows, const std::string& file);
  /// A class that was read already; of several with one id, the first. It has no line numbers.
  explicit Roster(const std::vector<Student>& students);

  const std::vector<Student>& students() const { return students_; }

  /// The members of the team that `who`'s id or login names, in the roster's order. Empty: none.
  std::vector<Student> team(const Student& who) const;

  /// A remark if the file's encoding was guessed; or "".
  const std::string& remark() const { return remark_; }

  RosterMatch find(const Student& who) const;

  /// The line of one of `students()` in the file.
  int line_number(const Student& student) const {
    return lines_[static_cast<std::size_t>(&student - students_.data())];
  }

 private:
  using Places = std::set<std::size_t>;  // in students_
  using Keys = std::map<std::string, Places>;

  /// A piece of evidence and the students that it fits.
  struct Clue {
    std::string what;  // "id 1001"
    Places fits;
    bool whole_address = false;  // a full address: a mistyped one does not fit another student
    bool is_name = false;
  };

  void read(const std::vector<CsvRow>& rows, const std::string& file);
  void add(const Student& student, const std::vector<std::string>& ids,
           const std::vector<std::string>& logins, int line, const std::string& file);
  void add_keys(std::size_t index, const std::vector<std::string>& ids,
                const std::vector<std::string>& logins);

  /// All students that fit the first group of keys that fits anybody.
  using KeyGroups = std::vector<std::vector<std::pair<const Keys*, std::string>>>;
  static Places fitting(const KeyGroups& groups);
  Clue id_clue(const Student& who) const;
  Clue email_clue(const Student& who) const;
  Clue login_clue(const std::string& login) const;
  Clue name_clue(const std::string& name) const;
  KeyGroups name_groups(const std::string& name) const;
  Places similar(const Student& who) const;
  bool may_be_group(const std::string& prefix) const;
  std::string doubt(const Student& who, const Student& found, const std::vector<Clue>& clues) const;
  std::string differing(const std::vector<Clue>& clues) const;
  std::string listed(const Places& places) const;

  std::vector<Student> students_;
  std::vector<int> lines_;                     // each student's line in the file
  std::map<std::string, std::size_t> places_;  // by id
  Keys by_id_, by_login_, by_email_, by_mailbox_, by_name_;
  Keys by_form_;                        // shorter forms of names
  Keys by_plain_id_, by_plain_name_;    // without leading zeros, without accents
  Keys by_participant_;                 // the number at the end of Moodle's identifiers
  std::set<std::string> participants_;  // the words before these numbers
  std::set<std::string> groups_;        // names of sections and teams
  std::string remark_;
};

}  // namespace warpgrade
