// A window: one call of a worker, timed by the referee's clock.
// Theory of operation. A rehearsal comes first, in which the worker does a little dummy work on the
// device, so that switching processes costs the same whoever used the device before.
// 1. The clock starts. A trusted kernel copies the staged values into all of the lent memory,
// including poison and guard bands, whatever the worker left there. Then the host sees a flag and
// opens the gate. The device stays occupied for a while: memory of twice the cache's size is
// written, and a kernel waits. So a worker that launches once the gate is open launches in time,
// and work queued earlier gains nothing.
// 2. The worker makes its call and answers.
// 3. A trusted kernel copies all writable arrays out of the lent memory and raises another flag.
// The clock stops.
// The clock is this process's, from before the first kernel is launched until the last one is
// complete. No information from the worker enters it. If an answer comes too early, results are
// taken too early, because the device serves one process at a time: it serves the referee when the
// worker's kernels are complete, or in between, unfinished. If an answer comes late, that adds
// time. The cost of the referee's kernels and of switching processes is known from a trusted
// program in the same place, which only sets a word of the results.
// Short windows (`early`) are answered twice: when the call has returned, and when the device is
// idle. Results are taken at both times, first not before the referee's own work is complete. If
// they are equal, the first time counts: then noticing that the device is idle costs no time, and
// not waiting gains none.
#pragma once

#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>
#include <vector>

#include "referee/control.cuh"
#include "referee/driver.cuh"
#include "referee/flag.cuh"
#include "referee/memory.cuh"
#include "referee/problem.cuh"
#include "referee/protocol.h"
#include "referee/relax.h"

namespace warpgrade::referee {

class Windows {
 public:
  Windows() {
    if (!driver_.open()) throw std::runtime_error("the driver cannot share memory");
  }

  /// Allocates memory for a worker; `descriptor` lets it map the memory.
  void lend(const Ask& ask, int& descriptor) {
    Arena arena;
    arena.memory = std::make_unique<LentMemory>(driver_);
    must(arena.memory->make(ask.bytes), "memory to be lent");
    must(arena.memory->lend(&descriptor), "lending memory");
    arenas_[ask.arena] = std::move(arena);
  }

  void drop(const Ask& ask) { arenas_.erase(ask.arena); }

  void set_page(const Ask& ask, const std::vector<int>& descriptors) {
    if (descriptors.size() != 2) throw std::runtime_error("a page needs two descriptors");
    Arena& arena = arenas_.at(ask.arena);
    arena.gate =
        std::make_unique<Mapping>(descriptors[0], page_bytes + ask.bytes, PROT_READ | PROT_WRITE);
    arena.reply = std::make_unique<Mapping>(descriptors[1], page_bytes, PROT_READ | PROT_WRITE);
  }

  /// Returns false if the grader aborted the window.
  bool run_window(const Ask& ask, Problem& problem, Control& control, double& seconds) {
    Arena& arena = arenas_.at(ask.arena);
    if (!arena.gate) throw std::runtime_error("a window needs a page");
    if (problem.size() > arena.memory->bytes())
      throw std::runtime_error("the lent memory is too small");
    auto& gate = *reinterpret_cast<Gate*>(arena.gate->data());
    auto& reply = *reinterpret_cast<Reply*>(arena.reply->data());
    char* const lent = arena.memory->data();
    const std::uint32_t rehearsal = rehearsal_word(ask.number), call = start_word(ask.number);
    problem.forget_differences();
    control.wake();
    gate.open.store(rehearsal, std::memory_order_release);
    if (!wait_for(reply.finished, rehearsal)) return false;
    flag_.wait();

    const auto start = Clock::now();
    problem.lay_out(lent);
    const std::uint32_t laid_out = flag_.raise();
    control.flush();
    hold<<<1, 1>>>(cycles_held);
    const std::uint32_t held = flag_.raise();
    flag_.wait_for(laid_out);
    std::memcpy(arena.gate->data() + page_bytes, problem.host().data(), problem.host().size());
    gate.open.store(call, std::memory_order_release);

    double first = 0;
    if (ask.early != 0) {
      if (!wait_for(reply.enqueued, call)) return false;
      flag_.wait_for(held);
      problem.copy_results(lent);
      flag_.wait();
      first = seconds_since(start);
    }
    if (!wait_for(reply.finished, call)) return false;
    if (ask.early != 0)
      problem.copy_results_again(lent);
    else
      problem.copy_results(lent);
    flag_.wait();
    seconds = seconds_since(start);
    if (ask.early != 0 && problem.differences() == 0) seconds = first;
    problem.returned(reply.returned);
    return true;
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// The memory lent to a worker.
  struct Arena {
    std::unique_ptr<LentMemory> memory;
    std::unique_ptr<Mapping> gate, reply;
  };

  static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  /// Spins for a while, then sleeps briefly between checks. Returns false if the grader aborts.
  static bool wait_for(const std::atomic<std::uint32_t>& word, std::uint32_t value) {
    constexpr double awake = 0.2;
    const auto start = Clock::now();
    for (std::uint64_t turn = 1; word.load(std::memory_order_acquire) != value; ++turn) {
      relax();
      if (turn % 128 != 0) continue;
      char byte;
      const ssize_t got = recv(socket_fd, &byte, 1, MSG_DONTWAIT | MSG_PEEK);
      if (got >= 0 || (errno != EAGAIN && errno != EINTR)) return false;
      if (seconds_since(start) > awake) usleep(20);
    }
    return true;
  }

  // At most a tenth of a millisecond: longer than a launch, shorter than a time slice on the
  // device.
  static constexpr long long cycles_held = 150000;

  Driver driver_;
  Flag flag_;
  std::map<std::uint32_t, Arena> arenas_;
};

}  // namespace warpgrade::referee
