#include "progress.h"

#include <time.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "api.h"
#include "fault.h"
#include "streams.h"

namespace simt::detail {

namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

struct Watch {
  std::mutex lock;
  std::condition_variable work;
  std::atomic<bool> awake{false};
  bool started = false;
  std::atomic<std::uint64_t> calls{0};  // begun and ended
  std::atomic<int> waiting{0};          // for the runtime's lock
  std::atomic<bool> runs{false};        // the watching thread performs an operation
};

Watch& watch() {
  static auto* w = new Watch;  // its thread uses it until the process ends
  return *w;
}

double processor_milliseconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

// A program that has waited so once does it again.
struct Patience {
  milliseconds look{5}, asleep{60};
  double busy = 250;  // milliseconds of the processor
};
constexpr milliseconds stays_awake{50};
constexpr Patience first_time, later{milliseconds(1), milliseconds(3), 20};

// Runs what is queued as long as the host does not call.
void run_oldest_while_idle(std::uint64_t calls) {
  while (watch().calls == calls) {
    const std::unique_lock lock(runtime_lock(), std::try_to_lock);
    if (!lock.owns_lock() || watch().calls != calls) return;
    watch().runs = true;
    const bool ran = run_oldest();
    watch().runs = false;
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
    std::uint64_t calls = watch().calls;
    auto since = Clock::now();
    double used = processor_milliseconds();
    for (;;) {
      std::this_thread::sleep_for(patience.look);
      if (!is_work_left()) {
        // Not to be woken for each of many launches.
        if (watch().calls != calls) {
          calls = watch().calls;
          since = Clock::now();
          used = processor_milliseconds();
        } else if (Clock::now() - since > stays_awake) {
          watch().awake = false;
          // What came between the two looks has not woken this thread.
          if (!is_work_left()) break;
          watch().awake = true;
        }
        continue;
      }
      const double busy = processor_milliseconds() - used;
      const auto passed = Clock::now() - since;
      if (watch().calls == calls) {
        const bool sleeps = passed > patience.asleep && busy < 0.1 * patience.asleep.count();
        if (!sleeps && busy < patience.busy) continue;
        run_oldest_while_idle(calls);
        patience = later;
      }
      calls = watch().calls;
      since = Clock::now();
      used = processor_milliseconds();
    }
  }
}

}  // namespace

HostCall::HostCall() {
  ++watch().calls;
  ++watch().waiting;
}

void HostCall::entered() {
  --watch().waiting;
  waits_ = false;
}

HostCall::~HostCall() {
  if (waits_) --watch().waiting;
  ++watch().calls;
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

bool runs_by_itself() { return watch().runs; }

bool host_goes_on() { return watch().runs && watch().waiting == 0; }

}  // namespace simt::detail
