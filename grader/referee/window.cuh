// A window: one call of a worker's, under the referee's clock.
//
// Theory of operation. Before it comes a rehearsal, in which the worker does a little nothing on
// the device: so that a change of process costs the same, whoever had the device before.
//   1. Start of the clock. A kernel of ours copies the values from where they were staged into the
//      lent memory, all of it: whatever the worker left there, poison and guard bands included.
//      Then the host sees a flag, and opens the gate. Meanwhile the device stays ours for a while:
//      memory of twice the cache's size is written, and a kernel waits. So whoever launches as soon
//      as the gate is open has launched in time, and work that was queued before gains nothing.
//   2. The worker makes its call and answers.
//   3. A kernel of ours copies everything that may be written out of the lent memory, and raises
//      another flag. End of the clock.
// The clock is this process's, from before the first kernel is launched until the last one is over.
// Nothing that the worker says enters it: an answer that comes too early means results that are
// taken too early, since the device serves one process at a time and ours is served when the
// worker's kernels are over, or in between, unfinished. An answer that comes late is time. What our
// kernels and the changes of process take is known from our own program in the same place, which
// does no more than set a word of the results.
//
// Short windows (`early`) are answered twice: when the call has returned, and when the device is at
// rest. Results are taken at both, the first time not before our own work is over. If they are the
// same, the first time counts: nobody pays for noticing that the device is at rest, and nobody
// gains by not looking.
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

  /// New memory for a worker; `descriptor` is what it maps it by.
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

  /// False when the judge wanted an end.
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

  /// What a worker is lent.
  struct Arena {
    std::unique_ptr<LentMemory> memory;
    std::unique_ptr<Mapping> gate, reply;
  };

  static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  /// Awake for a while, then with short sleeps. False when the judge wants an end.
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

  // A tenth of a millisecond or less: longer than a launch, shorter than a turn on the device.
  static constexpr long long cycles_held = 150000;

  Driver driver_;
  Flag flag_;
  std::map<std::uint32_t, Arena> arenas_;
};

}  // namespace warpgrade::referee
