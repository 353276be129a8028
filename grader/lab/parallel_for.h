// A loop over all cores.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
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

}  // namespace warpgrade
