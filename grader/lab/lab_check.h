// Checks that a lab can be graded, before a class is graded.
#pragma once

#include <filesystem>
#include <string>

#include "lab/manifest.h"
#include "lab/problem.h"
#include "lab/real.h"
#include "lab/reference.h"

namespace warpgrade {

/// Reads all files by the lab's author (lab.json, hidden.json, the contract header, bench.json, the
/// list of variants), and has the reference generate the input of every case. Throws GraderError
/// with the file, the place and the remedy; UsageError for an unknown lab.
void check_lab(const std::filesystem::path& root, const std::string& lab);

/// generate_case() with an error that names the case if it fails or an argument of the task's
/// function is missing.
Problem make_problem(const Lab& lab, const Reference& reference, const Task& task, const Case& c,
                     Real real, Random& random);

}  // namespace warpgrade
