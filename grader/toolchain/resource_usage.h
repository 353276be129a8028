// What ptxas says of a kernel's use of the machine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "findings/finding.h"

namespace warpgrade {

/// Reads what `ptxas -v` prints when it runs by itself. What nvcc prints would not do: there the
/// source's own text stands between these lines, and a #warning looks as it likes. Kernels that
/// occur several times (instances of a template) are listed once for each; names are demangled,
/// without parameters. A number that no kernel of any GPU has counts as not known.
std::vector<KernelResources> parse_resource_usage(std::string_view ptxas_output);

/// The same output without the lines that `-v` adds: warnings and errors.
std::string without_usage(std::string_view ptxas_output);

/// The most threads that a block can have with that many registers a thread: 65536 registers an SM,
/// given out to warps in units of 256 (CUDA C++ Programming Guide, compute capabilities 5.x
/// to 12.x).
int most_threads(int registers);

/// `name` demangled, without return type, template arguments kept, parameters dropped.
std::string kernel_name(const std::string& mangled);

}  // namespace warpgrade
