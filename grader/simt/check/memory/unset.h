// Memory of the host that was never set: what malloc, new and the stack give is filled with a
// pattern that depends on the address, so that a word that still holds it when it is copied to the
// device is one that nobody has stored to. There it counts as not written.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt::check {

void fill_unset(void* memory, std::size_t size);
/// Of managed or pinned memory: whether a word holds something else than it was given.
bool is_set_unseen(std::uintptr_t address);
/// `value`: what stands, or stood, at the address of a word.
bool is_unset(std::uintptr_t address, std::uint32_t value);

}  // namespace simt::check
