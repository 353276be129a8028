// Facts about a class that belong to no grade: its students, and hand-ins that were not graded.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gradebook/sqlite.h"
#include "import/submission.h"

namespace warpgrade {

struct ClassFacts {
  std::string title;            // of the course; or ""
  std::string imported;         // time of the last import; submissions seen then are current
  std::vector<Student> roster;  // in a site's group: with that as the team
  std::map<std::string, std::string> roster_teams;  // the roster's own teams of those, by id
  std::vector<std::pair<std::string, std::string>> unmatched;  // source and reason
  std::vector<std::pair<std::string, std::string>> left_out;   // left out of graded hand-ins
  std::size_t remaining = 0;                                   // grades still to compute
};

/// The class list as it was read, to match hand-ins to.
std::vector<Student> class_list(const ClassFacts& facts);

/// Replaces the stored facts.
void save_facts(Database& database, const ClassFacts& facts);

/// Empty if the gradebook is older or the facts are damaged: the next batch saves them again.
ClassFacts load_facts(const Database& database);

}  // namespace warpgrade
