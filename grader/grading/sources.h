// Reads the student's files for reports that quote them.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace warpgrade {

/// The texts of those files of a submission, by name. Skips names and links that lead out of the
/// submission, so that a report cannot reveal the grader's files, and everything beyond 1 MiB in
/// total.
std::map<std::string, std::string> read_sources(const std::filesystem::path& submission,
                                                const std::set<std::string>& files);

}  // namespace warpgrade
