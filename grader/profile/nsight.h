// Nsight Compute: where it is, how it is called, what its refusals mean.
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

/// On PATH, in the toolkit, or where its own installer puts it (newest first). Nothing where there
/// is none of version 2022 or newer.
std::optional<Nsight> find_nsight(const std::optional<CudaToolkit>& toolkit);

/// The words before the program that is profiled: the first launch of one kernel, all that this
/// command shows of it, as a table into `log`. `kernel`: its name as the linker knows it.
std::vector<std::string> nsight_arguments(const Nsight& nsight, const std::string& kernel,
                                          const std::filesystem::path& log);

/// Why nothing was measured, and what to do about it.
struct Refusal {
  std::string why;     // a sentence without its end
  std::string advice;  // sentences; or ""
};

/// From what it wrote; `said` is what it and the program printed beside that.
Refusal nsight_refusal(const std::string& log, const std::string& said);

}  // namespace warpgrade
