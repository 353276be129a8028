// Memory that kernels must not access: the engine's own variables and the program's constant data.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt::check {

bool is_engine_memory(std::uintptr_t address);
/// Whether the memory is for the engine, the check and the runner only.
bool is_engines(std::uintptr_t address);
bool is_read_only_image(std::uintptr_t address);

}  // namespace simt::check
