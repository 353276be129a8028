// Parallel loops and jobs.
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

/// Calls body(0) … body(count − 1), each once, in any order, on up to `threads` threads including
/// this one (0: the rest of this process's share). `body` must not throw. If the machine cannot
/// start more threads, it takes longer, but the result is the same.
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

/// Runs all jobs in parallel; `threads` as for parallel_for. The first exception is rethrown after
/// all have ended.
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

/// The same for jobs that mostly wait for other processes, so they need no share of the cores.
inline void run_all(const std::vector<std::function<void()>>& jobs) {
  compute_all(jobs, usable_cores());
}

}  // namespace warpgrade
