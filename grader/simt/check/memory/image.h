// Memory that a kernel meets without having asked for it: the engine's own, and constants that the
// compiler put into the program.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt::check {

bool is_engine_memory(std::uintptr_t address);
/// What only the engine, the check and whoever starts them store to.
bool is_engines(std::uintptr_t address);
bool is_read_only_image(std::uintptr_t address);

}  // namespace simt::check
