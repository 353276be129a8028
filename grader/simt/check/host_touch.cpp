// Accesses by the host and by copies.
#include <algorithm>
#include <cstring>
#include <map>

#include "ages.h"
#include "engine/address_space.h"
#include "engine/streams.h"
#include "findings.h"
#include "image.h"
#include "intervals.h"
#include "operations.h"
#include "races.h"
#include "split_words.h"
#include "unset.h"
#include "variable_memory.h"
#include "words.h"

namespace simt::check {

namespace {

using detail::Space;

/// Words of 4 bytes, in this call.
Moved moved;

/// The host's interval: a new one after each operation that is queued.
std::uint32_t host_interval() {
  static std::uint64_t newest = ~std::uint64_t{0};
  static std::uint32_t interval = 0, generation = ~0u;
  if (newest != newest_operation() || generation != interval_generation()) {
    note_host_touch();
    newest = newest_operation();
    generation = interval_generation();
    interval = new_interval({Interval::host, 0, newest});
  }
  return interval;
}

/// Words that the host has looked at, as volatile or atomically.
std::vector<std::uintptr_t>& words_from_kernels() {
  static auto* all = new std::vector<std::uintptr_t>;
  return *all;
}

void note_word_from_kernels(std::uintptr_t word) {
  auto& all = words_from_kernels();
  if (std::find(all.begin(), all.end(), word) != all.end()) return;
  if (all.size() == 64) all.erase(all.begin());
  all.push_back(word);
}

/// Whether the operation has stored to one of them, behind a fence: then the host knows what came
/// before. (Looked at only now: the kernel may have stored between the host's look and its load.)
bool has_told_host(std::uint64_t operation) {
  const auto& all = words_from_kernels();
  return std::any_of(all.begin(), all.end(), [&](std::uintptr_t word) {
    const Interval& then = intervals[interval_of(write_of(*cell_at(word)))];
    return then.block != Interval::host && then.operation_id == operation &&
           (origin_at(word)->write_pc & marked) && is_released_to_host(word);
  });
}

bool host_may_not(Key k) {
  if (interval_of(k) <= long_ago) return false;
  const Interval& then = intervals[interval_of(k)];
  return then.block != Interval::host && !host_knows(then.operation_id) &&
         !has_told_host(then.operation_id);
}

void host_word(const Touch& t, std::uintptr_t word) {
  Cell* const cell = cell_at(word);
  if (*cell == split_cell) return;
  Origin& origin = *origin_at(word);
  const Key w = write_of(*cell), r = read_of(*cell);
  const bool read = t.what == What::read;
  const bool with_write = host_may_not(w);
  const std::uint32_t their_pc = with_write ? origin.write_pc : origin.read_pc[0];
  // Volatile and atomic accesses are how the two talk to each other.
  const bool talk = t.is_volatile && (their_pc & marked);
  if (read && t.is_volatile) note_word_from_kernels(word);
  if (!talk && (with_write || (!read && host_may_not(r)))) {
    const std::uint32_t pc = their_pc & pc_mask;
    const Interval& then = intervals[interval_of(with_write ? w : r)];
    const At there = pc ? at(pc) : at(queued_by(then.operation_id));
    found(Level::error, at(me.pc), there, "race.host", [&] {
      const char* call = queued_by(then.operation_id).call;
      const std::string kernel = then.block < Interval::host ? "kernel " : "";
      return Facts()
          .add("who", "The host")
          .add("does", verb(t))
          .add_spot(t.address, t.size, !read)
          .add("party", kernel + (call ? call : "a copy"))
          .add("party_does", with_write ? "writes" : "reads");
    });
  }
  const Key mine = key_of(host_interval(), read ? no_thread : from_host);
  const auto pc = static_cast<std::uint32_t>(me.pc) | (t.is_volatile ? marked : 0);
  if (read) {
    origin.read_pc[0] = pc;
    // A kernel may run.
    Cell old = cell_of(w, r);
    if (r == 0 || !host_may_not(r))
      __atomic_compare_exchange_n(cell, &old, cell_of(w, mine), false, __ATOMIC_RELEASE,
                                  __ATOMIC_RELAXED);
  } else {
    if (!set_by_host(w)) ++moved.from_host;
    origin.write_pc = pc;
    __atomic_store_n(cell, cell_of(mine, 0), __ATOMIC_RELEASE);
  }
}

bool has_cells(std::uintptr_t address) {
  const Space space = detail::space_of(reinterpret_cast<void*>(address));
  return detail::is_device(space) || space == Space::managed || space == Space::pinned ||
         (space == Space::elsewhere && in_variables(address));
}

std::uintptr_t cells_of(std::uintptr_t address) {
  return detail::space_of(reinterpret_cast<void*>(address)) == Space::elsewhere
             ? variable_alias | address
             : address;
}

bool copy_may_not(Key k) {
  if (interval_of(k) <= long_ago) return false;
  const Interval& then = intervals[interval_of(k)];
  if (then.block == Interval::host) return then.operation_id >= current.id;
  return then.operation_id != current.id && !ordered(then.operation_id, current.id);
}

/// Bytes [first, last) of a word. `written`: the copy brings something there.
void copy_word(std::uintptr_t address, std::uintptr_t word, bool write, Key mine, bool written,
               unsigned first = 0, unsigned last = 4) {
  Cell* const cell = cell_at(word);
  if (*cell == split_cell) {
    if (write) set_bytes(word, first, last, written ? cell_of(mine, 0) : 0);
    return;
  }
  Origin& origin = *origin_at(word);
  const Key w = write_of(*cell), r = read_of(*cell);
  const bool with_write = copy_may_not(w);
  if (with_write || (write && copy_may_not(r))) {
    const std::uint32_t pc = (with_write ? origin.write_pc : origin.read_pc[0]) & pc_mask;
    const Interval& then = intervals[interval_of(with_write ? w : r)];
    const At there = pc ? at(pc) : at(queued_by(then.operation_id));
    const detail::CallSite& by = queued_by(current.id);
    const bool with_host = then.block == Interval::host;
    found(Level::error, at(by), there, with_host ? "race.host" : "race.streams", [&] {
      const char* call = queued_by(then.operation_id).call;
      const std::string other = with_host ? "the host"
                                : then.block < Interval::host
                                    ? std::string("kernel ") + (call ? call : "")
                                    : std::string(call ? call : "another copy");
      return Facts()
          .add("who", by.call ? by.call : "A copy")
          .add("does", write ? "writes" : "reads")
          .add_spot(address, 4, write)
          .add("party", other)
          .add("party_does", with_write ? "writes" : "reads");
    });
  }
  if (!write) {
    if (r == 0 || !copy_may_not(r)) *cell = cell_of(w, mine);
    origin.read_pc[0] = 0;
  } else {
    if (set_by_host(mine) && !set_by_host(w)) ++moved.from_host;
    set_bytes(word, first, last, written ? cell_of(mine, 0) : 0);
    origin.write_pc = 0;
  }
}

/// Managed memory starts as poison; what is not poison has been written by a library.
bool is_untouched(const Touch& t) {
  if (detail::space_of(reinterpret_cast<void*>(t.address)) != Space::managed) return false;
  const auto* bytes = reinterpret_cast<const unsigned char*>(t.address);
  for (unsigned i = 0; i < t.size; ++i)
    if (bytes[i] != 0xFF || write_of(*cell_at(t.address + i)) != 0) return false;
  return true;
}

struct UnsetCopy {
  std::size_t size;
  detail::CallSite by;
};

/// By where they have gone to.
std::map<std::uintptr_t, UnsetCopy>& unset_copies() {
  static auto* all = new std::map<std::uintptr_t, UnsetCopy>;
  return *all;
}

}  // namespace

void forget_moved() { moved = {}; }

const Moved& words_moved() { return moved; }

void note_for_host(std::uint64_t words) {
  __atomic_fetch_add(&moved.to_host, words, __ATOMIC_RELAXED);
}

void tell_host_outside(const Touch& t) {
  const bool freed = locate(t.address, t.size, t.what != What::read) == Where::freed;
  found(Level::error, at(me.pc), freed ? "memory.freed" : "bounds.outside-on-host", [&] {
    return Facts()
        .add("who", "Host code")
        .add("does", verb(t))
        .add_spot(t.address, t.size, t.what != What::read);
  });
}

void touch_on_host(const Touch& t) {
  const Space space = detail::space_of(reinterpret_cast<void*>(t.address));
  if (detail::is_device(space)) {
    found(Level::error, at(me.pc), "pointer.of-device",
          [&] { return Facts().add("does", verb(t)).add_spot(t.address, t.size, false); });
    return;  // and the access faults
  }
  if (space == Space::elsewhere && t.what != What::read && is_engines(t.address)) tell_meddling();
  if (space != Space::managed && space != Space::pinned) return;
  const Where where = locate(t.address, t.size, t.what != What::read);
  if (where == Where::outside || where == Where::freed) return tell_host_outside(t);
  if (detail::performs_operation()) {  // a host function that was put into a stream
    if (t.what == What::read)
      touch_by_copy(0, t.address, t.size);
    else
      touch_by_copy(t.address, 0, t.size, true);
    return;
  }
  if (t.what == What::read && host_knows_everything() && is_untouched(t))
    found(Level::error, at(me.pc), "read.unwritten-on-host",
          [&] { return Facts().add_spot(t.address, t.size, false); });
  const std::uintptr_t end = t.address + t.size;
  for (std::uintptr_t word = t.address & ~std::uintptr_t{3}; word < end; word += 4)
    host_word(t, word);
}

std::optional<detail::CallSite> copied_unset(std::uintptr_t address) {
  const auto after = unset_copies().upper_bound(address);
  if (after == unset_copies().begin()) return {};
  const auto& [start, copy] = *std::prev(after);
  return address < start + copy.size ? std::optional(copy.by) : std::nullopt;
}

void forget_touches(std::uintptr_t start, std::size_t size) {
  std::erase_if(words_from_kernels(),
                [&](std::uintptr_t word) { return word >= start && word < start + size; });
  auto& all = unset_copies();
  all.erase(all.lower_bound(start), all.lower_bound(start + size));
}

void touch_by_copy(std::uintptr_t to, std::uintptr_t from, std::size_t size, bool by_host,
                   std::uintptr_t at) {
  const std::uint32_t interval = new_interval({Interval::operation, 0, current.id});
  const bool known_from = from != 0 && has_cells(from), known_to = has_cells(to);
  const std::uintptr_t from_cells = known_from ? cells_of(from) : 0;
  const std::uintptr_t to_cells = known_to ? cells_of(to) : 0;
  // Of the host's own memory: which words are set there?
  const bool hosts_memory = from != 0 && !known_from && !by_host && known_to && at % 4 == 0;
  const auto is_set = [&](std::uintptr_t i) {
    std::uint32_t value;
    std::memcpy(&value, reinterpret_cast<void*>(from + i), sizeof value);
    return !is_unset(at + i, value);
  };
  bool all_set = true;
  for (std::size_t i = 0; hosts_memory && all_set && i + 4 <= size; i += 4) all_set = is_set(i);
  if (!all_set)
    unset_copies()[to_cells] = {size, queued_by(current.id)};
  else if (!unset_copies().empty())
    unset_copies().erase(to_cells);
  const bool for_both = known_from && is_for_both(from);
  const bool no_gap = (from == 0 && !by_host) || (hosts_memory && all_set);
  const Key mine = key_of(interval, no_gap ? complete : no_thread);
  const Key hosts = key_of(interval, no_gap ? complete_from_host : from_host);
  if (known_from)
    for (std::uintptr_t word = from_cells & ~std::uintptr_t{3}; word < from_cells + size; word += 4)
      copy_word(from + (word - from_cells), word, false, mine, true);
  // By words of where it goes, or of where it comes from if that has no cells.
  const std::uintptr_t start = known_to ? to_cells : from_cells;
  for (std::uintptr_t word = start & ~std::uintptr_t{3}; word < start + size; word += 4) {
    const unsigned first = word < start ? static_cast<unsigned>(start - word) : 0;
    const unsigned last = static_cast<unsigned>(std::min<std::uintptr_t>(4, start + size - word));
    const std::size_t i = word + first - start;
    bool written = true, hosts_own = by_host || (from != 0 && !known_from);
    if (known_from) {
      const Cell cell = *cell_at(from_cells + i);
      written = cell == split_cell || write_of(cell) != 0 ||
                (for_both && is_set_unseen((from + i) & ~std::uintptr_t{3}));
      hosts_own = cell != split_cell && set_by_host(write_of(cell));
      moved.to_host += !known_to && written && !hosts_own;
    } else if (!all_set && last - first == 4) {
      written = is_set(i);
    }
    if (!known_to) continue;
    const bool source_is_split =
        known_from && (*cell_at(from_cells + i) == split_cell ||
                       *cell_at(from_cells + i + last - first - 1) == split_cell);
    const bool cut = known_from && is_complete(write_of(byte_cell(from_cells + i)));
    const Key key = cut         ? key_of(interval, hosts_own ? complete_from_host : complete)
                    : hosts_own ? hosts
                                : mine;
    if (!source_is_split) {
      copy_word(to + i, word, true, key, written, first, last);
      continue;
    }
    for (unsigned b = first; b < last; ++b)
      copy_word(to + i, word, true, key, write_of(byte_cell(from_cells + i + b - first)) != 0, b,
                b + 1);
  }
}

}  // namespace simt::check
