// What went between the host and memory that has cells, in the running call: so many words of 4
// bytes, each counted once for as long as nothing else is stored there.
#pragma once

#include <cstdint>

namespace simt::check {

struct Moved {
  std::uint64_t from_host = 0;  // the host's own
  std::uint64_t to_host = 0;    // what is not the host's own
};

void forget_moved();
const Moved& words_moved();
/// The host, or a copy, has brought a word that was not the host's before.
void note_from_host();
/// Copies have brought the host so many, or kernels have left them where the host reads them.
void note_for_host(std::uint64_t words);

}  // namespace simt::check
