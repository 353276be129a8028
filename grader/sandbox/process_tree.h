// Observes and stops the processes of a sandbox from outside, through /proc.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <vector>

#include "sandbox/descriptor.h"

namespace warpgrade {

struct Usage {
  double cpu_seconds = 0;        // of all processes, including ended ones
  std::size_t memory_bytes = 0;  // private and shared memory without mapped files
  int threads = 0;
  bool runnable = false;  // a first thread computes, or waits for a processor to do so
};

class ProcessTree {
 public:
  /// `helper`: sandbox_init, which is not counted. `command`: the process that it started, not yet
  /// reaped. `alone`: it cannot have children.
  ProcessTree(pid_t helper, pid_t command, bool alone);

  /// With more than `most` processes, only the number is counted: a fork bomb grows faster than it
  /// can be inspected.
  Usage usage(int most) const;

  /// CPU time of all processes, including ended ones. For a command that is alone this takes one
  /// system call.
  double cpu_seconds() const;
  int threads() const;

  /// Tries to stop every thread. True if none can execute another instruction; false after
  /// `patience`. May be called again.
  bool freeze(std::chrono::milliseconds patience);
  void thaw();
  /// Kills the command itself.
  void kill() const { signal(command_, SIGKILL); }

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
