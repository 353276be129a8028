// Atomics that turn out to have changed nothing. Such a one was a read: a cell that says "updated"
// is put back, and what would be a race with those who have read the word is none.
#pragma once

#include "check/state.h"

namespace simt::check {

/// Of the words that an atomic touches, what there was to it before, and the races with who has
/// read or stored to them, which are none where it changes nothing.
struct Atomic {
  Cell before[2], after[2];
  std::uint32_t write_pc[2];
  Key reader;
  std::uint32_t reader_pc;
  Key overwritten;  // a volatile store of another thread's, which nothing orders before
  std::uint32_t overwritten_pc;
};

/// The one that runs. Null outside of a kernel's atomics, and where several workers run it.
extern __thread Atomic* running_atomic __attribute__((tls_model("local-exec")));

void begin_atomic(const Touch& t, Atomic& a);
void end_atomic(const Touch& t, const Atomic& a, bool changed);

}  // namespace simt::check
