// The script that Slurm runs on a node.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "batch/executor.h"
#include "batch/job_needs.h"

namespace warpgrade {

/// Splits --slurm-options into words, which may be quoted. UsageError: a quotation mark is not
/// closed.
std::vector<std::string> slurm_options(const std::string& text);

/// True if an option begins with one of `starts`.
bool has_sbatch_option(const std::vector<std::string>& options,
                       const std::vector<const char*>& starts);

/// The script for an array of grades of `lab`. `folder` is shared by all nodes and contains
/// `submissions`, one path per line, and the folder results/. Task N writes results/N: grade.json,
/// grade.html, log, node, and the exit status of `warpgrade grade` in status. `site`: further
/// sbatch options. Where they set GPUs, memory or cores, the script does not.
std::string slurm_script(const GradeSettings& settings, const std::string& lab,
                         const JobNeeds& needs, const std::filesystem::path& folder,
                         const std::vector<std::string>& site);

}  // namespace warpgrade
