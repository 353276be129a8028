// What the numbers of a profile mean for this kernel, in a sentence or two a section.
#pragma once

#include <string>
#include <vector>

#include "findings/costs.h"
#include "profile/kernel_profile.h"

namespace warpgrade {

using Sentences = std::vector<std::string>;

/// Measured. Nothing is said of what was not measured. `least_bytes`: what the whole call must move
/// at least, 0 where that is not known.
Sentences read_launch(const KernelProfile& kernel);
Sentences read_speed(const KernelProfile& kernel, double least_bytes);
Sentences read_occupancy(const KernelProfile& kernel);

/// Of a call that takes so long without the profiler, with all its kernels.
Sentences read_call(double call_seconds, const std::vector<KernelProfile>& kernels);

/// Counted by the CPU engine.
Sentences read_counted_launch(const KernelCosts& kernel);
Sentences read_counted_memory(const KernelCosts& kernel);
Sentences read_counted_threads(const KernelCosts& kernel);
Sentences read_counted_occupancy(const KernelCosts& kernel);

/// The accesses that waste most, worst first: sectors and turns that need not be. Those that waste
/// nothing are not among them.
std::vector<LineCosts> most_wasteful(const KernelCosts& kernel, std::size_t most);

/// Likewise those that move most through global memory.
std::vector<LineCosts> most_moving(const KernelCosts& kernel, std::size_t most);

/// "1.2 GB", "30 KB"; "1.2 ms".
std::string bytes_in_words(double bytes);
std::string seconds_in_words(double seconds);

}  // namespace warpgrade
