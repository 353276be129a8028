// What of a class stands in no grade: who belongs to it, what was handed in and not graded.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "gradebook/sqlite.h"
#include "import/submission.h"

namespace warpgrade {

struct ClassFacts {
  std::string title;     // of the course; ""
  std::string imported;  // when: submissions that were seen then are the class's
  std::vector<Student> roster;
  std::vector<std::pair<std::string, std::string>> unmatched;  // what, and why
  std::vector<std::pair<std::string, std::string>> left_out;   // beside what is graded
  std::size_t remaining = 0;                                   // grades that were not given
};

/// In place of those before.
void keep_facts(Database& database, const ClassFacts& facts);

/// Nothing of them where a gradebook is older, or they are damaged: the next batch keeps them anew.
ClassFacts facts_in(const Database& database);

}  // namespace warpgrade
