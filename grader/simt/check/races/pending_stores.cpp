#include "check/races/pending_stores.h"

#include <cstring>

#include "check/races/equal_stores.h"
#include "check/races/flags.h"
#include "check/races/races.h"

namespace simt::check {

__thread PendingStore pending_store;

void postpone_store(const Touch& t, Key other, std::uint32_t other_pc, bool may_be_flag) {
  if (current_thread.pending) return;
  PendingStore& p = pending_store;
  p.address = t.address;
  p.size = t.size;
  std::memcpy(p.before, reinterpret_cast<void*>(t.address), t.size);
  p.other = other;
  p.other_pc = other_pc;
  p.pc = current_thread.pc;
  p.thread = self.thread;
  p.block = current_thread.block->index;
  p.may_be_flag = may_be_flag;
  current_thread.pending = true;
}

void resolve_pending() {
  current_thread.pending = false;
  const PendingStore& p = pending_store;
  if (std::memcmp(p.before, reinterpret_cast<void*>(p.address), p.size) == 0) {
    if (p.may_be_flag) note_latch(p.address);
    return note_equal_store(p);
  }
  const RaceWith other{p.other, p.other_pc, true, nullptr};
  const Touch store{p.address, p.size, What::write, p.may_be_flag};
  if (p.may_be_flag)
    postpone_race(other, store, p.pc);
  else
    report_race(other, store, p.pc);
}

}  // namespace simt::check
