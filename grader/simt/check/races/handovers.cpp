#include "check/races/handovers.h"

#include <algorithm>
#include <set>

#include "check/races/flags.h"
#include "check/threads/intervals.h"
#include "engine/memory/address_space.h"
#include "engine/worker.h"

namespace simt::check {

namespace {

/// One handover: it covers the thread's accesses up to an interval, its block's earlier epochs, and
/// the lanes that it had synchronized with.
struct HandoverRecord {
  std::uint64_t time;
  std::uint32_t thread, up_to, epoch;
  WarpSync last_sync;
  std::uint32_t pc;
  Sign sign;
  bool by_store;
};

struct HandedBy {
  std::unordered_map<std::uint32_t, std::vector<HandoverRecord>> by_block;
  std::uint64_t changes = 0;
};

struct PlainStore {
  std::uintptr_t variable = 0;
  Key by = 0;
  std::uint32_t pc = 0;
};

struct Handovers {
  std::unordered_map<std::uintptr_t, HandedBy> variables;
  std::uint64_t time = 0;
  PlainStore store;  // met by the running atomic
};

Handovers& handovers() {
  static auto* all = new Handovers;
  return *all;
}

/// A kernel with more variables, such as a histogram, uses them for something else.
constexpr std::size_t most_variables = 1024;
/// Per thread, between two barriers.
constexpr unsigned most_given = 8;

HandedBy* variable_at(std::uintptr_t address) {
  const auto at = handovers().variables.find(address);
  return at == handovers().variables.end() ? nullptr : &at->second;
}

bool is_shared(std::uintptr_t address) {
  return detail::address_space(reinterpret_cast<void*>(address)) == detail::Space::shared;
}

void keep(std::vector<Observation>& observations, const Observation& observation) {
  for (Observation& have : observations) {
    if (have.variable != observation.variable || have.how != observation.how) continue;
    have.time = std::max(have.time, observation.time);
    return;
  }
  observations.push_back(observation);
}

void note_observation(std::uintptr_t variable, Observation::How how) {
  if (variable_at(variable) == nullptr) return;
  keep(current_thread.block->threads[self.thread].observations, {variable, handovers().time, how});
}

WarpSync last_sync_before(const BlockState& b, unsigned thread, std::uint32_t interval) {
  WarpSync last_sync{0, 0};
  for (const WarpSync& m : b.syncs[thread / 32])
    if ((m.mask >> thread % 32 & 1) && m.interval <= interval) last_sync = m;
  return last_sync;
}

/// Starts a new interval: later accesses are not part of the handover.
void begin_thread_interval() {
  BlockState& b = *current_thread.block;
  b.keys[self.thread] = make_key(new_interval({b.index, b.epoch, current.id}), self.thread);
}

/// The thread used the variable as a lock, so its changes were not a count.
void forget_counting(std::vector<HandoverRecord>& given, std::uint32_t thread) {
  std::erase_if(given, [&](const HandoverRecord& g) {
    return g.thread == thread && g.sign == Sign::counter;
  });
}

/// Whether each block, thread, or the block's threads or warps have counted equally often: then the
/// thread that changes the counter now is the last.
bool is_last(std::uint64_t changes, bool shared) {
  const detail::Grid& g = *current.grid;
  const std::uint64_t warps = (g.threads + 31) / 32;
  const auto all = [changes](std::uint64_t n) { return changes % n == 0; };
  return shared ? all(g.threads) || (warps > 1 && all(warps))
                : all(g.blocks * g.threads) || (g.blocks > 1 && all(g.blocks)) ||
                      (g.blocks == 1 && warps > 1 && all(warps));
}

bool covers(const HandoverRecord& g, Key other) {
  if (intervals[interval_number(other)].epoch < g.epoch) return true;
  const std::uint32_t accessor = thread_id(other);
  if (accessor & several) return false;
  if (accessor / 32 == g.thread / 32 && (g.last_sync.mask >> accessor % 32 & 1) &&
      interval_number(other) < g.last_sync.interval)
    return true;
  return accessor == g.thread && interval_number(other) <= g.up_to;
}

/// Whether the observation can stand for the handover: taking a lock, polling a flag, or being the
/// last to count.
bool explains(const Observation& l, const HandoverRecord& g) {
  if (g.time > l.time) return false;
  switch (l.how) {
    case Observation::took:
      return g.sign == Sign::lock;
    case Observation::last:
      return g.sign == Sign::counter;
    case Observation::waited:
      return g.sign != Sign::lock && is_flag(l.variable);
    case Observation::saw:
      return g.sign != Sign::lock;
  }
  return false;
}

/// A variable that was counted only once serves as a flag.
Handover of(const HandoverRecord& g, const Observation& l, const HandedBy& v) {
  const bool counted = g.sign == Sign::counter && (l.how == Observation::last || v.changes > 1);
  return {g.sign == Sign::lock ? "lock" : counted ? "counter" : "flag", g.pc, g.by_store};
}

/// The handover of `other`'s access through this variable, if this observation explains it.
std::optional<Handover> explained(const Observation& l, const HandedBy& v, Key other) {
  if (thread_id(other) == several_blocks) {
    // If the blocks are unknown, take all that have begun.
    std::set<std::uint32_t> blocks{current_thread.block->index};
    const HandoverRecord* latest = nullptr;
    for (const auto& [block, given] : v.by_block)
      for (const HandoverRecord& g : given)
        if (explains(l, g) && block != current_thread.block->index) {
          blocks.insert(block);
          if (latest == nullptr || g.time > latest->time) latest = &g;
        }
    const std::uint64_t begun = std::min(current.grid->next.load(), current.grid->blocks);
    if (latest == nullptr || blocks.size() < begun) return std::nullopt;
    return of(*latest, l, v);
  }
  const auto by = v.by_block.find(intervals[interval_number(other)].block);
  if (by == v.by_block.end()) return std::nullopt;
  for (const HandoverRecord& g : by->second)
    if (explains(l, g) && covers(g, other)) return of(g, l, v);
  return std::nullopt;
}

}  // namespace

void forget_handovers() { handovers() = Handovers{}; }

void forget_handovers_of_shared() {
  std::erase_if(handovers().variables, [](const auto& v) { return is_shared(v.first); });
}

void hand_over(std::uintptr_t variable, Sign sign) {
  Handovers& h = handovers();
  BlockState& b = *current_thread.block;
  if (variable_at(variable) == nullptr && sign != Sign::lock &&
      h.variables.size() >= most_variables)
    return;
  HandedBy& v = h.variables[variable];
  ++v.changes;
  if (sign == Sign::counter && is_last(v.changes, is_shared(variable)))
    note_observation(variable, Observation::last);
  ThreadSync& t = b.threads[self.thread];
  if (t.given_epoch != b.epoch) t.given = 0;
  t.given_epoch = b.epoch;
  if (sign != Sign::lock && ++t.given > most_given) return;
  const std::uint32_t up_to = interval_number(b.keys[self.thread]);
  std::vector<HandoverRecord>& given = v.by_block[b.index];
  if (sign == Sign::lock) forget_counting(given, self.thread);
  given.push_back({++h.time, self.thread, up_to, b.epoch, last_sync_before(b, self.thread, up_to),
                   static_cast<std::uint32_t>(current_thread.pc), sign, false});
  begin_thread_interval();
}

void observe(std::uintptr_t variable, bool as_volatile) {
  note_observation(variable, as_volatile ? Observation::waited : Observation::saw);
}

void observe_lock(std::uintptr_t variable) { note_observation(variable, Observation::took); }

void note_plain_store(std::uintptr_t variable, Key by, std::uint32_t pc) {
  handovers().store = {variable, by, pc};
}

void lock_released_by_store(std::uintptr_t variable, unsigned holder, std::uint32_t block) {
  Handovers& h = handovers();
  HandedBy& v = h.variables[variable];
  std::vector<HandoverRecord>& given = v.by_block[block];
  forget_counting(given, holder);
  // A volatile store was already recorded as a flag.
  for (auto g = given.rbegin(); g != given.rend(); ++g)
    if (g->thread == holder && g->sign == Sign::flag) {
      g->sign = Sign::lock;
      return;
    }
  const PlainStore& s = h.store;
  if (s.variable != variable || thread_id(s.by) != holder ||
      intervals[interval_number(s.by)].block != block)
    return;
  given.push_back({++h.time, holder, interval_number(s.by), intervals[interval_number(s.by)].epoch,
                   WarpSync{0, 0}, s.pc, Sign::lock, true});
}

void share_observations(BlockState& b) {
  for (const auto& [thread, t] : b.threads)
    for (const Observation& l : t.observations) keep(b.observations, l);
}

std::optional<Handover> handover_without_fence(Key other, std::uintptr_t address) {
  if (handovers().variables.empty()) return std::nullopt;
  std::vector<Observation> observations(current_thread.block->observations);
  if (const auto at = current_thread.block->threads.find(self.thread);
      at != current_thread.block->threads.end())
    observations.insert(observations.end(), at->second.observations.begin(),
                        at->second.observations.end());
  for (const Observation& l : observations) {
    const HandedBy* const v = variable_at(l.variable);
    if (v == nullptr || (address & ~std::uintptr_t{3}) == (l.variable & ~std::uintptr_t{3}))
      continue;
    if (const auto found = explained(l, *v, other)) return found;
  }
  return std::nullopt;
}

}  // namespace simt::check
