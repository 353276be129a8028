// Data files of any lab: the arguments of one call, as text (grammar: data/README.md).
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "base/random.h"
#include "lab/manifest.h"
#include "lab/problem.h"
#include "lab/real.h"
#include "lab/reference.h"

namespace warpgrade {

/// The problem of a case, made or read from its data file. Of a file that begins with the lab's
/// name come all numbers, but for integers that the case sets itself, and all inputs; what else the
/// reference generates for such sizes (outputs above all) is taken from a problem of its first kind
/// of input. Throws GraderError: for a file that breaks the grammar with line and column.
Problem generate_case(const Lab& lab, const Reference& reference, const Case& c, Real real,
                      Random& random);

/// Whether a data file is in the format that is common to all labs, not in one of the reference's
/// own.
bool is_problem_file(const std::filesystem::path& path, const Reference& reference);

/// The integers that such a file says.
std::map<std::string, long long> integers_in_file(const Lab& lab,
                                                  const std::filesystem::path& path);

/// Writes what the lab's functions take of a problem, numbers and arrays that are no outputs, in
/// the fewest digits that read back the same; the file appears whole or not at all. Throws
/// GraderError when it cannot be written, or when a number is not finite.
void write_problem(const std::filesystem::path& path, const Lab& lab, const Problem& problem);

}  // namespace warpgrade
