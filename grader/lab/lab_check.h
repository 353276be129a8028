// Whether a lab can be graded at all: asked before a class is.
#pragma once

#include <filesystem>
#include <string>

#include "lab/manifest.h"
#include "lab/problem.h"
#include "lab/real.h"
#include "lab/reference.h"

namespace warpgrade {

/// Reads all files of the lab that its author wrote (lab.json, hidden.json, the contract header,
/// bench.json, the list of variants), and has the reference make the input of every case. Throws
/// GraderError that names the file, the place and what to write; UsageError for an unknown lab.
void check_lab(const std::filesystem::path& root, const std::string& lab);

/// generate_case(), with an error that names the case where that fails or where something that the
/// task's function takes is missing.
Problem make_problem(const Lab& lab, const Reference& reference, const Task& task, const Case& c,
                     Real real, Random& random);

}  // namespace warpgrade
