// Copies that bring again and again what is there already.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt::check {

void reset_repeated_copies();
/// The running operation is about to copy. Both sides can be read.
void note_copy(std::uintptr_t to, std::uintptr_t from, std::size_t size);
/// Reports the calls of which each but one at most changed nothing. Called when the checked call
/// ends.
void report_repeated_copies();

}  // namespace simt::check
