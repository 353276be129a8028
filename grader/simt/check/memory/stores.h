// Of how much of an array the check saw that it was stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/check_report.h"

namespace simt::check {

/// Fills the report's `arrays`, as far as they lie in memory that has cells.
void count_stores(const std::vector<Array>& arrays, Report& report);

/// Of memory that the host reads where it is: the words of 4 bytes that kernels have stored there.
std::uint64_t kernels_words(std::uintptr_t start, std::size_t size);
/// Likewise, of all such memory that there is.
std::uint64_t kernels_words();

}  // namespace simt::check
