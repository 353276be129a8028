// Atomics that turn out to have changed nothing. Such an atomic was a read: the cell is restored,
// and a possible race with readers of the word is dropped.
#pragma once

#include "check/state.h"

namespace simt::check {

/// The state of the words before the atomic, and the possible races with earlier readers and
/// writers, which are dropped if it changes nothing.
struct Atomic {
  Cell before[2], after[2];
  std::uint32_t write_pc[2];
  Key reader;
  std::uint32_t reader_pc;
  Key overwritten;  // another thread's unordered volatile store
  std::uint32_t overwritten_pc;
};

/// The atomic in progress. Null outside of a kernel's atomics, and if several workers run the
/// kernel.
extern __thread Atomic* running_atomic __attribute__((tls_model("local-exec")));

void begin_atomic(const Touch& t, Atomic& a);
void end_atomic(const Touch& t, const Atomic& a, bool changed);

}  // namespace simt::check
