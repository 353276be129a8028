// The students' aliases on a leaderboard.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "import/submission.h"

namespace warpgrade {

/// An alias for each of `students`, by id: from `chosen`, else drawn from `secret` and the id.
/// Drawn aliases stay the same as long as the secret does. All are different.
std::map<std::string, std::string> aliases_for(const std::vector<Student>& students,
                                               const std::map<std::string, std::string>& chosen,
                                               const std::string& secret);

/// Reads a CSV with the columns student (id, name, login or address) and alias; returns them by id.
/// UsageError: an alias is used twice, has more than 30 letters or reveals its student, or the
/// student is unknown.
std::map<std::string, std::string> chosen_aliases(const std::filesystem::path& file,
                                                  const std::vector<Student>& students);

}  // namespace warpgrade
