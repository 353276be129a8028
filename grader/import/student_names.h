// What an instructor may write for a student: in commands, in the course file, in tables.
#pragma once

#include <set>
#include <string>

#include "import/submission.h"

namespace warpgrade {

/// A name with its words in each order, squeezed: "Lovelace, Ada" gives adalovelace and
/// lovelaceada.
std::set<std::string> spellings(const std::string& name);

/// A student's id, login and address, in any case, and the name in any case, spaces and order of
/// words; all in any form of Unicode.
class StudentNames {
 public:
  explicit StudentNames(const Student& student);
  bool include(const std::string& word) const;

 private:
  std::set<std::string> folded_, squeezed_;
};

}  // namespace warpgrade
