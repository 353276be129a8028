// Reads the student's files for reports that quote them.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace warpgrade {

/// The texts of those files of a submission, by name. Leaves out names and links that lead out of
/// the submission, so that nobody can read the grader's files through a report, and what exceeds 1
/// MiB in all.
std::map<std::string, std::string> read_sources(const std::filesystem::path& submission,
                                                const std::set<std::string>& files);

}  // namespace warpgrade
