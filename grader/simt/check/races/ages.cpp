#include "check/races/ages.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "check/memory/heap.h"
#include "check/memory/regions.h"
#include "check/memory/registered_memory.h"
#include "check/memory/shared_memory.h"
#include "check/memory/variable_memory.h"
#include "check/races/operations.h"
#include "check/races/split_words.h"
#include "check/state.h"
#include "check/threads/intervals.h"
#include "check/transfers/transfer_counts.h"
#include "engine/memory/device_heap.h"
#include "engine/memory/symbols.h"

namespace simt::check {

namespace {

std::uint32_t first_of_call = 0;       // first interval of the call
std::uint32_t generation_of_call = 0;  // of the interval numbers when the call began

template <class Do>
void for_each_word(Do action) {
  const auto for_range = [&](std::uintptr_t start, std::size_t size) {
    for (std::uintptr_t word = start & ~std::uintptr_t{3}; word < start + size; word += 4)
      action(word);
  };
  for (const auto& [start, size] : live_allocations()) for_range(cell_address(start), size);
  for (const auto& [start, size] : detail::symbol_sections())
    for_range(variable_alias | start, size);
  detail::for_each_heap_block([&](const detail::HeapBlock& b) { for_range(b.start, b.size); });
}

/// Calls `change` for the word's cell or, if it is split, for each of its bytes'.
template <class Change>
void change_cells(std::uintptr_t word, Change change) {
  if (*cell_at(word) != split_cell) return change(*cell_at(word));
  const std::lock_guard guard(split_lock());
  for (Cell& byte : split(word)) change(byte);
}

/// Gives keys the numbers that hold after a restart. What an operation did that the host has not
/// waited for, or the host while one was queued, may still conflict with later operations: one
/// interval stands for all of it. Everything else becomes "long ago".
class Renumbering {
 public:
  Key renumber(Key key) {
    const bool host = set_by_host(key);
    const std::uint32_t old = interval_number(key);
    if (old <= long_ago) return key;
    const Interval then = intervals[old];
    const bool of_host = then.block == Interval::host;
    if (of_host ? host_knows_everything()
                : then.operation_id == current.id || host_knows(then.operation_id))
      return host ? set_by_host_long_ago : written_long_ago;
    const bool whole = is_complete(key);
    // All blocks of a kernel count as its first one.
    return make_key(number_of({then.block < Interval::host ? 0 : then.block, 0, then.operation_id}),
                    host    ? whole ? complete_from_host : from_host
                    : whole ? complete
                            : no_thread);
  }

  const std::vector<Interval>& kept() const { return kept_; }

 private:
  std::uint32_t number_of(const Interval& interval) {
    const auto [at, made] =
        numbers_.try_emplace({interval.block, interval.operation_id}, long_ago + 1 + kept_.size());
    if (made) kept_.push_back(interval);
    return at->second;
  }

  std::vector<Interval> kept_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> numbers_;
};

}  // namespace

void begin_call() {
  allocations_are_of_earlier_calls();
  // After a restart of the interval numbers in an earlier call, this means that call's host.
  if (std::exchange(generation_of_call, interval_generation()) != interval_generation())
    for_each_word([](std::uintptr_t word) {
      change_cells(word, [](Cell& cell) {
        if (last_write(cell) == set_by_host_long_ago)
          cell = make_cell(written_long_ago, last_read(cell));
      });
    });
  first_of_call = next_interval();
  begin_call_of_heap();
}

bool written_in_call(Key write) {
  // After a restart of the interval numbers in this call, nobody can tell.
  return interval_number(write) > long_ago ? interval_number(write) >= first_of_call
                                           : generation_of_call != interval_generation();
}

bool set_by_host(Key write) {
  return (thread_id(write) == from_host || thread_id(write) == complete_from_host) &&
         (interval_number(write) == long_ago || interval_number(write) >= first_of_call);
}

bool has_hosts_value(std::uintptr_t word) {
  const Cell cell = *cell_at(word);
  if (cell != split_cell) return set_by_host(last_write(cell));
  const std::lock_guard guard(split_lock());
  const Bytes& bytes = split(word & ~std::uintptr_t{3});
  return std::any_of(bytes.begin(), bytes.end(),
                     [](Cell byte) { return set_by_host(last_write(byte)); });
}

void renumber_intervals() {
  Renumbering numbers;
  const auto renumber = [&](Cell& cell) {
    const Key write = last_write(cell), read = last_read(cell);
    if (write == 0) {
      cell = 0;
      return;
    }
    const Key read_now = read == 0 ? 0 : numbers.renumber(read);
    cell = make_cell(numbers.renumber(write), interval_number(read_now) <= long_ago ? 0 : read_now);
  };
  const SeenWords seen;
  for_each_word([&](std::uintptr_t word) {
    const bool was_seen = seen.has(word);
    change_cells(word, renumber);
    if (was_seen) SeenWords::keep(word);
  });
  restart_intervals(numbers.kept());
  first_of_call = long_ago + 1;
  clear_arenas();
}

}  // namespace simt::check
