#include "check/races/ages.h"

#include <utility>

#include "check/memory/heap.h"
#include "check/memory/regions.h"
#include "check/memory/shared_memory.h"
#include "check/memory/variable_memory.h"
#include "check/threads/intervals.h"
#include "engine/memory/device_heap.h"
#include "engine/memory/symbols.h"

namespace simt::check {

namespace {

std::uint32_t first_of_call = 0;       // first interval of the call
std::uint32_t generation_of_call = 0;  // of the interval numbers when the call began

/// Resets all cells to "long ago". `by_host`: the new key of words that the host has set.
void age_cells(Key by_host) {
  const auto age = [by_host](std::uintptr_t start, std::size_t size) {
    for (std::uintptr_t at = start & ~std::uintptr_t{3}; at < start + size; at += 4) {
      Cell* c = cell_at(at);
      if (*c == split_cell) continue;
      const Key w = last_write(*c);
      *c = w == 0 ? 0 : make_cell(set_by_host(w) ? by_host : written_long_ago, 0);
    }
  };
  for (const auto& [start, size] : live_allocations()) age(start, size);
  for (const auto& [start, size] : detail::symbol_sections()) age(variable_alias | start, size);
  detail::for_each_heap_block([&](const detail::HeapBlock& b) { age(b.start, b.size); });
}

}  // namespace

void begin_call() {
  allocations_are_of_earlier_calls();
  // After a restart of the interval numbers, keys of the host from an earlier call mean nothing.
  if (std::exchange(generation_of_call, interval_generation()) != interval_generation())
    age_cells(written_long_ago);
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

void age_all_cells() {
  age_cells(set_by_host_long_ago);
  clear_arenas();
}

}  // namespace simt::check
