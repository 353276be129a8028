// The memory of __device__, __constant__ and __managed__ variables. It lies in the program, below
// 4 GiB, and its words have cells at an alias.
#pragma once

#include <cstddef>
#include <cstdint>

#include "check/memory/regions.h"

namespace simt::check {

constexpr std::uintptr_t variable_alias = std::uintptr_t{0x17} << 40;

bool in_variables(std::uintptr_t address);
/// Or not far from one: an index that is too large.
bool near_variables(std::uintptr_t address);
Where locate_variable(std::uintptr_t address, std::size_t size);

/// Before the program begins: its variables have their values.
void prepare_variables();

}  // namespace simt::check
