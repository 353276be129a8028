// Data files of labs: the arguments of one call as text (grammar: data/README.md).
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

/// The problem of a case, generated or read from its data file. A file that begins with the lab's
/// name contains all numbers, except integers set by the case, and all inputs; the rest (above all
/// outputs) comes from a generated problem of these sizes with the reference's first kind of input.
/// Throws GraderError with line and column of a mistake in the file.
Problem generate_case(const Lab& lab, const Reference& reference, const Case& c, Real real,
                      Random& random);

/// True if a data file has the common format of all labs, not the reference's own.
bool is_problem_file(const std::filesystem::path& path, const Reference& reference);

/// The integers in such a file.
std::map<std::string, long long> integers_in_file(const Lab& lab,
                                                  const std::filesystem::path& path);

/// Writes the numbers and input arrays that the lab's functions take, with the fewest digits that
/// read back as the same values. The file is written completely or not at all. Throws GraderError
/// if it cannot be written, or a number is not finite.
void write_problem(const std::filesystem::path& path, const Lab& lab, const Problem& problem);

}  // namespace warpgrade
