// How students are called on a leaderboard: never by their names.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "import/submission.h"

namespace warpgrade {

/// For each of `students`, by id: what `chosen` says, else a name drawn from `secret` and the id,
/// which stays as it is as long as the secret does. No two are the same.
std::map<std::string, std::string> aliases_for(const std::vector<Student>& students,
                                               const std::map<std::string, std::string>& chosen,
                                               const std::string& secret);

/// CSV with the columns student (id, name, login or address) and alias; by id. UsageError: an alias
/// of two students, of nobody or of more than 30 letters, or one that tells who somebody is.
std::map<std::string, std::string> chosen_aliases(const std::filesystem::path& file,
                                                  const std::vector<Student>& students);

}  // namespace warpgrade
