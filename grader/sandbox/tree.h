// The processes of one sandbox, seen from outside through /proc: what they use; stopping them.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <vector>

#include "sandbox/descriptor.h"

namespace warpgrade {

struct Usage {
  double cpu_seconds = 0;        // of all, those that ended included
  std::size_t memory_bytes = 0;  // private and shared memory; files mapped from disk left out
  int threads = 0;
};

class Tree {
 public:
  /// `helper`: sandbox_init, which is left out of every count. `command`: the process that it
  /// started, still alive (its parent has not reaped it). `alone`: it cannot have children.
  Tree(pid_t helper, pid_t command, bool alone);

  /// With more than `most` processes only these are counted: a fork bomb grows faster than it can
  /// be looked at.
  Usage usage(int most) const;

  /// Of all, those that ended included. For a command that is alone this costs one system call.
  double cpu_seconds() const;
  int threads() const;

  /// Tries to stop every thread; true when none can run an instruction of its own any more. False
  /// after `patience`, when it may be called again.
  bool freeze(std::chrono::milliseconds patience);
  void thaw();

 private:
  static constexpr std::size_t unlimited = ~std::size_t{0};

  std::vector<pid_t> members(std::size_t most = unlimited) const;
  void signal(pid_t process, int number) const;

  pid_t helper_, command_;
  bool alone_;
  Descriptor command_handle_;  // pidfd: a signal through it never reaches a process that got the
                               // number of one that ended
  std::vector<pid_t> frozen_;
};

}  // namespace warpgrade
