// Checks that a lab can be graded, before a class is graded.
#pragma once

#include <filesystem>
#include <string>

namespace warpgrade {

/// Reads all files by the lab's author (lab.json, hidden.json, the contract header, bench.json, the
/// list of variants), and has the reference generate the input of every case. Throws GraderError
/// with the file, the place and the remedy; UsageError for an unknown lab.
void check_lab(const std::filesystem::path& root, const std::string& lab);

}  // namespace warpgrade
