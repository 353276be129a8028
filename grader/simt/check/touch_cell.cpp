// An access can be wrong in two ways: nothing orders the latest store, by another thread, before
// it; or, for a store, nothing orders the reads since then before it. Both may be intended
// communication (communication.h). Storing the value that is already there is no mistake
// (pending_stores.h), nor is an atomic that changes nothing (unchanged_atomics.h).
#include "check/touch_cell.h"

#include <algorithm>

#include "check/races/communication.h"
#include "check/races/covered_stores.h"
#include "check/races/flags.h"
#include "check/races/handovers.h"
#include "check/races/locks.h"
#include "check/races/pending_stores.h"
#include "check/races/races.h"
#include "check/races/unchanged_atomics.h"
#include "check/races/unordered_stores.h"
#include "check/report/findings.h"
#include "check/threads/intervals.h"
#include "check/threads/joined_keys.h"
#include "engine/memory/address_space.h"

namespace simt::check {

namespace {

bool is_own_since_barrier(Key k) {
  return is_of_this_block(k) && thread_id(k) == self.thread &&
         intervals[interval_number(k)].epoch == current_thread.block->epoch;
}

/// Other blocks' atomic updates race with a plain store even if the storing block has continued
/// with its own updates.
void report_covered_store(const Touch& t, const Origin& origin) {
  const CoveredStore store = covered_store(&origin);
  if (store.by != 0 && !is_of_this_block(store.by) && !is_ordered(store.by))
    report_race({store.by, store.pc, true, nullptr}, t, current_thread.pc);
}

/// A counter is reset by the thread that used it last, or by one ordered after that.
bool is_counter_reset(const Touch& t, std::uint32_t write_pc) {
  return t.what == What::write && !t.is_volatile && (write_pc & marked) && !current.parallel &&
         last_count_is_ordered(reinterpret_cast<void*>(t.address));
}

/// The kernel reads, as volatile or atomically, a word that the host may store to as a signal.
void note_word_from_host(std::uintptr_t address) {
  if (!is_for_both(address)) return;
  auto& words = current.from_host;
  address = cell_address(address);
  if (words.size() < 64 && std::find(words.begin(), words.end(), address) == words.end())
    words.push_back(address);
}

void report_in_flight(const Touch& t, const Origin& origin) {
  need_serial();
  found(Level::error, at(current_thread.pc), at(origin.write_pc), "race.copy-in-flight", [&] {
    return Facts()
        .add_running_thread()
        .add("does", verb(t))
        .add_spot(t.address, t.size, t.what != What::read);
  });
}

/// One access to one word.
class CellTouch {
 public:
  CellTouch(const Touch& t, Cell old, Origin& origin)
      : t_(t),
        origin_(origin),
        current_key_(current_thread.block->keys[self.thread]),
        w_(last_write(old)),
        r_(last_read(old)) {
    if (t.what == What::atomic || t.is_volatile) mark_ = marked;
    if (t.block_scope) mark_ |= block_scoped;
    // Reading a volatile variable and writing it back takes two steps: another thread's update in
    // between is lost.
    lost_update_ =
        t.what == What::write && t.is_volatile && r_ == current_key_ && w_ != current_key_;
    if (w_ != 0 && !lost_update_) with_writer_ = classify_communication(t, origin.write_pc, w_);
    if (with_writer_ == Communication::yes && overwrites()) with_writer_ = Communication::if_flag;
  }

  Cell after() {
    compare_with_store();
    if (mark_ && !current.parallel && t_.what != What::write) note_word_from_host(t_.address);
    if (t_.what == What::read) return after_read();
    if (r_ != 0 && !is_ordered(r_))
      check_against_reader();
    else
      check_fence_in_lock({r_, origin_.read_pc[0], false, nullptr});
    return after_store();
  }

 private:
  void compare_with_store() {
    if (t_.what == What::atomic && with_writer_ == Communication::yes)
      report_covered_store(t_, origin_);
    const Order order =
        w_ == 0 || with_writer_ == Communication::yes ? Order::before : determine_order(w_);
    if (t_.what == What::atomic && order == Order::none && !current.parallel)
      note_plain_store(t_.address, w_, origin_.write_pc & pc_mask);
    if (order == Order::before_but_for_a_fence && !overwrites_)
      report_missing_fence(writer(), t_, current_thread.pc);
    else if (order == Order::none && overwrites_ && t_.what == What::atomic)
      check_against_volatile_store();
    else if (order == Order::none && !is_counter_reset(t_, origin_.write_pc))
      check_against_writer();
    else if (w_ == current_key_ && t_.what == What::write && !current.parallel)
      check_against_unordered_store();
    else if (order == Order::before && with_writer_ != Communication::yes)
      check_fence_in_lock(writer());
  }

