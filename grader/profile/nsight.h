// Finds and calls Nsight Compute, and explains its errors.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "toolchain/cuda_toolkit.h"

namespace warpgrade {

struct Nsight {
  std::filesystem::path program;  // ncu
  std::string version;            // "2025.3.1.0"
};

/// In PATH, in the toolkit, or in its default installation folder (newest first). Nothing if there
/// is no version 2022 or newer.
std::optional<Nsight> find_nsight(const std::optional<CudaToolkit>& toolkit);

/// ncu's arguments before the profiled program: they profile the first launch of `kernel` (a
/// mangled name) and write a table to `log`.
std::vector<std::string> nsight_arguments(const Nsight& nsight, const std::string& kernel,
                                          const std::filesystem::path& log);

/// Why nothing was measured, and the remedy.
struct Refusal {
  std::string why;     // a sentence without full stop
  std::string advice;  // sentences; or ""
};

/// Explains ncu's `log`; `output` is the other output of ncu and the program.
Refusal nsight_refusal(const std::string& log, const std::string& output);

}  // namespace warpgrade
