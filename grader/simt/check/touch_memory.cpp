#include "check/touch_memory.h"

#include "check/alignment.h"
#include "check/memory/unwritten.h"
#include "check/races/races.h"
#include "check/races/split_words.h"
#include "check/touch_cell.h"
#include "engine/progress.h"

namespace simt::check {

namespace {

/// Bytes [first, last) of a word.
void touch_bytes(const Touch& t, std::uintptr_t word, unsigned first, unsigned last, bool shared) {
  if (current.parallel && !shared) need_serial();
  const std::lock_guard guard(split_lock());
  Bytes& bytes = split(word);
  const std::uint32_t begun = shared ? begun_with(word) : 0;
  bool written = t.what != What::read, left_out = false, cut = false;
  for (unsigned i = first; i < last; ++i) {
    const Key w = last_write(bytes[i]);
    const bool there = w != 0 && interval_number(w) >= begun;
    written = written || there;
    left_out = left_out || !there;
    cut = cut || is_complete(w);
  }
  if (t.what == What::read && left_out && cut && !t.bytes) written = false;
  if (!written && !written_unseen(t)) report_uninitialized(t, word);
  for (unsigned i = first; i < last; ++i) {
    if (interval_number(last_write(bytes[i])) < begun) bytes[i] = 0;
    if (t.what == What::read && last_write(bytes[i]) == 0) continue;
    bytes[i] = touch_cell(t, bytes[i], *origin_at(word));
  }
  if (first != 0 || last != 4 || t.what == What::read) return;
  unite(word, Cell{bytes[0]});
}

enum class Ground {
  firm,
  overflow_area,  // past the end, inside the permitted margin: no more checks
  of_others,      // belongs to another block or nobody: out of bounds
};

/// Classifies an unwritten word, and records reads of it.
Ground ground_of_unwritten(const Touch& t, std::uintptr_t cells, std::uintptr_t word, bool shared) {
  const bool stores = t.what != What::read;
  const Where where = locate(t.address, t.size, stores);
  // An access across the end of an array counts as inside while the word still belongs to the
  // array.
  if (where == Where::overflow_area && locate(word, 4, stores) == Where::overflow_area)
    return Ground::overflow_area;
  if (where == Where::outside || where == Where::freed) return Ground::of_others;
  if (t.what == What::read && !partly_written(t, cells, shared) && !written_unseen(t))
    note_early_read(t, word, shared);
  if (t.what == What::atomic && !t.only_stores && !written_unseen(t)) report_uninitialized(t, word);
  return Ground::firm;
}

/// Returns false if the access is out of bounds.
bool touch_word(const Touch& t, std::uintptr_t cells, std::uintptr_t word, bool shared) {
  const unsigned first = word < cells ? static_cast<unsigned>(cells - word) : 0;
  const std::uintptr_t end = cells + t.size;
  const unsigned last = end - word < 4 ? static_cast<unsigned>(end - word) : 4;
  Cell* const cell = cell_at(word);
  const std::uint32_t begun = shared ? begun_with(word) : 0;
  for (;;) {
    // Acquire, so that what the writer noted elsewhere is visible.
    Cell old = __atomic_load_n(cell, __ATOMIC_ACQUIRE);
    // Shared memory: data of a previous block in the arena.
    if (old != split_cell && interval_number(last_write(old)) < begun &&
        interval_number(last_read(old)) < begun)
      old = 0;
    if (last_write(old) == 0) {
      const Ground ground = ground_of_unwritten(t, cells, word, shared);
      if (ground != Ground::firm) return ground == Ground::overflow_area;
    }
    // The last word of an array may extend past its end.
    if (old == split_cell && locate(t.address, t.size, t.what != What::read) == Where::outside)
      return false;
    if (old == split_cell || first != 0 || last != 4) {
      if (shared) *cell = old;
      touch_bytes(t, word, first, last, shared);
      return true;
    }
    const Cell now = touch_cell(t, old, *origin_at(word));
    if (shared || !(current.parallel || detail::started_by_watcher())) {
      *cell = now;
      return true;
    }
    if (__atomic_compare_exchange_n(cell, &old, now, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
      return true;
  }
}

}  // namespace

void touch_memory(const Touch& t, std::uintptr_t cells, bool shared) {
  require_alignment(t);
  const std::uintptr_t end = cells + t.size;
  for (std::uintptr_t word = cells & ~std::uintptr_t{3}; word < end; word += 4)
    if (!touch_word(t, cells, word, shared)) return report_out_of_bounds(t);
}

}  // namespace simt::check
