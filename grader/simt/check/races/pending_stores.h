// Stores that conflict with another thread's store. Any number of threads may store equal values,
// and whether they are equal shows only after the store: if not, it is a race; if so, advice at
// most.
#pragma once

#include "check/state.h"

namespace simt::check {

struct PendingStore {
  std::uintptr_t address;
  unsigned size;
  unsigned char before[16];
  Key other;
  std::uint32_t other_pc;
  std::uintptr_t pc;
  std::uint32_t thread, block;  // the storing thread
  bool may_be_flag;             // both stores are volatile
};
extern __thread PendingStore pending_store __attribute__((tls_model("local-exec")));
/// The largest store that can be postponed, in bytes.
constexpr unsigned most_pending = sizeof PendingStore::before;

/// The running thread is about to store, unordered with a store of `other`. One at a time: the
/// first word of a wide store decides.
void postpone_store(const Touch& t, Key other, std::uint32_t other_pc, bool may_be_flag);
/// If current_thread.pending: the store has been made. Decides whether it was a race.
void resolve_pending();

}  // namespace simt::check
