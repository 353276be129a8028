// Stores that conflict with another thread's. Equal values may be stored by any number of threads,
// and whether they are shows only once the store is made: then it is a race, or advice at most.
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
  std::uint32_t thread, block;  // who stores
  bool may_be_flag;             // volatile, as the other one
};
extern __thread PendingStore pending_store __attribute__((tls_model("local-exec")));
/// The largest store that can be put off.
constexpr unsigned most_pending = sizeof PendingStore::before;

/// The running thread is about to store, and nothing orders that after what `other` has stored.
/// One at a time: of a wide store the first word decides.
void put_off_store(const Touch& t, Key other, std::uint32_t other_pc, bool may_be_flag);
/// Where me.pending: the store has been made. Was it a race?
void resolve_pending();

}  // namespace simt::check
