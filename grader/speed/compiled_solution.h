// Solutions in a student's kit, as programs without source: baselines/LAB-HASH/float[-M8-N8].
// `warpgrade baselines` (cli_class/) writes them, and baselines/about.json: the CUDA that they are
// compiled with, or why they are missing.
#pragma once

#include <filesystem>
#include <string>

#include "lab/manifest.h"
#include "lab/real.h"
#include "model/machine.h"

namespace warpgrade {

inline constexpr const char* baselines_folder = "baselines";
inline constexpr const char* about_baselines = "about.json";

/// Whether the solution's source exists.
bool has_solution(const std::filesystem::path& root, const std::string& lab);

/// The folder of the lab's programs in `root`. HASH covers everything on which a program and the
/// grader must agree: the lab's contract and lab.json, the sources of worker and referee.
std::filesystem::path compiled_solutions(const std::filesystem::path& root, const std::string& lab);

/// The program's file in that folder.
std::string compiled_name(Real real, const Constants& constants);

/// Why a kit lacks programs that speed is compared with.
std::string why_left_out(const std::filesystem::path& root);

/// Why a grade has neither the solution's source nor its program; empty if it has one of them.
std::string why_solution_missing(const std::filesystem::path& root, const std::string& lab);

/// Why a program does not run on this machine: its driver or C library is too old. Empty if it
/// does.
std::string why_not_running(const Machine& machine, const std::filesystem::path& program);

}  // namespace warpgrade
