// Facts about a hand-in that belong to no grade: its group members, the file chosen by an
// instructor, and why it cannot be graded.
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
  std::string first_seen, seen;  // the first and the last import with it
};

/// Adds the hand-in, or updates when it was last seen. The student must be in the gradebook.
void save_unusable(Database& database, const Unusable& what, const std::string& seen);

/// In the order in which they were added. GraderError: one does not match its checksum.
std::vector<UnusableEntry> load_unusable(const Database& database);

struct HandInFacts {
  std::vector<std::string> others;
  std::string taken;
  bool disowned = false;  // a later import matched it to no student
};

void save_hand_in(Database& database, std::int64_t submission, const HandInFacts& facts);

/// Marks grades for `lab` from `source` as belonging to nobody, if they are older than the import
/// `seen`.
void disown(Database& database, const std::string& source, const std::string& lab,
            const std::string& seen);

/// By submission; submissions of earlier versions have none. GraderError: one does not match its
/// checksum.
std::map<std::int64_t, HandInFacts> load_hand_ins(const Database& database);

/// Converts a list to text and back; text that is not a list becomes an empty list.
std::string format_list(const std::vector<std::string>& list);
std::vector<std::string> parse_list(const std::string& text);

}  // namespace warpgrade
