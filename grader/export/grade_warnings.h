// What an instructor should know of grades before they are given out: different maxima of one lab,
// hand-ins that are dated in the future.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gradebook/grade_history.h"

namespace warpgrade {

/// For each lab whose grades have different maxima: how many have which, and the commands that
/// regrade those that are not out of what the newest grade is out of. "": all have one. `folders`:
/// the gradebooks', in the order of BookEntry::book.
std::string warning_of_maxima(const std::vector<BookEntry>& grades,
                              const std::vector<std::filesystem::path>& folders);

/// Those that were handed in later than they were imported, by the times that are known; or "".
std::string warning_of_future(const std::vector<BookEntry>& grades);

}  // namespace warpgrade
