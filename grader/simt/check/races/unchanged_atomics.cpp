#include "check/races/unchanged_atomics.h"

#include "check/memory/registered_memory.h"
#include "check/memory/variable_memory.h"
#include "check/races/flags.h"
#include "check/races/races.h"
#include "check/threads/joined_keys.h"
#include "engine/memory/address_space.h"

namespace simt::check {

namespace {

/// Turns the access into a read, unless other threads have accessed the word since.
void make_it_a_read(const Touch& t, const Atomic& a, unsigned i) {
  const std::uintptr_t word = cell_address(t.address) + 4 * i;
  const bool shared =
      detail::address_space(reinterpret_cast<void*>(t.address)) == detail::Space::shared;
  // Data of the arena's previous block.
  if (shared && interval_number(last_write(a.before[i])) < begun_with(word)) return;
  Cell* const cell = cell_at(word);
  if (last_write(a.before[i]) == 0 || a.before[i] == split_cell || *cell != a.after[i]) return;
  const Key now = joined(last_read(a.before[i]), current_thread.block->keys[self.thread]);
  *cell = make_cell(last_write(a.before[i]), now);
  Origin& origin = *origin_at(word);
  origin.write_pc = a.write_pc[i];
  note_reader(origin, !(thread_id(now) & several), running_reader(),
              static_cast<std::uint32_t>(current_thread.pc) | marked);
}

}  // namespace

__thread Atomic* running_atomic;

void begin_atomic(const Touch& t, Atomic& a) {
  a = {};
  const std::uintptr_t cells = cell_address(t.address);
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
  if (!changed) {
    for (unsigned i = 0; i < t.size / 4 && i < 2; ++i) make_it_a_read(t, a, i);
    return;
  }
  if (a.reader != 0) {
    const Origin& origin = *origin_at(cell_address(t.address));
    report_race({a.reader, a.reader_pc, false, origin.reader}, t, current_thread.pc);
  }
  // A compare and exchange has taken the overwritten value into account.
  if (a.overwritten != 0 && self.atomic_does != detail::AtomicDoes::compares)
    postpone_race({a.overwritten, a.overwritten_pc, true, nullptr}, t, current_thread.pc);
}

}  // namespace simt::check
