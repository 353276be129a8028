#include "check/races/releases.h"

#include <algorithm>
#include <set>

#include "check/threads/intervals.h"
#include "check/threads/warp_sets.h"
#include "engine/memory/address_space.h"

namespace simt::check {

namespace {

struct Release {
  std::uint64_t time;
  std::uint32_t thread;
  std::uint32_t fenced;  // covers the thread's intervals up to here
  std::uint32_t epoch;   // covers its whole block's earlier epochs
  WarpSync last_sync;    // covers these lanes of its warp before they synchronized
  bool in_block;         // valid for threads of the same block only
  // Intervals of other threads that barrier objects had made known to it, by thread; or null.
  std::shared_ptr<const std::vector<std::uint32_t>> clock;
};

struct SyncVariable {
  std::unordered_map<std::uint32_t, std::vector<Release>> by_block;
  // Knowledge from other variables that the releases passed on: the latest time of each.
  std::vector<std::pair<std::uint64_t, Acquired>> passed_on;
};

struct Knowledge {
  std::unordered_map<std::uintptr_t, SyncVariable> variables;
  std::uint64_t time = 0;
  std::uint64_t acquires = 0;
  std::set<std::uintptr_t> used;  // variables that have ordered accesses
};

Knowledge& knowledge() {
  static auto* s = new Knowledge;
  return *s;
}

/// Adds `a`; of each variable only the latest time is kept.
void learn(std::vector<Acquired>& all, const Acquired& a) {
  for (Acquired& have : all) {
    if (have.variable != a.variable) continue;
    have.time = std::max(have.time, a.time);
    have.fenced = std::max(have.fenced, a.fenced);
    have.fenced_for_all = std::max(have.fenced_for_all, a.fenced_for_all);
    return;
  }
  all.push_back(a);
}

bool covers(const Release& r, Key other) {
  const Interval& i = intervals[interval_number(other)];
  if (i.epoch < r.epoch) return true;
  const std::uint32_t accessor = thread_id(other);
  if (accessor < several && accessor / 32 == r.thread / 32 &&
      (r.last_sync.mask >> accessor % 32 & 1) && interval_number(other) < r.last_sync.interval)
    return true;
  if (accessor >= several) return false;
  if (r.clock && interval_number(other) <= (*r.clock)[accessor]) return true;
  return accessor == r.thread && interval_number(other) <= r.fenced;
}

/// `fenced`: consider only what was read before a fence.
bool learned_from(const std::vector<Acquired>& sources, Key other, bool fenced) {
  std::vector<Acquired> open(sources), seen;
  const bool own_block = intervals[interval_number(other)].block == current_thread.block->index;
  if (fenced)
    for (Acquired& a : open) a.time = own_block ? a.fenced : a.fenced_for_all;
  while (!open.empty()) {
    const Acquired a = open.back();
    open.pop_back();
    const auto known_already = [&a](const Acquired& s) {
      return s.variable == a.variable && s.time >= a.time;
    };
    if (std::any_of(seen.begin(), seen.end(), known_already)) continue;
    seen.push_back(a);
    const auto v = knowledge().variables.find(a.variable);
    if (v == knowledge().variables.end()) continue;
    const auto by = v->second.by_block.find(intervals[interval_number(other)].block);
    if (by != v->second.by_block.end())
      for (const Release& r : by->second)
        if (r.time <= a.time && (!r.in_block || by->first == current_thread.block->index) &&
            covers(r, other)) {
          knowledge().used.insert(a.variable);
          return true;
        }
    for (const auto& [time, passed] : v->second.passed_on)
      if (time <= a.time) open.push_back(passed);
  }
  return false;
}

}  // namespace

void forget_releases() { knowledge() = Knowledge{}; }

void forget_releases_of_shared() {
  std::erase_if(knowledge().variables, [](const auto& v) {
    return detail::address_space(reinterpret_cast<void*>(v.first)) == detail::Space::shared;
  });
}

void fence(bool block_scope) {
  BlockState& b = *current_thread.block;
  ThreadSync& t = b.threads[self.thread];
  Key& key = b.keys[self.thread];
  t.fenced = interval_number(key);
  t.fenced_epoch = b.epoch;
  if (!b.clocks.empty())
    t.fenced_clock = std::make_shared<std::vector<std::uint32_t>>(b.clocks[self.thread]);
  for (Acquired& a : t.acquired) {
    a.fenced = a.time;
    // Through shared memory, only the thread's own block could tell it.
    const bool in_block =
        detail::address_space(reinterpret_cast<void*>(a.variable)) == detail::Space::shared;
    if (!block_scope || in_block) a.fenced_for_all = a.time;
  }
  if (!block_scope) {
    t.fenced_for_all = t.fenced;
    t.fenced_for_all_epoch = b.epoch;
    t.fenced_clock_for_all = t.fenced_clock;
  }
  // Separates accesses after the fence from those before it.
  key = make_key(new_interval({b.index, b.epoch, current.id}), self.thread);
}

bool has_fenced() {
  const auto at = current_thread.block->threads.find(self.thread);
  return at != current_thread.block->threads.end() && at->second.fenced != 0;
}

bool has_ordered(std::uintptr_t variable) { return knowledge().used.count(variable) != 0; }

void acquire(std::uintptr_t variable) {
  if (knowledge().variables.find(variable) == knowledge().variables.end()) return;
  ++knowledge().acquires;
  learn(current_thread.block->threads[self.thread].acquired, {variable, knowledge().time});
}

void release(std::uintptr_t variable) {
  const auto at = current_thread.block->threads.find(self.thread);
  if (at == current_thread.block->threads.end() || at->second.fenced == 0) return;
  ThreadSync& t = at->second;
  SyncVariable& v = knowledge().variables[variable];
  const std::uint64_t now = ++knowledge().time;
  auto& releases = v.by_block[current_thread.block->index];
  const auto add = [&](std::uint32_t fenced, std::uint32_t epoch, bool in_block,
                       const auto& clock) {
    WarpSync last_sync{0, 0};
    for (const WarpSync& m : current_thread.block->syncs[self.thread / 32])
      if ((m.mask >> self.thread % 32 & 1) && m.interval <= fenced) last_sync = m;
    releases.push_back({now, self.thread, fenced, epoch, last_sync, in_block, clock});
  };
  if (t.fenced != t.fenced_for_all) add(t.fenced, t.fenced_epoch, true, t.fenced_clock);
  if (t.fenced_for_all)
    add(t.fenced_for_all, std::max(t.fenced_for_all_epoch, current_thread.block->all_fenced), false,
        t.fenced_clock_for_all);
  for (const auto& [thread, fenced] : current_thread.block->fenced)
    releases.push_back({now, thread, fenced, 0, {0, 0}, false, nullptr});
  const auto pass_on = [&](const Acquired& a) {
    if (a.variable != variable) v.passed_on.push_back({now, a});
  };
  for (const Acquired& a : t.acquired) pass_on(a);
  for (const Acquired& a : current_thread.block->acquired) pass_on(a);
}

void share_knowledge(BlockState& b) {
  b.fenced.clear();
  for (const auto& [thread, t] : b.threads) {
    // __syncthreads() counts as a fence for the threads that leave it.
    for (const Acquired& a : t.acquired) learn(b.acquired, {a.variable, a.time, a.time, a.time});
    if (t.fenced_for_all && t.fenced_for_all_epoch == b.epoch)
      b.fenced.emplace_back(thread, t.fenced_for_all);
  }
  if (!b.fenced.empty() && b.fenced.size() == b.live_threads) {
    b.all_fenced = b.epoch + 1;
    b.fenced.clear();
  }
}

// Like __syncthreads(), a barrier object counts as a fence.
void publish_acquired(BlockState& b, std::vector<Acquired>& to) {
  const auto at = b.threads.find(self.thread);
  if (at == b.threads.end()) return;
  for (const Acquired& a : at->second.acquired) learn(to, {a.variable, a.time, a.time, a.time});
}

void learn_acquired(BlockState& b, const std::vector<Acquired>& from) {
  for (const Acquired& a : from) learn(b.threads[self.thread].acquired, a);
}

void share_knowledge(BlockState& b, unsigned warp, std::uint32_t lanes) {
  if (b.threads.empty()) return;
  std::vector<Acquired> all;
  for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
    const auto t = b.threads.find(warp * 32 + static_cast<unsigned>(__builtin_ctz(rest)));
    if (t == b.threads.end()) continue;
    for (const Acquired& a : t->second.acquired) learn(all, a);
  }
  if (all.empty()) return;
  for (std::uint32_t rest = lanes; rest; rest &= rest - 1)
    for (const Acquired& a : all)
      learn(b.threads[warp * 32 + static_cast<unsigned>(__builtin_ctz(rest))].acquired, a);
}

