// Counts how much of each array was seen to be stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/check_report.h"

namespace simt::check {

/// Fills the report's `arrays` for those in memory that has cells.
void count_stores(const std::vector<Array>& arrays, Report& report);

/// The 4-byte words that kernels have stored in this range of managed or pinned memory.
std::uint64_t kernels_words(std::uintptr_t start, std::size_t size);
/// The same for all managed and pinned memory.
std::uint64_t kernels_words();

}  // namespace simt::check
