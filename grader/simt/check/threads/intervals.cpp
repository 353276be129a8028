#include "check/threads/intervals.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace simt::check {

namespace {

constexpr std::uint32_t batch = 32;

std::atomic<std::uint32_t> next_number{long_ago + 1};
// Each thread takes numbers in batches; a batch from before a restart is void.
std::atomic<std::uint32_t> generation{1};
std::uint32_t restarts = 0;
__thread std::uint32_t next_in_batch = 0, batch_end = 0, batch_generation = 0;

Interval* make_table() {
  void* memory = mmap(nullptr, most_intervals * sizeof(Interval), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    std::fprintf(stderr, "simt: no memory for the check's tables\n");
    std::abort();
  }
  return static_cast<Interval*>(memory);
}

}  // namespace

Interval* const intervals = make_table();

std::uint32_t new_interval(const Interval& what) {
  if (next_in_batch == batch_end ||
      batch_generation != generation.load(std::memory_order_relaxed)) {
    next_in_batch = next_number.fetch_add(batch);
    // So many intervals in one kernel cannot be tracked; reuse the last numbers.
    if (next_in_batch + batch >= most_intervals - 1) next_in_batch = most_intervals - 2 - batch;
    batch_end = next_in_batch + batch;
    batch_generation = generation.load(std::memory_order_relaxed);
  }
  intervals[next_in_batch] = what;
  return next_in_batch++;
}

bool intervals_run_out() {
  return next_number.load(std::memory_order_relaxed) > most_intervals / 4 * 3;
}

void restart_intervals(const std::vector<Interval>& kept) {
  ++generation;
  ++restarts;
  std::copy(kept.begin(), kept.end(), intervals + long_ago + 1);
  next_number = long_ago + 1 + static_cast<std::uint32_t>(kept.size());
}

std::uint32_t interval_generation() { return restarts; }

std::uint32_t next_interval() {
  ++generation;  // invalidates the threads' batches
  return next_number.load();
}

}  // namespace simt::check