namespace {

/// Calls `see(variable, time)` for everything that the running thread knows of, directly or through
/// other variables.
template <class See>
void for_all_known(const See& see) {
  std::vector<Acquired> open(current_thread.block->acquired), seen;
  if (const auto at = current_thread.block->threads.find(self.thread);
      at != current_thread.block->threads.end())
    open.insert(open.end(), at->second.acquired.begin(), at->second.acquired.end());
  while (!open.empty()) {
    const Acquired a = open.back();
    open.pop_back();
    const auto known_already = [&a](const Acquired& s) {
      return s.variable == a.variable && s.time >= a.time;
    };
    if (std::any_of(seen.begin(), seen.end(), known_already)) continue;
    seen.push_back(a);
    const auto v = knowledge().variables.find(a.variable);
    if (v == knowledge().variables.end()) continue;
    see(v->second, a.time);
    for (const auto& [time, passed] : v->second.passed_on)
      if (time <= a.time) open.push_back(passed);
  }
}

/// Caches the latest answer until something is released or acquired.
struct Answer {
  std::uint64_t at_time = ~std::uint64_t{0}, acquires = 0;
  const BlockState* of_block = nullptr;
  unsigned of_thread = 0;
  std::uint32_t epoch = 0;
  std::uint64_t about = 0;
  bool is = false;

