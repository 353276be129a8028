// What went between the host and memory that has cells, in the running call, in words of 4 bytes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt::check {

struct Moved {
  // Each counted once for as long as nothing else is stored there.
  std::uint64_t from_host = 0;  // the host's own
  std::uint64_t to_host = 0;    // what is not the host's own, and what it could have looked at
  // Of what is not the host's own, what it has looked at: each store once.
  std::uint64_t seen_by_host = 0;
};

void forget_moved();
const Moved& words_moved();
/// The host, or a copy, has brought a word that was not the host's before.
void note_from_host();
/// Copies have brought the host so many, or kernels have left them where the host reads them.
void note_for_host(std::uint64_t words);

/// The host sees what stands in these bytes, known by the address of their cells.
void note_seen_by_host(std::uintptr_t cells, std::size_t size);
/// A kernel has stored so many words under the host's eyes.
void note_seen_by_host(std::uint64_t words);

}  // namespace simt::check
