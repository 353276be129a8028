// What of a hand-in stands in no grade: who handed it in together, which file an instructor took,
// and why nobody can grade it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gradebook/sqlite.h"
#include "import/submission.h"

namespace warpgrade {

struct UnusableEntry {
  Unusable what;
  std::string first_seen, seen;  // in which imports
};

/// Keeps it, or notes that it was seen again. The student is in the gradebook.
void keep_unusable(Database& database, const Unusable& what, const std::string& seen);

/// In the order in which they were kept. GraderError: one is not what was written.
std::vector<UnusableEntry> unusable_in(const Database& database);

struct HandInFacts {
  std::vector<std::string> others;
  std::string taken;
  bool disowned = false;  // a later import knows no student whose it is
};

void keep_hand_in(Database& database, std::int64_t submission, const HandInFacts& facts);

/// Notes of what was graded for `lab` from that source before the import of `seen` that it belongs
/// to nobody.
void disown(Database& database, const std::string& source, const std::string& lab,
            const std::string& seen);

/// By submission; those of earlier versions have none. GraderError: one is not what was written.
std::map<std::int64_t, HandInFacts> hand_ins_in(const Database& database);

/// A list as text, and back; nothing of what is no list.
std::string list_text(const std::vector<std::string>& list);
std::vector<std::string> list_of(const std::string& text);

}  // namespace warpgrade
