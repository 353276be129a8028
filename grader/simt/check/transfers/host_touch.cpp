#include "check/transfers/host_touch.h"

#include <algorithm>
#include <vector>

#include "check/memory/image.h"
#include "check/memory/registered_memory.h"
#include "check/memory/variable_memory.h"
#include "check/races/ages.h"
#include "check/races/operations.h"
#include "check/races/races.h"
#include "check/races/split_words.h"
#include "check/report/findings.h"
#include "check/report/own_frames.h"
#include "check/threads/intervals.h"
#include "check/transfers/copy_touch.h"
#include "check/transfers/host_pages.h"
#include "check/transfers/transfer_counts.h"
#include "engine/api/streams.h"
#include "engine/memory/address_space.h"
#include "engine/memory/argument_memory.h"

namespace simt::check {

namespace {

using detail::Space;

/// The host's interval; each queued operation starts a new one.
std::uint32_t host_interval() {
  static std::uint64_t newest = ~std::uint64_t{0};
  static std::uint32_t interval = 0, since = ~0u;
  if (newest != newest_operation() || since != interval_generation()) {
    note_host_touch();
    newest = newest_operation();
    since = interval_generation();
    interval = new_interval({Interval::host, 0, newest});
  }
  return interval;
}

/// Words that the host has read as volatile or atomically.
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

/// Acquire, so that what the writer noted elsewhere is visible: a kernel may be running.
Cell seen_cell(std::uintptr_t word) { return __atomic_load_n(cell_at(word), __ATOMIC_ACQUIRE); }

/// Whether the operation has stored to one of them after a fence; then the host knows of everything
/// before it. (Evaluated late: the kernel may have stored between the host's hook and its load.)
bool has_signaled_host(std::uint64_t operation) {
  const auto& all = words_from_kernels();
  return std::any_of(all.begin(), all.end(), [&](std::uintptr_t word) {
    const Interval& then = intervals[interval_number(last_write(seen_cell(word)))];
    return then.block != Interval::host && then.operation_id == operation &&
           (origin_at(word)->write_pc & marked) && is_released_to_host(word);
  });
}

bool host_may_not(Key k) {
  if (interval_number(k) <= long_ago) return false;
  const Interval& then = intervals[interval_number(k)];
  return then.block != Interval::host && !host_knows(then.operation_id) &&
         !has_signaled_host(then.operation_id);
}

/// Reports a conflict of the host's access with the last write `w` or the last read `r`.
void report_host_conflict(const Touch& t, Key w, Key r, const Origin& origin) {
  const bool with_write = host_may_not(w);
  const std::uint32_t their_pc = with_write ? origin.write_pc : origin.read_pc[0];
  // Volatile and atomic accesses are how host and kernel communicate.
  const bool talk = t.is_volatile && (their_pc & marked);
  if (talk || !(with_write || (t.what != What::read && host_may_not(r)))) return;
  const std::uint32_t pc = their_pc & pc_mask;
  const Interval& then = intervals[interval_number(with_write ? w : r)];
  const At there = pc ? at(pc) : at(queued_by(then.operation_id));
  found(Level::error, at(current_thread.pc), there, "race.host", [&] {
    const char* call = queued_by(then.operation_id).call;
    const std::string kernel = then.block < Interval::host ? "kernel " : "";
    return Facts()
        .add("who", "The host")
        .add("does", verb(t))
        .add_spot(t.address, t.size, t.what != What::read)
        .add("party", kernel + (call ? call : "a copy"))
        .add("party_does", with_write ? "writes" : "reads");
  });
}

/// `cells`: the address that indexes the cells of what is accessed; `word`: the same of a word of
/// it.
void host_word(const Touch& t, std::uintptr_t cells, std::uintptr_t word) {
  const bool read = t.what == What::read;
  Cell* const cell = cell_at(word);
  Cell old = seen_cell(word);
  Origin& origin = *origin_at(word);
  if (read) {
    // What kernels store in registered memory counts as seen at once.
    if (cells == t.address) note_seen_by_host(word, 4);
    if (t.is_volatile) note_word_from_kernels(word);
  } else if (!has_hosts_value(word)) {
    note_from_host();
  }
  const Key current_key = make_key(host_interval(), read ? no_thread : from_host);
  if (old == split_cell) {
    const std::lock_guard guard(split_lock());
    Bytes& bytes = split(word);
    const std::uintptr_t end = std::min(word + 4, cells + t.size);
    for (std::uintptr_t i = std::max(word, cells); i < end; ++i) {
      Cell& byte = bytes[i - word];
      report_host_conflict(t, last_write(byte), last_read(byte), origin);
      if (!read) byte = make_cell(current_key, 0);
    }
    return;
  }
  const Key w = last_write(old), r = last_read(old);
  report_host_conflict(t, w, r, origin);
  const auto pc = static_cast<std::uint32_t>(current_thread.pc) | (t.is_volatile ? marked : 0);
  if (read) {
    origin.read_pc[0] = pc;
    if (r == 0 || !host_may_not(r))
      __atomic_compare_exchange_n(cell, &old, make_cell(w, current_key), false, __ATOMIC_RELEASE,
                                  __ATOMIC_RELAXED);
  } else {
    origin.write_pc = pc;
    __atomic_store_n(cell, make_cell(current_key, 0), __ATOMIC_RELEASE);
  }
}

/// Managed memory starts as poison. Bytes that differ were written by an uninstrumented library.
bool is_untouched(const Touch& t) {
  if (detail::address_space(reinterpret_cast<void*>(t.address)) != Space::managed) return false;
  const auto* bytes = reinterpret_cast<const unsigned char*>(t.address);
  for (unsigned i = 0; i < t.size; ++i)
    if (bytes[i] != 0xFF || last_write(*cell_at(t.address + i)) != 0) return false;
  return true;
}

}  // namespace

void report_host_out_of_bounds(const Touch& t) {
  const bool freed = locate(t.address, t.size, t.what != What::read) == Where::freed;
  found(Level::error, at(current_thread.pc), freed ? place_of_free(t.address) : At{},
        freed ? "memory.freed" : "bounds.outside-on-host", [&] {
          return Facts()
              .add("who", "Host code")
              .add("does", verb(t))
              .add_spot(t.address, t.size, t.what != What::read);
        });
}

void touch_on_host(const Touch& t) {
  const Space space = detail::address_space(reinterpret_cast<void*>(t.address));
  if (detail::is_device(space) || space == Space::shared || space == Space::stacks ||
      (space == Space::arguments && !detail::in_open_arguments(t.address, t.size))) {
    found(Level::error, at(current_thread.pc), "pointer.of-device",
          [&] { return Facts().add("does", verb(t)).add_spot(t.address, t.size, false); });
    return;  // then the access itself faults, but for arguments
  }
  if (space == Space::elsewhere && t.what != What::read && is_engines(t.address))
    report_tampering();
  if (space == Space::elsewhere && in_variables(t.address)) {
    open_pages_to_host(t.address, t.size);
    if (t.what == What::read) note_seen_by_host(variable_alias | t.address, t.size);
  }
  if (!is_for_both(t.address)) return;
  open_pages_to_host(t.address, t.size);
  const Where where = locate(t.address, t.size, t.what != What::read);
  if (where == Where::outside || where == Where::freed) return report_host_out_of_bounds(t);
  if (detail::performs_operation()) {  // a host function in a stream
    if (t.what == What::read)
      touch_by_copy(0, t.address, t.size);
    else
      touch_by_copy(t.address, 0, t.size, true);
    return;
  }
  if (t.what == What::read && host_knows_everything() && is_untouched(t))
    found(Level::error, at(current_thread.pc), "read.unwritten-on-host",
          [&] { return Facts().add_spot(t.address, t.size, false); });
  const std::uintptr_t cells = cell_address(t.address), end = cells + t.size;
  for (std::uintptr_t word = cells & ~std::uintptr_t{3}; word < end; word += 4)
    host_word(t, cells, word);
}

void touch_unannounced(std::uintptr_t address, What what, std::uintptr_t interrupted) {
  if (!is_for_both(address) || detail::performs_operation()) return;
  const OwnFrames frames = own_frames(interrupted);
  if (frames.count > 0) current_thread.pc = frames.pc[0];
  const std::uintptr_t cells = cell_address(address);
  host_word({address, 1, what}, cells, cells & ~std::uintptr_t{3});
}

void forget_host_reads(std::uintptr_t start, std::size_t size) {
  std::erase_if(words_from_kernels(),
                [&](std::uintptr_t word) { return word >= start && word < start + size; });
}

}  // namespace simt::check
