#include "check/races/locks.h"

#include <cstring>

#include "check/races/handovers.h"
#include "check/races/races.h"
#include "check/races/releases.h"
#include "check/report/findings.h"
#include "check/report/words.h"
#include "check/state.h"
#include "check/threads/intervals.h"

namespace simt::check {

namespace {

struct Lock {
  std::uint64_t free = 0, taken = 0;
  unsigned holder = ~0u;
  std::uintptr_t taken_pc = 0, refused_pc = 0;  // refused: its holder took it again; 0: never
  bool released = false;                        // some thread has taken and released it
  std::uint32_t block = ~0u, epoch = 0;
  std::uint32_t refused_block = ~0u;  // the last one that shall_refuse() chose
  // The warp that took it last, in epoch `epoch`.
  unsigned warp = ~0u;
  std::uint32_t lanes = 0;
};

std::unordered_map<const void*, Lock>& locks() {
  static auto* all = new std::unordered_map<const void*, Lock>;
  return *all;
}

/// The last thread to change a variable, and whether the variable is a counter: changed by one each
/// time, or back to 0.
struct Changes {
  Key by = 0;
  bool counts = true;
};

std::unordered_map<const void*, Changes>& changes_by_variable() {
  static auto* all = new std::unordered_map<const void*, Changes>;
  return *all;
}

void note_change(const void* variable, std::uint64_t before, std::uint64_t now) {
  Changes& changes = changes_by_variable()[variable];
  changes.by = current_thread.block->keys[self.thread];
  changes.counts = changes.counts && (now == before + 1 || now + 1 == before || now == 0);
}

std::uint64_t value_before = 0;

/// Where threads that have not tried again since were refused by shall_refuse().
std::unordered_map<std::uint64_t, std::pair<const void*, std::uintptr_t>>& refusals() {
  static auto* all = new std::unordered_map<std::uint64_t, std::pair<const void*, std::uintptr_t>>;
  return *all;
}

std::uint64_t running_thread() {
  return std::uint64_t{current_thread.block->index} << 32 | self.thread;
}

/// The running thread has accessed the variable.
void note_try(const void* variable) {
  if (self.refused)
    refusals()[running_thread()] = {variable, current_thread.pc};
  else if (const auto at = refusals().find(running_thread());
           at != refusals().end() && at->second.first == variable)
    refusals().erase(at);
}

/// Intervals in which threads hold a lock without a fence since they took it.
std::unordered_map<std::uint32_t, const void*>& unfenced() {
  static auto* all = new std::unordered_map<std::uint32_t, const void*>;
  return *all;
}
/// A limit for code that compares and exchanges without a lock.
constexpr std::size_t most_unfenced = 1u << 14;

/// Whether the bits look like a small integer, not like a floating-point number.
bool is_small(std::uint64_t value, unsigned size) {
  const auto number =
      size == 4 ? static_cast<std::int32_t>(value) : static_cast<std::int64_t>(value);
  return number >= -1 && number < 1 << 20;
}

/// The running thread has changed the variable as if to take a lock. Starts a new interval, so that
/// later accesses can be distinguished.
void begin_unfenced(const void* variable) {
  BlockState& b = *current_thread.block;
  if (unfenced().size() >= most_unfenced) return;
  const std::uint32_t interval = new_interval({b.index, b.epoch, current.id});
  b.keys[self.thread] = make_key(interval, self.thread);
  unfenced()[interval] = variable;
}

std::uint64_t load_value(const void* variable, unsigned size) {
  std::uint64_t value = 0;
  std::memcpy(&value, variable, size > 8 ? 8 : size);
  return value;
}

/// The running thread's exchange leaves a free lock free. What nobody else saw here is, on a GPU,
/// the release of a lock that another thread has taken in the meantime.
void check_release_without_lock(const Lock& lock, const void* variable, std::uint64_t value) {
  if (self.atomic_does != detail::AtomicDoes::exchanges || !lock.released || lock.holder != ~0u ||
      lock.free != value || !has_ordered(reinterpret_cast<std::uintptr_t>(variable)))
    return;
  found(Level::error, at(current_thread.pc), at(lock.taken_pc), "lock.not-held",
        [] { return Facts().add_running_thread(); });
}

}  // namespace

void lock_before(const void* variable, unsigned size) { value_before = load_value(variable, size); }

bool shall_refuse(const void* variable, unsigned size) {
  const auto known = locks().find(variable);
  const std::uint32_t block = current_thread.block->index;
  if (known == locks().end()) return false;
  Lock& lock = known->second;
  if (!lock.released || lock.holder != ~0u || lock.refused_pc != 0 || lock.block == block ||
      lock.refused_block == block || lock.free != load_value(variable, size) ||
      !has_ordered(reinterpret_cast<std::uintptr_t>(variable)))
    return false;
  lock.refused_block = block;
  self.taken = lock.taken;
  self.free = lock.free;
  return true;
}

void end_without_lock() {
  const auto at = refusals().find(running_thread());
  if (at == refusals().end()) return;
  const auto [variable, pc] = at->second;
  found(Level::error, check::at(pc), check::at(locks()[variable].taken_pc), "lock.tried-once",
        [] { return Facts().add_running_thread(); });
  refusals().erase(at);
}

void lock_after(const void* variable, unsigned size, bool is_integer, bool result_unused) {
  if (!refusals().empty()) note_try(variable);
  const std::uint64_t now = load_value(variable, size);
  auto& all = locks();
  const auto known = all.find(variable);
  if (now == value_before) {
    if (known != all.end()) check_release_without_lock(known->second, variable, now);
    return;
  }
  ++current_thread.progress;
  if (is_integer) note_change(variable, value_before, now);
  Lock& lock = known != all.end() ? known->second : all[variable];
  const BlockState& b = *current_thread.block;
  if (lock.holder == self.thread && lock.block == b.index && lock.taken == value_before &&
      lock.free == now) {
    // The same thread took and released it.
    if (lock.warp != self.thread / 32 || lock.epoch != b.epoch) lock.lanes = 0;
    lock.warp = self.thread / 32;
    lock.epoch = b.epoch;
    lock.lanes |= 1u << self.thread % 32;
    lock.holder = ~0u;
    lock.released = true;
    hand_over(reinterpret_cast<std::uintptr_t>(variable), Sign::lock);
    if (lock.refused_pc != 0 && has_ordered(reinterpret_cast<std::uintptr_t>(variable)))
      found(Level::error, at(lock.refused_pc), at(lock.taken_pc), "lock.not-taken",
            [] { return Facts().add_running_thread(); });
    if ((lock.lanes & (lock.lanes - 1)) == 0) return;
    // Counters and list positions return to an old value, too; only a lock orders other accesses.
    if (!has_ordered(reinterpret_cast<std::uintptr_t>(variable))) return;
    found(Level::advice, at(lock.taken_pc), "lock.several-lanes",
          [] { return Facts().add_running_thread(); });
    return;
  }
  const auto at = reinterpret_cast<std::uintptr_t>(variable);
  if (lock.holder != ~0u && lock.free == value_before && lock.taken == now)
    lock_released_by_store(at, lock.holder, lock.block);
  const bool may_take = !result_unused || self.atomic_does == detail::AtomicDoes::updates;
  if (may_take) observe_lock(at);
  if (is_integer && changes_by_variable()[variable].counts) hand_over(at, Sign::counter);
  if (!may_take) return;
  if (lock.block != b.index) lock.lanes = 0;
  const bool may_be_lock = self.atomic_does != detail::AtomicDoes::updates && is_integer &&
                           is_small(value_before, size) && is_small(now, size);
  if (may_be_lock) begin_unfenced(variable);
  lock.free = value_before;
  lock.taken = now;
  lock.holder = self.thread;
  lock.block = b.index;
  lock.taken_pc = current_thread.pc;
  lock.refused_pc = 0;
}

void lock_refused(const void* variable, unsigned size) {
  if (self.refused || !refusals().empty()) note_try(variable);
  if (self.atomic_does == detail::AtomicDoes::updates) return;
  const auto known = locks().find(variable);
  if (known == locks().end()) return;
  Lock& lock = known->second;
  check_release_without_lock(lock, variable, load_value(variable, size));
  if (lock.holder == self.thread && lock.block == current_thread.block->index &&
      lock.taken == load_value(variable, size))
    lock.refused_pc = current_thread.pc;
}

void forget_locks() {
  locks().clear();
  changes_by_variable().clear();
  unfenced().clear();
  refusals().clear();
}

bool is_lock_released(const void* variable, unsigned size, Key by) {
  const auto at = locks().find(variable);
  if (current.parallel || at == locks().end()) return false;
  const Lock& lock = at->second;
  return lock.holder == thread_id(by) && lock.block == intervals[interval_number(by)].block &&
         lock.free == load_value(variable, size);
}

bool lacks_fence_after_lock(Key by) {
  if (current.parallel || unfenced().empty() || is_of_this_block(by)) return false;
  const auto at = unfenced().find(interval_number(by));
  if (at == unfenced().end()) return false;
  const Lock& lock = locks()[at->second];
  return lock.holder != ~0u && lock.block == current_thread.block->index;
}

bool last_count_is_ordered(const void* variable) {
  const auto at = changes_by_variable().find(variable);
  return at != changes_by_variable().end() && at->second.counts && is_ordered(at->second.by);
}

}  // namespace simt::check
