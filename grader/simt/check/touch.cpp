// What an access means: is the memory there, has it been written, and does anything order it after
// what other threads did?
#include <algorithm>
#include <cstring>

#include "covered_stores.h"
#include "engine/address_space.h"
#include "engine/progress.h"
#include "engine/symbols.h"
#include "engine/worker.h"
#include "equal_stores.h"
#include "findings.h"
#include "flags.h"
#include "handovers.h"
#include "hooks.h"
#include "image.h"
#include "intervals.h"
#include "locks.h"
#include "races.h"
#include "split_words.h"
#include "unset.h"
#include "warp_sets.h"
#include "words.h"

namespace simt::check {

using detail::Space;

namespace {

/// Match no cell: every access goes to touch().
struct HiddenKeys {
  Key key[detail::max_threads];
  constexpr HiddenKeys() : key{} {
    for (Key& k : key) k = key_of(0, several - 1);
  }
};
constexpr HiddenKeys hidden;

}  // namespace

const Key* no_keys() { return hidden.key; }

// The host's threads, of which the check is not told, begin with these.
__thread Me me = {hidden.key, 0, 0, 0, false, 0, 0, nullptr, nullptr, false, false, 0, nullptr};
__thread PendingStore pending_store;
__thread Suspect suspect;
__thread Shown shown;
__thread Atomic* running_atomic;
Operation current;

namespace {

[[noreturn]] void stop_kernel(cudaError_t error) {
  self.worker->grid->fail(error);
  self.worker->give_up();
}

Facts facts_of_unwritten(const Touch& t) {
  return Facts().add_running_thread().add_spot(t.address, t.size, false);
}

/// `address`: of a byte that is not written.
void tell_unwritten(const At& place, std::uintptr_t address, const std::function<Facts()>& facts) {
  const bool shared = detail::space_of(reinterpret_cast<void*>(address)) == Space::shared;
  if (shared) return found(Level::error, place, "read.unwritten-shared", facts);
  if (const auto copy = copied_unset(address))
    return found(Level::error, place, at(*copy), "read.copied-unset", facts);
  found(Level::error, place, "read.unwritten", facts);
}

void tell_uninitialised(const Touch& t, std::uintptr_t word) {
  tell_unwritten(at(me.pc), word, [&] { return facts_of_unwritten(t); });
}

std::vector<EarlyRead> early_reads_of_grid;

void note_early_read(const Touch& t, std::uintptr_t word, bool shared) {
  need_serial();
  std::vector<EarlyRead>& all = shared ? me.block->early_reads : early_reads_of_grid;
  bool first = true;
  for (auto r = all.rbegin(); r != all.rend() && first && r - all.rbegin() < 64; ++r)
    first = r->pc != me.pc;
  // Beyond these the count alone is wrong.
  if (all.size() < (1u << 20))
    all.push_back(
        {word, me.pc, self.thread, first ? std::optional(facts_of_unwritten(t)) : std::nullopt});
}

void tell(std::vector<EarlyRead>& all) {
  Facts facts;
  for (const EarlyRead& r : all) {
    if (r.what) facts = *r.what;
    const Cell cell = *cell_at(r.word);
    const Key w = cell == split_cell ? 0 : write_of(cell);
    if (w != 0 && who_of(w) != r.thread) continue;
    tell_unwritten(at(r.pc), r.word, [&] { return facts; });
  }
  all.clear();
}

bool in_this_grid(Key k) {
  return interval_of(k) >= current.first_interval &&
         intervals[interval_of(k)].block < Interval::host;
}

/// The meeting that the thread came from when it did that: its interval, or that of the latest
/// __syncthreads.
std::uint32_t meeting_of(unsigned thread, std::uint32_t interval) {
  std::uint32_t latest = me.block->interval;
  for (const WarpSync& s : me.block->syncs[thread / 32])
    if ((s.mask >> thread % 32 & 1) && s.interval <= interval) latest = s.interval;
  return latest;
}

/// Of lanes of one warp that have intervals of their own: where they met last.
std::uint32_t common_interval(Key old, Key mine) {
  const std::uint32_t here = meeting_of(who_of(mine), interval_of(mine));
  const std::uint32_t there =
      who_of(old) < several ? meeting_of(who_of(old), interval_of(old)) : interval_of(old);
  return here == there ? here : me.block->interval;
}

/// Who has read, or atomically updated, a word once the running thread has as well.
Key joined(Key old, Key mine) {
  if (old == 0 || !in_this_grid(old)) return mine;
  if (intervals[interval_of(old)].block != me.block->index || who_of(old) == several_blocks)
    return key_of(interval_of(mine), several_blocks);
  if (is_ordered(old)) return mine;
  const unsigned warp = self.thread / 32;
  // Each thread has intervals of its own then, and what is known of the latest is of all.
  if (!me.block->clocks.empty()) {
    const std::uint32_t latest = std::max(interval_of(old), interval_of(mine));
    if (in_warp(who_of(old), warp)) return key_of(latest, lanes_of_warp + warp);
    const bool known = who_of(old) != several_warps;
    return key_of(latest,
                  known ? code_of_warps(warps_of(who_of(old)) | 1u << warp) : several_warps);
  }
  if (!in_warp(who_of(old), warp)) return key_of(interval_of(mine), several_warps);
  const bool same = interval_of(old) == interval_of(mine);
  return key_of(same ? interval_of(mine) : common_interval(old, mine), lanes_of_warp + warp);
}

/// Equal values may be stored by any number of threads: whether they are shows once the store is
/// made.
void put_off(const Touch& t, Key other, std::uint32_t other_pc, bool may_be_flag) {
  if (me.pending) return;
  PendingStore& p = pending_store;
  p.address = t.address;
  p.size = t.size;
  std::memcpy(p.before, reinterpret_cast<void*>(t.address), t.size);
  p.other = other;
  p.other_pc = other_pc;
  p.pc = me.pc;
  p.thread = self.thread;
  p.block = me.block->index;
  p.may_be_flag = may_be_flag;
  me.pending = true;
}

bool is_of_this_block(Key k) {
  return k != 0 && in_this_grid(k) && intervals[interval_of(k)].block == me.block->index;
}

bool is_own_since_barrier(Key k) {
  return is_of_this_block(k) && who_of(k) == self.thread &&
         intervals[interval_of(k)].epoch == me.block->epoch;
}

/// Other blocks' updates race with a plain store, also when the storing block has gone on with
/// updates of its own.
void tell_covered_store(const Touch& t, const Origin& origin) {
  const CoveredStore store = covered_store(&origin);
  if (store.by != 0 && !is_of_this_block(store.by) && !is_ordered(store.by))
    tell_race({store.by, store.pc, true, nullptr}, t, me.pc);
}

/// Whether two accesses that nothing orders are how threads talk to each other.
enum class Talk { no, yes, if_flag };

/// Atomics and volatile accesses may be. But lanes of a warp that use volatile memory only think
/// that they run in step, and of two volatile accesses it depends on the variable.
Talk talk(const Touch& t, std::uint32_t other_pc, Key other) {
  const bool marks_me = t.what == What::atomic || t.is_volatile;
  if (!marks_me || !(other_pc & marked)) return Talk::no;
  if (intervals[interval_of(other)].block == Interval::host) return Talk::yes;
  const bool other_block =
      who_of(other) == several_blocks || intervals[interval_of(other)].block != me.block->index;
  if ((t.block_scope || (other_pc & block_scoped)) && other_block) return Talk::no;
  if (!t.is_volatile) return Talk::yes;
  const bool both_volatile = called_for_volatile(other_pc & pc_mask);
  const bool shared = detail::space_of(reinterpret_cast<void*>(t.address)) == Space::shared;
  if (shared && in_own_warp(other)) return Talk::no;
  if (!both_volatile) return Talk::yes;
  return is_flag(t.address) ? Talk::yes : Talk::if_flag;
}

/// A counter is set back by the thread that was the last to use it, or by one that comes after it.
bool is_own_counter(const Touch& t, std::uint32_t write_pc) {
  return t.what == What::write && !t.is_volatile && (write_pc & marked) && !current.parallel &&
         counted_last_by_mine(reinterpret_cast<void*>(t.address));
}

/// A kernel looks, as volatile or atomically, at a word that the host may store to for it to see.
void note_word_from_host(std::uintptr_t address) {
  if (!is_for_both(address)) return;
  auto& words = current.from_host;
  if (words.size() < 64 && std::find(words.begin(), words.end(), address) == words.end())
    words.push_back(address);
}

/// The first interval of the block whose shared memory it is: what is older was left there by
/// another block that had the arena before.
std::uint32_t begun_with(std::uintptr_t address) {
  if (self.block->cluster == nullptr) return me.block->first_interval;
  const detail::Block* const owner = owner_of(address);
  return state_of(owner ? *owner : *self.block)->first_interval;
}

void tell_in_flight(const Touch& t, const Origin& origin) {
  need_serial();
  found(Level::error, at(me.pc), at(origin.write_pc), "race.copy-in-flight", [&] {
    return Facts()
        .add_running_thread()
        .add("does", verb(t))
        .add_spot(t.address, t.size, t.what != What::read);
  });
}

/// The state of a word, or of a byte of a split one, after the access. Tells what is wrong.
Cell after(const Touch& t, Cell old, Origin& origin) {
  const Key mine = me.block->keys[self.thread];
  const Key w = write_of(old), r = read_of(old);
  if (w == in_flight) return tell_in_flight(t, origin), old;
  std::uint32_t mark = t.what == What::atomic || t.is_volatile ? marked : 0;
  if (t.block_scope) mark |= block_scoped;
  const std::uint32_t pc = static_cast<std::uint32_t>(me.pc) | mark;
  // To read a volatile variable and to write it back is two steps: another thread's update is lost.
  const bool lost_update = t.what == What::write && t.is_volatile && r == mine && w != mine;
  const Talk with_writer = w == 0 || lost_update ? Talk::no : talk(t, origin.write_pc, w);
  if (t.what == What::atomic && with_writer == Talk::yes) tell_covered_store(t, origin);
  const RaceWith writer{w, origin.write_pc, true, nullptr};
  const Order order = w == 0 || with_writer == Talk::yes ? Order::before : order_of(w);
  if (t.what == What::atomic && order == Order::none && !current.parallel)
    note_plain_store(t.address, w, origin.write_pc & pc_mask);
  if (order == Order::before_but_for_a_fence) {
    tell_missing_fence(writer, t, me.pc);
  } else if (order == Order::none && !is_own_counter(t, origin.write_pc)) {
    const bool may_be_flag =
        with_writer == Talk::if_flag || (lost_update && talk(t, origin.write_pc, w) != Talk::no);
    if (t.what == What::write && !t.frees &&
        (!(origin.write_pc & marked) || lost_update || may_be_flag) &&
        t.size <= sizeof pending_store.before)
      put_off(t, w, origin.write_pc, may_be_flag);
    else if (may_be_flag)
      put_off_race(writer, t, me.pc);
    else
      tell_race(writer, t, me.pc);
  }
  if (mark && !current.parallel && t.what != What::write) note_word_from_host(t.address);
  if (t.what == What::read) {
    const Key now = joined(r, mine);
    if (!current.parallel) note_reader(origin, !(who_of(now) & several), self.thread, pc);
    return cell_of(w, now);
  }
  if (r != 0 && !is_ordered(r)) {
    const unsigned slot = origin.reader[0] == self.thread && origin.read_pc[1] ? 1 : 0;
    const RaceWith reader{r, origin.read_pc[slot], false, origin.reader};
    const Talk with_reader = current.parallel ? Talk::no : talk(t, origin.read_pc[slot], r);
    if (with_reader == Talk::if_flag)
      put_off_race(reader, t, me.pc);
    else if (with_reader == Talk::no && t.what == What::atomic && running_atomic)
      running_atomic->reader = r, running_atomic->reader_pc = reader.pc;
    else if (with_reader == Talk::no)
      tell_race(reader, t, me.pc);
  }
  // What the thread stored plainly before still conflicts with what others do.
  const bool own_store = t.what == What::atomic && !(origin.write_pc & marked) &&
                         (w == mine || is_own_since_barrier(w));
  if (own_store) return cell_of(w, 0);
  const bool shared = detail::space_of(reinterpret_cast<void*>(t.address)) == Space::shared;
  if (t.what == What::atomic && !shared && !(origin.write_pc & marked) && is_of_this_block(w))
    cover_store(&origin, {w, origin.write_pc});
  const Key now = t.what == What::atomic && with_writer == Talk::yes ? joined(w, mine) : mine;
  origin.write_pc = pc;
  if (t.what == What::write) ++me.progress;
  return cell_of(now, 0);
}

/// The host has libraries that are not watched: what is not poison any more they have written.
bool written_unseen(const Touch& t) {
  const Space space = detail::space_of(reinterpret_cast<void*>(t.address));
  if (space != Space::pinned && space != Space::managed) return false;
  const std::uintptr_t word = t.address & ~std::uintptr_t{3};
  for (std::uintptr_t at = word; at < t.address + t.size; at += 4)
    if (is_set_unseen(at)) return true;
  return false;
}

/// Bytes [first, last) of a word.
void touch_bytes(const Touch& t, std::uintptr_t word, unsigned first, unsigned last, bool shared) {
  if (current.parallel && !shared) need_serial();
  const std::lock_guard guard(split_lock());
  Bytes& bytes = split(word);
  const std::uint32_t begun = shared ? begun_with(word) : 0;
  bool written = t.what != What::read, left_out = false, cut = false;
  for (unsigned i = first; i < last; ++i) {
    const Key w = write_of(bytes[i]);
    const bool there = w != 0 && interval_of(w) >= begun;
    written = written || there;
    left_out = left_out || !there;
    cut = cut || is_complete(w);
  }
  if (t.what == What::read && left_out && cut && !t.bytes) written = false;
  if (!written && !written_unseen(t)) tell_uninitialised(t, word);
  for (unsigned i = first; i < last; ++i) {
    if (interval_of(write_of(bytes[i])) < begun) bytes[i] = 0;
    if (t.what == What::read && write_of(bytes[i]) == 0) continue;
    bytes[i] = after(t, bytes[i], *origin_at(word));
  }
  if (first != 0 || last != 4 || t.what == What::read) return;
  unite(word, Cell{bytes[0]});
}

/// Structures are copied with the padding between their members, which nobody writes.
bool partly_written(const Touch& t, std::uintptr_t cells, bool shared) {
  const std::uint32_t begun = shared ? begun_with(cells) : 0;
  for (std::uintptr_t word = cells & ~std::uintptr_t{3}; t.size > 4 && word < cells + t.size;
       word += 4) {
    const Cell c = *cell_at(word);
    if (c == split_cell) return true;
    if (!t.bytes && is_complete(write_of(c))) continue;
    if (write_of(c) != 0 && interval_of(write_of(c)) >= begun) return true;
  }
  return false;
}

/// `cells`: the address that the memory's cells go by. False: the access is out of bounds.
bool touch_word(const Touch& t, std::uintptr_t cells, std::uintptr_t word, bool shared) {
  const unsigned first = word < cells ? static_cast<unsigned>(cells - word) : 0;
  const std::uintptr_t end = cells + t.size;
  const unsigned last = end - word < 4 ? static_cast<unsigned>(end - word) : 4;
  Cell* const cell = cell_at(word);
  const std::uint32_t begun = shared ? begun_with(word) : 0;
  for (;;) {
    Cell old = __atomic_load_n(cell, __ATOMIC_RELAXED);
    // Shared memory: left from the block that had the arena before.
    if (old != split_cell && interval_of(write_of(old)) < begun &&
        interval_of(read_of(old)) < begun)
      old = 0;
    if (old == 0 || (write_of(old) == 0 && old != split_cell)) {
      const Where where = locate(t.address, t.size, t.what != What::read);
      // An access across the end of an array is one to the array where the word is still its.
      if (where == Where::overflow_area &&
          locate(word, 4, t.what != What::read) == Where::overflow_area)
        return true;
      if (where == Where::outside || where == Where::freed) return false;
      if (t.what == What::read && !partly_written(t, cells, shared) && !written_unseen(t))
        note_early_read(t, word, shared);
      if (t.what == What::atomic && !t.only_stores && !written_unseen(t))
        tell_uninitialised(t, word);
    }
    // The last word of an array may be the array's in part.
    if (old == split_cell && locate(t.address, t.size, t.what != What::read) == Where::outside)
      return false;
    if (old == split_cell || first != 0 || last != 4) {
      if (shared) *cell = old;
      touch_bytes(t, word, first, last, shared);
      return true;
    }
    const Cell now = after(t, old, *origin_at(word));
    if (shared || !(current.parallel || detail::runs_by_itself())) {
      *cell = now;
      return true;
    }
    if (__atomic_compare_exchange_n(cell, &old, now, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
      return true;
  }
}

void require_alignment(const Touch& t) {
  const bool power = (t.size & (t.size - 1)) == 0;
  if (t.bytes || t.size > 16 || !power || t.address % t.size == 0) return;
  tell_misaligned(t);
  stop_kernel(cudaErrorMisalignedAddress);
}

void touch_memory(const Touch& t, std::uintptr_t cells, bool shared) {
  require_alignment(t);
  const std::uintptr_t end = cells + t.size;
  for (std::uintptr_t word = cells & ~std::uintptr_t{3}; word < end; word += 4)
    if (!touch_word(t, cells, word, shared)) return tell_outside(t);
}

void tell_wrong_memory(const Touch& t) {
  const bool null = t.address < 65536;
  found(Level::error, at(me.pc), null ? "pointer.null" : "pointer.of-host", [&] {
    Facts facts;
    facts.add_running_thread().add("does", verb(t));
    if (t.address != 0) facts.add("further", ", " + plural(t.address, "byte") + " further on");
    return facts;
  });
  stop_kernel(cudaErrorIllegalAddress);
}

/// A pointer to another device's memory is as good as one to nothing, until peer access is enabled.
void require_access(const Touch& t, Space space) {
  if (static_cast<std::uintptr_t>(space) != me.closed) return;
  const Where where = locate(t.address, t.size, t.what != What::read);
  if (where == Where::outside || where == Where::freed) return;  // the worse mistake
  found(Level::error, at(me.pc), "pointer.of-other-device", [&] {
    return Facts()
        .add_running_thread()
        .add("does", verb(t))
        .add_spot(t.address, t.size, t.what != What::read)
        .add("device", std::to_string(current.grid->device))
        .add("owner", std::to_string(1 - current.grid->device));
  });
  stop_kernel(cudaErrorIllegalAddress);
}

Access access_of(const Touch& t, bool shared) {
  if (shared)
    return t.what == What::read    ? Access::shared_load
           : t.what == What::write ? Access::shared_store
                                   : Access::shared_atomic;
  return t.what == What::read    ? Access::global_load
         : t.what == What::write ? Access::global_store
                                 : Access::global_atomic;
}

/// Another block's of the cluster, which has not begun or has ended.
bool is_of_absent_block(const Touch& t) {
  const detail::Block* const owner = owner_of(t.address);
  if (owner == nullptr || owner == self.block) return false;
  const auto facts = [&](const char* when) {
    return Facts()
        .add_running_thread()
        .add("does", verb(t))
        .add("rank", std::to_string(owner->cluster_rank))
        .add("when", when);
  };
  if (owner->state != detail::Block::State::running) {
    const bool ended = owner->state == detail::Block::State::ended;
    found(Level::error, at(me.pc), "cluster.block-absent",
          [&] { return facts(ended ? "has ended" : "may not have begun"); });
    return true;
  }
  // Should it end before the next barrier, it may as well have ended before this.
  auto& visit = state_of(*owner)->visit;
  if (visit.pc != me.pc || visit.phase != owner->cluster->phase)
    visit = {me.pc, owner->cluster->phase, facts("may have ended")};
  return false;
}

void touch_in_kernel(const Touch& t) {
  if (shown.there) show_value_again();
  if (me.pending) resolve_pending();
  if (suspect.there) resolve_suspect(t.address);
  const Space space = detail::space_of(reinterpret_cast<void*>(t.address));
  if (space == Space::stacks || space == Space::arguments) return;
  if (space == Space::elsewhere) {
    if (t.what != What::read && detail::is_constant_symbol(reinterpret_cast<void*>(t.address))) {
      found(Level::error, at(me.pc), "pointer.to-constant", [&] {
        return Facts().add_running_thread().add("does", verb(t)).add_spot(t.address, t.size, true);
      });
      stop_kernel(cudaErrorLaunchFailure);
    }
    if (in_variables(t.address) && locate(t.address, t.size, true) == Where::inside)
      return touch_memory(t, variable_alias | t.address, false);
    const bool constant = t.what == What::read && is_read_only_image(t.address);
    const bool past_a_variable =
        near_variables(t.address) && t.address >= 65536 && (in_variables(t.address) || !constant);
    if (past_a_variable || detail::is_near_spaces(t.address)) {
      tell_outside(t);
      stop_kernel(cudaErrorIllegalAddress);
    } else if (constant || is_engine_memory(t.address)) {
      return;
    } else if (!detail::is_registered(reinterpret_cast<void*>(t.address))) {
      tell_wrong_memory(t);
    } else if (t.what != What::read) {
      note_for_host((t.size + 3) / 4);
    }
    return;
  }
  require_access(t, space);
  const bool shared = space == Space::shared;
  if (shared && is_of_absent_block(t)) return;
  if (me.trace && !t.frees)
    me.trace->access(self.thread, me.pc, access_of(t, shared), t.address, t.size);
  touch_memory(t, t.address, shared);
}

}  // namespace

void need_serial() {
  if (!current.parallel || !me.block) return;
  ask_for_serial_run();
  self.worker->grid->fail(cudaErrorUnknown);
  self.worker->give_up();
}

void tell_early_reads(BlockState& b) {
  if (!b.early_reads.empty()) tell(b.early_reads);
}

void tell_early_reads_of_grid() { tell(early_reads_of_grid); }

void begin_atomic(const Touch& t, Atomic& a) {
  a = {};
  const std::uintptr_t cells = in_variables(t.address) ? variable_alias | t.address : t.address;
  const bool known = t.address % 4 == 0 && t.size <= 8 && !current.parallel &&
                     locate(t.address, t.size, true) == Where::inside;
  if (!known) return touch(t);
  for (unsigned i = 0; i < t.size / 4; ++i) {
    a.before[i] = *cell_at(cells + 4 * i);
    a.write_pc[i] = origin_at(cells + 4 * i)->write_pc;
  }
  running_atomic = &a;
  touch(t);
  running_atomic = nullptr;
  for (unsigned i = 0; i < t.size / 4; ++i) a.after[i] = *cell_at(cells + 4 * i);
}

void end_atomic(const Touch& t, const Atomic& a, bool changed) {
  const std::uintptr_t cells = in_variables(t.address) ? variable_alias | t.address : t.address;
  if (changed) {
    if (a.reader != 0)
      tell_race({a.reader, a.reader_pc, false, origin_at(cells)->reader}, t, me.pc);
    return;
  }
  const Key mine = me.block->keys[self.thread];
  const bool shared = detail::space_of(reinterpret_cast<void*>(t.address)) == Space::shared;
  for (unsigned i = 0; i < t.size / 4 && i < 2; ++i) {
    Cell* const cell = cell_at(cells + 4 * i);
    // Left from the block that had the arena before.
    if (shared && interval_of(write_of(a.before[i])) < begun_with(cells)) continue;
    // Others may have been at it since.
    if (write_of(a.before[i]) == 0 || a.before[i] == split_cell || *cell != a.after[i]) continue;
    const Key now = joined(read_of(a.before[i]), mine);
    *cell = cell_of(write_of(a.before[i]), now);
    Origin& origin = *origin_at(cells + 4 * i);
    origin.write_pc = a.write_pc[i];
    note_reader(origin, !(who_of(now) & several), self.thread,
                static_cast<std::uint32_t>(me.pc) | marked);
  }
}

void resolve_pending() {
  me.pending = false;
  const PendingStore& p = pending_store;
  if (std::memcmp(p.before, reinterpret_cast<void*>(p.address), p.size) == 0) {
    if (p.may_be_flag) note_latch(p.address);
    return note_equal_store(p);
  }
  const RaceWith other{p.other, p.other_pc, true, nullptr};
  const Touch store{p.address, p.size, What::write, p.may_be_flag};
  if (p.may_be_flag)
    put_off_race(other, store, p.pc);
  else
    tell_race(other, store, p.pc);
}

void touch(const Touch& t) {
  me.touching = &t;
  if (me.block)
    touch_in_kernel(t);
  else
    touch_on_host(t);
  me.touching = nullptr;
}

}  // namespace simt::check
