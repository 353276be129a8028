// Interprets the numbers of a profile in a sentence or two per section.
#pragma once

#include <string>
#include <vector>

#include "findings/costs.h"
#include "profile/kernel_profile.h"

namespace warpgrade {

using Sentences = std::vector<std::string>;

/// For measured kernels. Ignores missing values. `least_bytes`: minimum traffic of the whole call;
/// 0 if unknown.
Sentences read_launch(const KernelProfile& kernel);
Sentences read_speed(const KernelProfile& kernel, double least_bytes);
Sentences read_occupancy(const KernelProfile& kernel);

/// For a call that takes this long without the profiler, with all its kernels.
Sentences read_call(double call_seconds, const std::vector<KernelProfile>& kernels);

/// For kernels counted by the CPU engine.
Sentences read_counted_launch(const KernelCosts& kernel);
Sentences read_counted_memory(const KernelCosts& kernel);
Sentences read_counted_threads(const KernelCosts& kernel);
Sentences read_counted_occupancy(const KernelCosts& kernel);

/// The most wasteful accesses, worst first, by unnecessary sectors and bank passes. Without those
/// that waste nothing.
std::vector<LineCosts> most_wasteful(const KernelCosts& kernel, std::size_t most);

/// The accesses with the most global memory traffic.
std::vector<LineCosts> most_moving(const KernelCosts& kernel, std::size_t most);

/// "1.2 GB", "30 KB"; "1.2 ms".
std::string bytes_in_words(double bytes);
std::string seconds_in_words(double seconds);

}  // namespace warpgrade
