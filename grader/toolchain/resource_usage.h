// Parses ptxas's report of a kernel's resource usage.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "findings/finding.h"

namespace warpgrade {

/// Parses the output of `ptxas -v`. nvcc's output is not used, because it may contain the source's
/// own text, such as a #warning. Kernels that occur several times (template instances) are listed
/// once each, demangled and without parameters. Numbers that no GPU's kernel can have count as
/// unknown.
std::vector<KernelResources> parse_resource_usage(std::string_view ptxas_output);

/// The same output without the lines added by `-v`: warnings and errors.
std::string without_usage(std::string_view ptxas_output);

/// The largest block with that many registers per thread: 65536 registers per SM, allocated to
/// warps in units of 256 (CUDA C++ Programming Guide, compute capabilities 5.x to 12.x).
int most_threads(int registers);

/// `name` demangled, without return type, template arguments kept, parameters dropped.
std::string kernel_name(const std::string& mangled);

}  // namespace warpgrade
