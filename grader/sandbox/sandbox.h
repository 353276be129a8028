// Runs untrusted code with bubblewrap, seccomp and limits, for compilers and for submissions.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/fault.h"

struct sock_filter;

namespace warpgrade {

/// Somebody else killed the sandbox's first process, and so the whole sandbox.
struct SandboxKilled : GraderError {
  using GraderError::GraderError;
};

/// Thrown if a sandbox was asked to stop. Not an error.
struct Stopped {};

struct Limits {
  double cpu_seconds = 10;   // sum over all processes, since the start or the last call
  double wall_seconds = 30;  // since the start or the last call
  double stall_seconds = 0;  // longest time with hardly any CPU time; 0: unlimited
  std::size_t memory_bytes = 4ull << 30;  // resident memory of all processes
  int processes = 64;                     // including threads
  std::size_t output_bytes = 1 << 20;     // stdout and stderr together: what is kept
  std::size_t dropped_bytes = 0;          // may be printed beyond these
  std::size_t file_bytes = 256 << 20;     // size of one written file
};

struct Mount {
  std::filesystem::path source;
  std::filesystem::path target;
  bool writable = false;
};

struct Command {
  std::vector<std::string> argv;  // argv[0]: a path inside the sandbox
  std::vector<Mount> mounts;      // in addition to a fresh /tmp, /proc, /dev, and the system
  bool system = true;             // sees /usr, /lib*, /bin; otherwise only libraries in mounts
  std::filesystem::path directory = "/tmp";        // working directory in the sandbox
  std::map<std::string, std::string> environment;  // its complete environment
  bool gpu = false;                                // with the GPU's device nodes
  bool may_fork = false;  // for compilers; submissions may only start threads
  // No /proc, and only /dev/null in /dev. A compiler opens any file that its source names, and a
  // special file may never end; a submission finds nothing there that is visible to others.
  bool files_only = false;
  int socket = -1;  // becomes descriptor 3 inside, or -1
  // A profiler needs system calls that the filter refuses. Only effective without isolation:
  // otherwise the filter stays.
  bool unfiltered = false;
  Limits limits;
};

/// The GPUs visible to commands with Command::gpu.
struct GpuView {
  std::optional<std::vector<int>> nodes;  // N of each /dev/nvidiaN; unset: all
  std::string visible;                    // value of CUDA_VISIBLE_DEVICES; "": not set
};

/// How a sandboxed process ended.
struct Ended {
  enum class How {
    exited,
    signalled,
    cpu_limit,
    wall_limit,
    memory_limit,
    output_limit,
    process_limit,
    killed,
    from_outside,  // killed by somebody else with the whole sandbox; only if the caller expects it
    stalled,
    does_not_stop  // a thread did not leave a system call during freeze()
  };
  How how = How::exited;
  int code = 0;             // exit status or signal number; SIGKILL if the sandbox killed it
  std::string output;       // stdout and stderr in order, at most Limits::output_bytes
  double cpu_seconds = 0;   // since the start
  double wall_seconds = 0;  // since the start
  std::size_t peak_memory_bytes = 0;
};

/// A running sandbox. The destructor ends all its processes. Limits are only enforced during
/// supervise() and wait(): freeze it before doing something else for long. Any thread may call, one
/// at a time.
class Process {
 public:
  virtual ~Process() = default;

  /// `fd`: the other end of Command::socket, or a listening socket for it (then until a connection
  /// arrives). Drains output and enforces limits until `fd` is readable (empty result) or the
  /// process ends or is ended. An answer on `fd` is reported before the end; a command that closes
  /// it gets a moment to exit. The time limits count from this call.
  virtual std::optional<Ended> supervise(int fd, const Limits& limits) = 0;

  /// Supervises until the process ends.
  virtual Ended wait() = 0;

  /// Ends every process in it. Returns `killed`, or how the command had ended before.
  virtual Ended kill() = 0;

  /// freeze() stops all threads and returns when they have stopped; thaw() resumes them. The
  /// waiting time does not count, but CPU time of the threads does. If a limit is exceeded or a
  /// thread cannot be stopped, the process is ended and the reason returned.
  virtual std::optional<Ended> freeze() = 0;
  virtual void thaw() = 0;

  /// The current number of threads, without the sandbox's own helpers.
  virtual int threads() const = 0;

  /// The CPU time of all its threads so far.
  virtual double cpu_seconds() const = 0;

  /// Returns and clears the output so far.
  virtual std::string take_output() = 0;
};

/// Sandboxes that outlive their commands, one for each program. Commands that differ in their
/// environment and socket alone follow one another in the same sandbox, one at a time, and share
/// what they write to /tmp. The files of a command must not change. Starting a command takes a
/// tenth of the time of starting a sandbox.
class KeptSandboxes {
 public:
  KeptSandboxes();
  ~KeptSandboxes();
  KeptSandboxes(const KeptSandboxes&) = delete;
  KeptSandboxes& operator=(const KeptSandboxes&) = delete;

 private:
  friend class Sandbox;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

class Sandbox {
 public:
  /// Tests the machine with a trial sandbox. `root`: the project's folder, which is invisible
  /// inside except for mounts. Without `isolate`, commands only have limits: for your own code on a
  /// machine without sandboxing.
  Sandbox(const std::filesystem::path& root, bool isolate);

  /// The same sandbox showing only these GPUs. Without isolation, a command can still reach others.
  Sandbox showing(const GpuView& gpus) const;

  /// The same sandbox, but its commands end as soon as `stop` is requested: waiting callers then
  /// get Stopped.
  Sandbox until(std::stop_token stop) const;

  /// Whether commands are isolated.
  bool isolates() const;

  /// Why this machine cannot isolate, and what to do about it; empty if it can.
  const std::string& why_not() const;

  /// Why memory is counted in /proc and not by a control group per command; empty if it is not.
  const std::string& why_no_memory_groups() const;

  /// Throws GraderError if the sandbox itself fails.
  std::unique_ptr<Process> start(const Command& command) const;
  /// The same in a sandbox of `kept`. The command must not fork: nothing may stay behind.
  std::unique_ptr<Process> start(const Command& command, KeptSandboxes& kept) const;
  Ended run(const Command& command) const;

 private:
  struct State;
  explicit Sandbox(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  Command prepared(const Command& command) const;
  std::span<const sock_filter> filter(const Command& command) const;
  std::shared_ptr<const State> state_;
};

}  // namespace warpgrade
