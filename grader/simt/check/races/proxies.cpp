#include "check/races/proxies.h"

#include "check/races/async.h"
#include "check/races/races.h"
#include "check/report/findings.h"
#include "check/state.h"
#include "check/threads/intervals.h"
#include "engine/memory/address_space.h"

namespace simt::check {

namespace {

/// Whether `thread` has executed a fence after the store. The store is its own, or by a thread that
/// it may have synchronized with.
bool fenced_by(const BlockState& b, unsigned thread, Key store) {
  const auto at = b.proxies.fences.find(thread);
  if (at == b.proxies.fences.end() || at->second.interval <= interval_number(store)) return false;
  return thread == thread_id(store) || !b.clocks.empty() ||
         at->second.epoch > intervals[interval_number(store)].epoch;
}

/// `store`: key of one or several threads of the block.
bool is_visible_to_copies(const BlockState& b, Key store) {
  if (!is_of_this_block(store) || b.proxies.by_copies.count(interval_number(store)) != 0)
    return true;
  if (fenced_by(b, self.thread, store)) return true;
  return thread_id(store) >= several || fenced_by(b, thread_id(store), store);
}

}  // namespace

void fence_between_proxies() {
  BlockState& b = *current_thread.block;
  begin_thread_interval(b);
  b.proxies.fences[self.thread] = {interval_number(b.keys[self.thread]), b.epoch};
}

void require_fence_for_copy(std::uintptr_t address, unsigned size) {
  if (detail::address_space(reinterpret_cast<void*>(address)) != detail::Space::shared) return;
  for (std::uintptr_t word = address & ~std::uintptr_t{3}; word < address + size; word += 4) {
    const Cell cell = *cell_at(word);
    const Key store = last_write(cell);
    if (cell == split_cell || store == 0 || store == in_flight) continue;
    if (!is_ordered(store) || is_visible_to_copies(*current_thread.block, store)) continue;
    return found(Level::error, at(current_thread.pc), at(origin_at(word)->write_pc & pc_mask),
                 "race.no-proxy-fence",
                 [&] { return Facts().add_running_thread().add_spot(word, 4, false); });
  }
}

}  // namespace simt::check
