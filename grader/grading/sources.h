// The student's own files, for reports that quote them.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace warpgrade {

/// The text of those files of a submission, by name. A name that leads out of the submission, also
/// by a link, is left out: a report is not the way to read what the grader may read. So is what
/// would make them more than 1 MiB together.
std::map<std::string, std::string> read_sources(const std::filesystem::path& submission,
                                                const std::set<std::string>& files);

}  // namespace warpgrade
