// Uninitialized host memory. Memory from malloc, new and the stack is filled with a pattern that
// depends on the address. A word that still holds its pattern when it is copied to the device was
// never stored to, and counts as unwritten there.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt::check {

void fill_unset(void* memory, std::size_t size);
/// The caller has set all of this memory: its values may equal the pattern. Until the call is over.
void trust(const void* memory, std::size_t size);
void trust_nothing();
/// Whether a word of managed or pinned memory no longer holds its initial pattern.
bool is_set_unseen(std::uintptr_t address);
/// `value`: the content of the word at `address` now or at the time of the copy.
bool is_unset(std::uintptr_t address, std::uint32_t value);

}  // namespace simt::check
