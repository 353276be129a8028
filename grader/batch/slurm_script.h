// The script that Slurm runs on a node.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "batch/executor.h"
#include "batch/job_needs.h"

namespace warpgrade {

/// The words of --slurm-options: between blanks, or in quotation marks. UsageError: not closed.
std::vector<std::string> slurm_options(const std::string& text);

/// Does one of them begin with one of `starts`?
bool sbatch_options_speak_of(const std::vector<std::string>& options,
                             const std::vector<const char*>& starts);

/// For an array of grades of `lab`. `folder` is shared by all nodes and holds `submissions`, a path
/// a line, and the folder results/, where results/N becomes task N's: grade.json, grade.html, log,
/// node, status (of `warpgrade grade`). `site`: what else sbatch is given;
/// where it speaks of GPUs, memory or cores, this does not.
std::string slurm_script(const GradeSettings& settings, const std::string& lab,
                         const JobNeeds& needs, const std::filesystem::path& folder,
                         const std::vector<std::string>& site);

}  // namespace warpgrade