  /// A volatile store and an atomic on one variable: one of the two values is lost, unless the
  /// variable is used for communication.
  bool overwrites() {
    if (intervals[interval_number(w_)].block == Interval::host) return false;
    const bool other_volatile = called_for_volatile(origin_.write_pc & pc_mask);
    const void* const variable = reinterpret_cast<void*>(t_.address);
    if (t_.is_volatile) {
      const bool has_looked = (thread_id(r_) & several) || is_of_this_block(r_);
      overwrites_ = t_.what == What::write && !other_volatile && !has_looked &&
                    !(!current.parallel && last_count_is_ordered(variable));
    } else {
      overwrites_ =
          t_.what == What::atomic && other_volatile && !is_lock_released(variable, t_.size, w_);
    }
    return overwrites_;
  }

  /// Whether the atomic changes anything is known only after it.
  void check_against_volatile_store() const {
    if (current.parallel) need_serial();
    if (running_atomic)
      running_atomic->overwritten = w_, running_atomic->overwritten_pc = origin_.write_pc;
  }

  RaceWith writer() const { return {w_, origin_.write_pc, true, nullptr}; }

  /// A lock orders the other access before this one. If this thread had taken the lock first, the
  /// other would have lacked a fence.
  void check_fence_in_lock(const RaceWith& r) const {
    if (r.other == 0 || (thread_id(r.other) & several) || (r.pc & marked) || mark_ != 0) return;
    if (lacks_fence_after_lock(r.other)) report_missing_fence_elsewhere(r, t_, current_thread.pc);
  }

  /// Nothing orders this access after the latest store.
  void check_against_writer() {
    const bool may_be_flag =
        with_writer_ == Communication::if_flag ||
        (lost_update_ && classify_communication(t_, origin_.write_pc, w_) != Communication::no);
    const bool may_be_equal = !(origin_.write_pc & marked) || lost_update_ || may_be_flag;
    if (t_.what == What::write && !t_.frees && may_be_equal && t_.size <= most_pending) {
      postpone_store(t_, w_, origin_.write_pc, may_be_flag);
      if (!may_be_flag && !current.parallel)
        note_unordered_store(&origin_, {current_key_, w_, origin_.write_pc});
    } else if (may_be_flag)
      postpone_race(writer(), t_, current_thread.pc);
    else
      report_race(writer(), t_, current_thread.pc);
  }

  /// The thread stores again to a word that another thread's unordered store had written before.
  void check_against_unordered_store() const {
    const UnorderedStore rival = find_unordered_store(&origin_);
    if (rival.storer == current_key_ && t_.size <= most_pending)
      postpone_store(t_, rival.other, rival.other_pc, false);
  }

  /// Nothing orders this store after the earlier reads.
  void check_against_reader() const {
    const unsigned slot = origin_.reader[0] == running_reader() && origin_.read_pc[1] ? 1 : 0;
    const RaceWith reader{r_, origin_.read_pc[slot], false, origin_.reader};
    const Communication with_reader =
        current.parallel ? Communication::no : classify_communication(t_, reader.pc, r_);
    if (with_reader == Communication::if_flag)
      postpone_race(reader, t_, current_thread.pc);
    else if (with_reader == Communication::no && t_.what == What::atomic && running_atomic)
      running_atomic->reader = r_, running_atomic->reader_pc = reader.pc;
    else if (with_reader == Communication::no)
      report_race(reader, t_, current_thread.pc);
  }

  Cell after_read() const {
    const Key now = joined(r_, current_key_);
    if (!current.parallel)
      note_reader(origin_, !(thread_id(now) & several), running_reader(), pc());
    return make_cell(w_, now);
  }

  Cell after_store() const {
    // The thread's earlier plain store still conflicts with other threads' accesses.
    const bool covers = t_.what == What::atomic && !(origin_.write_pc & marked);
    if (covers && (w_ == current_key_ || is_own_since_barrier(w_))) return make_cell(w_, 0);
    const bool shared =
        detail::address_space(reinterpret_cast<void*>(t_.address)) == detail::Space::shared;
    if (covers && !shared && is_of_this_block(w_)) cover_store(&origin_, {w_, origin_.write_pc});
    const bool among_others = t_.what == What::atomic && with_writer_ == Communication::yes;
    const Key now = among_others ? joined(w_, current_key_) : current_key_;
    origin_.write_pc = pc();
    if (t_.what == What::write) ++current_thread.progress;
    return make_cell(now, 0);
  }

  /// In the form that an Origin stores.
  std::uint32_t pc() const { return static_cast<std::uint32_t>(current_thread.pc) | mark_; }

  const Touch& t_;
  Origin& origin_;
  const Key current_key_, w_,
      r_;  // the running thread's key; of the latest store; of the reads since
  std::uint32_t mark_ = 0;
  bool lost_update_ = false, overwrites_ = false;
  Communication with_writer_ = Communication::no;
};

}  // namespace

Cell touch_cell(const Touch& t, Cell old, Origin& origin) {
  if (last_write(old) == in_flight) return report_in_flight(t, origin), old;
  return CellTouch(t, old, origin).after();
}

}  // namespace simt::check
