#include "moved.h"

namespace simt::check {

namespace {

Moved moved;

}  // namespace

void forget_moved() { moved = {}; }

const Moved& words_moved() { return moved; }

void note_from_host() { ++moved.from_host; }

void note_for_host(std::uint64_t words) {
  __atomic_fetch_add(&moved.to_host, words, __ATOMIC_RELAXED);
}

}  // namespace simt::check
