#include "engine/progress.h"

#include <time.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "engine/api/api.h"
#include "engine/api/streams.h"
#include "engine/fault.h"

namespace simt::detail {

namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// Counts API calls, once at begin and once at end. Only the holder of the runtime's lock changes
// it.
std::atomic<std::uint64_t> calls{0};
// Host threads waiting for the runtime's lock.
std::atomic<int> waiting{0};
// The watching thread is running an operation.
std::atomic<bool> runs{false};

struct Watch {
  std::mutex lock;
  std::condition_variable work;
  std::atomic<bool> awake{false};
  bool started = false;
};

Watch& watch() {
  static auto* w = new Watch;  // its thread uses it until the process exits
  return *w;
}

double processor_milliseconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

// How long the host must be idle before queued work runs. Shorter after the first time, as a
// program that waits like this does it again.
struct Patience {
  milliseconds look{5}, asleep{60};
  double busy = 250;  // milliseconds of CPU time
};
constexpr milliseconds stays_awake{50};
constexpr Patience first_time, later{milliseconds(1), milliseconds(3), 20};

void note_call() {
  calls.store(calls.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

// Runs queued work while the host makes no call.
void run_oldest_while_idle(std::uint64_t since) {
  while (calls == since) {
    const std::unique_lock lock(runtime_lock(), std::try_to_lock);
    if (!lock.owns_lock() || calls != since) return;
    runs = true;
    const bool ran = run_oldest();
    runs = false;
    if (!ran) return;
  }
}

bool is_work_left() {
  const std::unique_lock lock(runtime_lock(), std::try_to_lock);
  return !lock.owns_lock() || is_anything_pending();
}

[[noreturn]] void watch_host() {
  use_alternate_stack();
  Patience patience = first_time;
  for (;;) {
    {
      std::unique_lock lock(watch().lock);
      watch().work.wait(lock, [] { return watch().awake.load(); });
    }
    std::uint64_t seen = calls;
    auto since = Clock::now();
    double processor_used = processor_milliseconds();
    for (;;) {
      std::this_thread::sleep_for(patience.look);
      if (!is_work_left()) {
        // Stay awake for a while: waking up for each of many launches is slow.
        if (calls != seen) {
          seen = calls;
          since = Clock::now();
          processor_used = processor_milliseconds();
        } else if (Clock::now() - since > stays_awake) {
          watch().awake = false;
          // Work queued between the two checks has not woken this thread.
          if (!is_work_left()) break;
          watch().awake = true;
        }
        continue;
      }
      const double busy = processor_milliseconds() - processor_used;
      const auto passed = Clock::now() - since;
      if (calls == seen) {
        const bool sleeps = passed > patience.asleep && busy < 0.1 * patience.asleep.count();
        if (!sleeps && busy < patience.busy) continue;
        run_oldest_while_idle(seen);
        patience = later;
      }
      seen = calls;
      since = Clock::now();
      processor_used = processor_milliseconds();
    }
  }
}

}  // namespace

HostCall::HostCall() {
  if (!runtime_lock().try_lock()) {
    ++waiting;
    runtime_lock().lock();
    --waiting;
  }
  note_call();
}

HostCall::~HostCall() {
  note_call();
  runtime_lock().unlock();
}

void expect_progress() {
  Watch& w = watch();
  if (w.awake) return;
  const std::lock_guard lock(w.lock);
  w.awake = true;
  if (!w.started) std::thread(watch_host).detach();
  w.started = true;
  w.work.notify_one();
}

bool started_by_watcher() { return runs; }

bool host_may_still_store() { return runs && waiting == 0; }

}  // namespace simt::detail
