// Runs code that nobody here wrote: bubblewrap, seccomp and limits, for compilers as for runs.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/fault.h"

namespace warpgrade {

/// Someone else ended a sandbox's own first process, and so all in it.
struct EndedFromOutside : GraderError {
  using GraderError::GraderError;
};

/// Thrown where a sandbox was asked to stop: nobody's fault, and nothing to tell.
struct Stopped {};

struct Limits {
  double cpu_seconds = 10;   // of all its processes together, since start or since the last call
  double wall_seconds = 30;  // likewise
  double stall_seconds = 0;  // so long with hardly any processor time: it waits in vain; 0: it may
  std::size_t memory_bytes = 4ull << 30;  // resident, all its processes together
  int processes = 64;                     // threads count
  std::size_t output_bytes = 1 << 20;     // stdout and stderr together
  std::size_t file_bytes = 256 << 20;     // of one written file
};

struct Mount {
  std::filesystem::path source;
  std::filesystem::path target;
  bool writable = false;
};

struct Command {
  std::vector<std::string> argv;  // argv[0]: a path inside the sandbox
  std::vector<Mount> mounts;      // beside a fresh /tmp, /proc, /dev, and the system
  bool system = true;  // sees its /usr, /lib*, /bin; else of all libraries those in mounts alone
  std::filesystem::path directory = "/tmp";        // where it starts, inside
  std::map<std::string, std::string> environment;  // all that it gets
  bool gpu = false;                                // pass the GPU's device nodes through
  bool may_fork = false;  // compilers do; a student's run may only start threads
  // No /proc, and of the devices /dev/null alone. A compiler opens whatever its source names, and
  // what is no file may never end; a submission finds nothing there that others see.
  bool files_only = false;
  int socket = -1;  // becomes descriptor 3 inside, or -1
  // A tool of ours that watches another program (a profiler) needs system calls that the filter
  // refuses. Only where nothing is isolated anyway: elsewhere the filter stays.
  bool unfiltered = false;
  Limits limits;
};

/// The GPUs that commands with Command::gpu see.
struct GpuView {
  std::optional<std::vector<int>> nodes;  // the N of each /dev/nvidiaN; nothing: all there are
  std::string visible;                    // their CUDA_VISIBLE_DEVICES; "": not set
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
    from_outside,  // by someone else, with the whole sandbox; only where a caller expects that
    stalled,
    does_not_stop  // a thread stayed inside a system call, however long freeze() waited
  };
  How how = How::exited;
  int code = 0;             // exit status or signal number; SIGKILL where the sandbox ended it
  std::string output;       // stdout and stderr as they came, at most Limits::output_bytes
  double cpu_seconds = 0;   // since the start
  double wall_seconds = 0;  // likewise
  std::size_t peak_memory_bytes = 0;
};

/// A running sandbox. Destroying it ends every process in it. The limits are watched while
/// supervise or wait runs, and only then: freeze it before doing something else for long. Any
/// thread may call, one at a time.
class Process {
 public:
  virtual ~Process() = default;

  /// `fd`: ours, of the connection whose other end is Command::socket, or a socket that listens for
  /// one (then until someone wants to be accepted). An answer on it comes before
  /// an end; a command that closes it is given a moment to end. Drains output and enforces the
  /// limits until `fd` is readable (empty result), or until the process ends or is ended. The time
  /// limits count from this call.
  virtual std::optional<Ended> supervise(int fd, const Limits& limits) = 0;

  /// Supervises until the end.
  virtual Ended wait() = 0;

  /// Ends every process in it and says how it stood: `killed`, or as the command had ended before.
  virtual Ended kill() = 0;

  /// Stops every thread in it (and returns only when all have stopped) / lets them go on. That wait
  /// is nobody's time, but what the threads use meanwhile is theirs: one that passes a limit, or
  /// cannot be stopped at all, ends the process, and how is returned.
  virtual std::optional<Ended> freeze() = 0;
  virtual void thaw() = 0;

  /// Threads of all its processes now, the sandbox's own helpers left out.
  virtual int threads() const = 0;

  /// What it has printed so far (and forgets it).
  virtual std::string take_output() = 0;
};

class Sandbox {
 public:
  /// Finds out what this machine can do: starts a trial sandbox. `root`: the project's folder,
  /// which stays invisible inside but for what a Mount names. With `isolate` false commands run
  /// with the limits alone: for one's own code on a machine that cannot sandbox.
  Sandbox(const std::filesystem::path& root, bool isolate);

  /// One like this that shows these GPUs and no others. Without isolation a command can still reach
  /// the others.
  Sandbox showing(const GpuView& gpus) const;

  /// One like this whose commands end as soon as that is asked: whoever waits for them gets Stopped
  /// thrown.
  Sandbox until(std::stop_token stop) const;

  /// True when commands are isolated.
  bool isolates() const;

  /// Why this machine cannot isolate and what to do about it, or "".
  const std::string& why_not() const;

  /// Why a command's memory is counted in /proc and not by a control group of its own, or "".
  const std::string& why_no_memory_groups() const;

  /// Throws GraderError when the sandbox itself fails.
  std::unique_ptr<Process> start(const Command& command) const;
  Ended run(const Command& command) const;

 private:
  struct State;
  explicit Sandbox(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  std::shared_ptr<const State> state_;
};

}  // namespace warpgrade