  bool is_valid(std::uint64_t what) {
    if (at_time == knowledge().time && acquires == knowledge().acquires &&
        of_block == current_thread.block && of_thread == self.thread &&
        epoch == current_thread.block->epoch && about == what)
      return true;
    *this = {knowledge().time,
             knowledge().acquires,
             current_thread.block,
             self.thread,
             current_thread.block->epoch,
             what,
             false};
    return false;
  }
};

}  // namespace

bool known_of_all_blocks() {
  static Answer answer;
  if (answer.is_valid(0)) return answer.is;
  std::set<std::uint32_t> blocks{current_thread.block->index};
  for_all_known([&](const SyncVariable& v, std::uint64_t time) {
    for (const auto& [block, releases] : v.by_block)
      if (!releases.empty() && releases.front().time <= time) blocks.insert(block);
  });
  const std::uint64_t begun = std::min(current.grid->next.load(), current.grid->blocks);
  return answer.is = blocks.size() >= begun;
}

bool known_of_all_threads(Key other) {
  // Fast exit: this is called for each access, and most kernels order their threads by barriers
  // alone.
  const auto thread_state = current_thread.block->threads.find(self.thread);
  if (current_thread.block->acquired.empty() &&
      (thread_state == current_thread.block->threads.end() ||
       thread_state->second.acquired.empty()))
    return false;
  const std::uint32_t block = intervals[interval_number(other)].block, accessor = thread_id(other);
  static Answer answer;
  if (answer.is_valid((std::uint64_t{block} << thread_id_bits) + accessor)) return answer.is;
  std::vector<bool> threads(current.grid->threads);
  if (block == current_thread.block->index) threads[self.thread] = true;
  for_all_known([&](const SyncVariable& v, std::uint64_t time) {
    const auto by = v.by_block.find(block);
    if (by == v.by_block.end()) return;
    for (const Release& r : by->second) {
      if (r.time > time || (r.in_block && block != current_thread.block->index)) continue;
      threads[r.thread] = true;
      if (!r.clock) continue;
      for (unsigned t = 0; t < threads.size(); ++t)
        if ((*r.clock)[t] >= interval_number(other)) threads[t] = true;
    }
  });
  const std::uint32_t warps = warp_set(accessor);
  answer.is = true;
  for (unsigned t = 0; t < threads.size(); ++t)
    if ((warps >> t / 32 & 1) && !threads[t]) answer.is = false;
  return answer.is;
}

Order known(Key other) {
  const auto at = current_thread.block->threads.find(self.thread);
  if (!current_thread.block->acquired.empty() &&
      learned_from(current_thread.block->acquired, other, false))
    return Order::before;
  if (at == current_thread.block->threads.end() || !learned_from(at->second.acquired, other, false))
    return Order::none;
  return learned_from(at->second.acquired, other, true) ? Order::before
                                                        : Order::before_but_for_a_fence;
}

}  // namespace simt::check
