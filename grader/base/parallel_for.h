// Loops and jobs on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "base/machine_limits.h"
#include "base/thread_share.h"

namespace warpgrade {

/// Calls body(0) … body(count − 1), each once, in any order, on up to `threads` threads (0: what is
/// left of this process's share), this one among them. `body` must not throw. A machine that gives
/// us no more threads costs time, not the result.
template <class Body>
void parallel_for(std::size_t count, unsigned threads, const Body& body) {
  std::optional<ComputeThreads> share;
  if (threads == 0) threads = share.emplace(count).count();
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) body(i);
  };
  std::vector<std::jthread> helpers;  // joined when they leave scope, also if `work` throws here
  const std::size_t wanted = std::min<std::size_t>(threads, count);
  helpers.reserve(wanted);
  try {
    while (helpers.size() + 1 < wanted) helpers.emplace_back(work);
  } catch (const std::system_error&) {
  }
  work();
}

/// All jobs, side by side on `threads` threads, which is as in parallel_for. The first exception is
/// thrown when all have ended.
inline void compute_all(const std::vector<std::function<void()>>& jobs, unsigned threads = 0) {
  std::vector<std::exception_ptr> trouble(jobs.size());
  parallel_for(jobs.size(), threads, [&](std::size_t i) {
    try {
      jobs[i]();
    } catch (...) {
      trouble[i] = std::current_exception();
    }
  });
  for (const auto& exception : trouble)
    if (exception) std::rethrow_exception(exception);
}

/// The same for jobs that wait for other processes most of the time: they need no share.
inline void run_all(const std::vector<std::function<void()>>& jobs) {
  compute_all(jobs, usable_cores());
}

}  // namespace warpgrade
