// Whom an instructor names: in commands, in the course file, in tables.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "import/roster.h"
#include "import/submission.h"

namespace warpgrade {

struct NamedStudents {
  std::set<std::string> ids;  // one student, or a team's members; empty: nobody
  RosterMatch none = {};      // why: its `several` are the candidates
};

class StudentNames {
 public:
  /// `students`: with group members. Of several with one id, the first is used.
  explicit StudentNames(const std::vector<Student>& students);

  /// The student with that id; otherwise the one whom an import would credit for a folder of that
  /// name.
  NamedStudents find(const std::string& word) const;

  /// The same, or a team. A word that fits a team and somebody outside it names nobody.
  NamedStudents find_with_teams(const std::string& word) const;

 private:
  std::set<std::string> ids_;
  Roster roster_;
};

}  // namespace warpgrade
