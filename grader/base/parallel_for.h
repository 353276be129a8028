// A loop over all cores.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <system_error>
#include <thread>
#include <vector>

namespace warpgrade {

/// Calls body(0) … body(count − 1), each once, in any order, on up to `threads` threads (0: one for
/// each core), this one among them. `body` must not throw. A machine that gives us no more threads
/// costs time, not the result.
template <class Body>
void parallel_for(std::size_t count, unsigned threads, const Body& body) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
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

/// All jobs, side by side on all cores, or on `threads` of them. The first exception is thrown when
/// all have ended.
inline void run_all(const std::vector<std::function<void()>>& jobs, unsigned threads = 0) {
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

}  // namespace warpgrade
