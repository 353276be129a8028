// The memory of __device__, __constant__ and __managed__ variables. It lies in the program, below 4
// GiB, and its cells are found through an alias address.
#pragma once

#include <cstddef>
#include <cstdint>

#include "check/memory/regions.h"

namespace simt::check {

constexpr std::uintptr_t variable_alias = std::uintptr_t{0x17} << 40;

bool in_variables(std::uintptr_t address);
/// Also true a little past a variable, for an index that is too large.
bool near_variables(std::uintptr_t address);
Where locate_variable(std::uintptr_t address, std::size_t size);

/// Called before the program begins: its variables are initialized.
void prepare_variables();

}  // namespace simt::check
