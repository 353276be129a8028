// Data files of any lab: the arguments of one call, as text (grammar: data/README.md).
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "base/random.h"
#include "lab/manifest.h"
#include "lab/oracle.h"
#include "lab/problem.h"
#include "lab/real.h"

namespace warpgrade {

/// The problem of a case, made or read from its data file. Of a file that begins with the lab's
/// name come all numbers, but for integers that the case sets itself, and all inputs; what else the
/// oracle poses for such sizes (outputs above all) is taken from a problem of its first kind of
/// input. Throws GraderError: for a file that breaks the grammar with line and column.
Problem pose_case(const Lab& lab, const Oracle& oracle, const Case& c, Real real, Random& random);

/// Whether a data file is in the format that is common to all labs, not in one of the oracle's own.
bool is_problem_file(const std::filesystem::path& path, const Oracle& oracle);

/// The integers that such a file says.
std::map<std::string, long long> integers_in_file(const Lab& lab,
                                                  const std::filesystem::path& path);

/// Writes what the lab's functions take of a problem, numbers and arrays that are no outputs, in
/// the fewest digits that read back the same; the file appears whole or not at all. Throws
/// GraderError when it cannot be written, or when a number is not finite.
void write_problem(const std::filesystem::path& path, const Lab& lab, const Problem& problem);

}  // namespace warpgrade
