#include "check/races/equal_stores.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "check/races/races.h"
#include "check/report/findings.h"
#include "check/report/words.h"
#include "check/threads/intervals.h"
#include "engine/memory/address_space.h"
#include "engine/worker.h"

namespace simt::check {

namespace {

std::mutex equal_lock;
std::atomic<bool> some_equal{false};

/// For each statement, its first such store.
std::unordered_map<std::uintptr_t, PendingStore>& first_equal() {
  static auto* all = new std::unordered_map<std::uintptr_t, PendingStore>;
  return *all;
}

/// Like compute-sanitizer, which classifies such stores as hazards of the lowest level, "info", and
/// shows them only on request.
bool report_all_equal_stores() {
  static const bool all = std::getenv("SIMT_EQUAL_STORES") != nullptr;
  return all;
}

/// Whether the statement has stored a different value elsewhere.
bool differs_from_first(const PendingStore& store) {
  const std::lock_guard guard(equal_lock);
  some_equal = true;
  const auto [at, made] = first_equal().try_emplace(store.pc, store);
  const PendingStore& first = at->second;
  return !made && (first.size != store.size || std::memcmp(first.before, store.before, store.size));
}

}  // namespace

void note_equal_store(const PendingStore& store) {
  const Interval& then = intervals[interval_number(store.other)];
  const bool streams = then.block < Interval::host && then.operation_id != current.id;
  if (streams || (report_all_equal_stores() && !in_same_warp(store.other))) {
    need_serial();
    const Race race = make_race({store.other, store.other_pc, true, nullptr},
                                {store.address, store.size, What::write}, store.pc);
    found(Level::advice, race.place, race.other, "race.equal-stores", [&] { return race.facts; });
  }
  if (detail::address_space(reinterpret_cast<void*>(store.address)) == detail::Space::shared)
    return;
  if (then.block >= Interval::host || then.block == store.block ||
      then.operation_id != current.id || store.other_pc != static_cast<std::uint32_t>(store.pc))
    return;
  if (!differs_from_first(store)) return;
  found(Level::advice, at(store.pc), at(store.other_pc), "race.equal-values", [&] {
    const detail::Grid& g = *current.grid;
    const auto format_thread = [&g](std::uint32_t thread, std::uint32_t block) {
      return "thread " + triple(index_in(g.block, thread)) + " of block " +
             triple(index_in(g.grid, block));
    };
    return Facts()
        .add("thread", triple(index_in(g.block, store.thread)))
        .add("block", triple(index_in(g.grid, store.block)))
        .add_spot(store.address, store.size, true)
        .add("party", format_thread(thread_id(store.other), then.block));
  });
}

void forget_equal_stores() {
  if (!some_equal) return;
  const std::lock_guard guard(equal_lock);
  first_equal().clear();
  some_equal = false;
}

}  // namespace simt::check
