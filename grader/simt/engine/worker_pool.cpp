#include "engine/worker_pool.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

#include "engine/checker.h"
#include "engine/fault.h"
#include "engine/memory/protection.h"
#include "engine/worker.h"
#include "simt/device_functions.h"

namespace simt::detail {

namespace {

// Waking a sleeping helper costs 30 µs and more. So helpers spin for a while after each grid, and
// are not called for a grid that ends sooner than they could join.
constexpr std::uint64_t spin_ticks = 200'000;        // about 80 µs
constexpr std::uint64_t long_ticks = 8'000;          // about 3 µs
constexpr std::uint64_t surely_long_threads = 8192;  // in the whole grid

struct Pool {
  std::unique_ptr<Worker> first;
  std::vector<std::unique_ptr<Worker>> workers;
  Grid* grid = nullptr;
  // High half: the grid's number; bit 31: helpers may join; below: helpers inside.
  std::atomic<std::uint64_t> gate{0};
  std::atomic<std::uint32_t> bell{0};
  std::atomic<int> asleep{0};
  std::uint64_t started = 0;
  bool opened = false;
};

constexpr std::uint64_t open_bit = 1ull << 31;
constexpr std::uint64_t inside = open_bit - 1;

// Never destroyed: helpers use it until the process exits.
Pool& pool = *new Pool;

void futex(std::atomic<std::uint32_t>* word, int operation, std::uint32_t value) {
  syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(word), operation, value, nullptr, nullptr, 0);
}

void helper(Worker* worker) {
  use_alternate_stack();
  std::uint64_t seen = 0;
  for (;;) {
    const std::uint32_t bell = pool.bell.load();
    std::uint64_t g = pool.gate.load();
    const std::uint64_t start = ticks();
    while (!(g & open_bit) || g >> 32 == seen) {
      if (ticks() - start > spin_ticks) {
        ++pool.asleep;
        if (pool.bell.load() == bell) futex(&pool.bell, FUTEX_WAIT_PRIVATE, bell);
        --pool.asleep;
        break;
      }
      relax();
      g = pool.gate.load();
    }
    if (!(g & open_bit) || g >> 32 == seen) continue;
    if (!pool.gate.compare_exchange_strong(g, g + 1)) continue;
    seen = g >> 32;
    open_device(pool.grid->device);
    worker->run(*pool.grid);
    close_devices();
    pool.gate.fetch_sub(1);
  }
}

void open_gate() {
  pool.opened = true;
  pool.gate.fetch_or(open_bit);
  ++pool.bell;
  if (pool.asleep.load() > 0) futex(&pool.bell, FUTEX_WAKE_PRIVATE, INT_MAX);
}

unsigned chosen_workers = 0;

}  // namespace

unsigned worker_count() {
  static const unsigned count = [] {
    const char* wanted = std::getenv("SIMT_WORKERS");
    // In CHECK, a program run on its own uses one worker, as some findings need that.
    const int all = checker ? 1 : static_cast<int>(std::thread::hardware_concurrency());
    const int n = chosen_workers != 0 ? static_cast<int>(chosen_workers)
                  : wanted            ? std::atoi(wanted)
                                      : all;
    return static_cast<unsigned>(n < 1 ? 1 : n > 256 ? 256 : n);
  }();
  return count;
}

bool all_workers_only_wait(std::uint64_t now) {
  return pool.first->only_waits(now) &&
         std::all_of(pool.workers.begin(), pool.workers.end(),
                     [&](const auto& worker) { return worker->only_waits(now); });
}

void call_helpers_if_long() {
  if (!pool.opened && ticks() - pool.started > long_ticks && !pool.workers.empty()) open_gate();
}

void run_grid(Grid& g) {
  if (!pool.first) {
    pool.first = std::make_unique<Worker>(0);
    for (unsigned i = 1; i < worker_count(); ++i) {
      pool.workers.push_back(std::make_unique<Worker>(i));
      std::thread(helper, pool.workers.back().get()).detach();
    }
  }
  use_alternate_stack();
  pool.grid = &g;
  pool.opened = false;
  pool.started = ticks();
  pool.gate.store(((pool.gate.load() >> 32) + 1) << 32);
  const bool surely_long = g.blocks * g.threads >= surely_long_threads || g.cooperative;
  if (!g.serial && g.blocks > 1 && surely_long && !pool.workers.empty()) open_gate();
  open_device(g.device);
  pool.first->run(g);
  close_devices();
  pool.gate.fetch_and(~open_bit);
  for (unsigned spins = 0; pool.gate.load() & inside; ++spins) {
    if (spins < 4000)
      relax();
    else
      sched_yield();
  }
}

}  // namespace simt::detail

void simt::choose_workers(unsigned count) { detail::chosen_workers = std::min(count, 256u); }
