// A process that calls one task's functions, many times.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/call_image.h"
#include "process/referee.h"
#include "process/shared_memory.h"
#include "process/written_memory.h"
#include "sandbox/sandbox.h"
#include "toolchain/build.h"

namespace warpgrade {

/// Requests that a call be checked.
struct CheckOrder {
  std::uint32_t sampling = 0;  // chooses the blocks whose costs are counted
};

/// Either the worker replied, and `returned` holds the arrays after all its threads were stopped;
/// or it ended, and `ended` says how.
struct CallOutcome {
  std::optional<protocol::Reply> reply;
  std::optional<Ended> ended;
  std::vector<std::byte> returned;
  std::vector<std::byte> report;  // a simt::check::Report of a checked call: all that arrived, even
                                  // if the worker ended
  double seconds = 0;             // the grader's clock, from the request to the stopped worker
  double cpu_seconds = 0;         // of all threads in that time
  int threads_left = 0;           // more threads than before the call
};

/// One timed call.
struct Window {
  std::string entry;                  // empty: an empty window
  bool device_pointers = true;        // the function gets device pointers
  const CallImage* layout = nullptr;  // of its arrays, with its arguments; null for none
  bool early = false;                 // it will be short: see referee/referee.cu
};

/// The values of a window whose arrays are in host memory.
class WindowValues {
 public:
  explicit WindowValues(const CallImage& image);
  /// For a call without arrays.
  WindowValues() : memory_(std::make_shared<SharedMemory>(0)) {}
  int fd() const { return memory_->fd(); }

 private:
  std::shared_ptr<SharedMemory> memory_;
};

/// The result of a window.
struct WindowOutcome {
  CallOutcome whole;          // without arrays
  double seconds = 0;         // the grader's clock, from readable inputs to the copy of the results
  bool written_late = false;  // results changed after they were taken: invalid
  std::vector<std::byte> written;  // the writable arrays, if in host memory
  std::int64_t returned = 0;       // the function's return value, if in host memory
};

class Worker {
 public:
  /// Another program, such as a profiler, that runs the executable. It may close inherited
  /// descriptors, so `connect` (build/connect) first connects descriptor 3 to a socket in `folder`,
  /// then executes the executable. Only without isolation.
  struct Wrapper {
    std::vector<std::string> argv;  // before the executable
    std::filesystem::path connect;
    std::filesystem::path folder;
  };

  struct Settings {
    std::filesystem::path executable;
    bool gpu = false;
    Limits limits;                     // for each call
    std::uint32_t engine_threads = 0;  // threads for grids on the CPU engine; 0: its default
    std::map<std::string, std::string> environment;
    std::vector<Mount> libraries;  // linked libraries that the system may lack
    /// The only system files that it sees; empty: all, for trusted programs.
    std::optional<std::vector<std::filesystem::path>> shared_objects;
    std::optional<Wrapper> wrapper;
    /// If set, the process starts in one of these sandboxes. Only for processes that may learn what
    /// the ones before left in /tmp.
    std::shared_ptr<KeptSandboxes> kept;

    /// Applies the settings that depend on the build.
    void run(const Build& build);
  };

  /// Starts the executable in the sandbox. Throws GraderError.
  Worker(const Sandbox& sandbox, const Settings& settings);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Makes one call. After an outcome with `ended`, or a reply that the process does not survive,
  /// `alive()` is false. `check` requires an executable built for the check.
  CallOutcome call(const std::string& entry, bool device_pointers, const CallImage& image,
                   const std::optional<CheckOrder>& check = {},
                   const protocol::Timing& timing = {});

  /// Makes the worker prepare a window in the background. run_window() does so if necessary.
  void announce(const Window& window, Referee& referee);
  void announce(const Window& window);
  bool is_announced() const { return announced_ != 0; }

  /// Device memory for windows that fit into it.
  void accept_loan(Referee& referee, Referee::Loan loan);

  /// Runs a window, in device memory with the values that the referee has staged, or in host
  /// memory. Afterwards all threads of the worker stay stopped until the next window, so that they
  /// do not disturb other measurements.
  WindowOutcome run_window(const Window& window, Referee& referee);
  WindowOutcome run_window(const Window& window, const WindowValues& values);

  bool alive() const { return alive_; }

  /// Limits the seconds of each call from now on.
  void allow(double cpu_seconds, double wall_seconds) {
    limits_.cpu_seconds = cpu_seconds;
    limits_.wall_seconds = wall_seconds;
  }

  /// The student's output since the last call of this function.
  std::string take_output();

  /// Closes the connection and waits until the worker and its wrapper have ended.
  Ended finish();

  /// Ends the workers in parallel: the driver takes some tenths of a second for each.
  static void end(const std::vector<Worker*>& workers);

 private:
  /// A request number that a worker cannot predict.
  static std::uint64_t fresh_id();
  void start(const Sandbox& sandbox, const Settings& settings);
  void start_wrapped(const Sandbox& sandbox, const Settings& settings);
  void send(const protocol::Request& request, const std::vector<int>& descriptors);
  std::optional<protocol::Reply> receive(std::uint64_t id);
  /// Like Process::supervise, but the sandbox may have been ended by someone else.
  std::optional<Ended> supervise(int fd, const Limits& limits);
  protocol::Request request_for(const Window& window) const;
  /// The request for a call, with the image's arguments and otherwise default values.
  protocol::Request request_for(const std::string& entry, const CallImage& image) const;
  void announce(const protocol::Request& request, const std::vector<int>& descriptors);
  /// Waits until the worker is ready. Returns false if it ends or sends another reply.
  bool get_ready(WindowOutcome& outcome);
  /// Whether a window in host memory has finished.
  bool finished(std::uint64_t id, WindowOutcome& outcome);
  void end_window(WindowOutcome& outcome);

  static constexpr int most_messages = 16;  // non-replies tolerated per call
  /// Waits until the worker replies or ends.
  void await(std::uint64_t id, CallOutcome& outcome, const Limits& limits);
  /// Stops all threads. Discards the reply of a worker that had to be ended for this.
  void stop_threads(CallOutcome& outcome);
  void note_end(CallOutcome& outcome);
  void keep_output(const std::string& text);

  std::unique_ptr<Process> process_;
  Limits limits_;
  std::uint32_t engine_threads_ = 0;
  int socket_ = -1;
  bool alive_ = true;
  bool wrapped_ = false;
  bool at_rest_ = false;
  // The window announced last.
  std::uint64_t announced_ = 0;
  std::unique_ptr<WrittenMemory> written_;
  std::optional<Referee::Loan> loan_;
  bool has_loan_ = false;  // the worker has its descriptors
  Referee* lender_ = nullptr;
  std::uint32_t windows_ = 0;
  std::optional<Ended> never_came_;  // end of a wrapper that did not start the worker
  bool launched_ = false;            // a kernel was launched in some call so far
  bool threads_started_ = false;     // some call so far left more threads than it found
  std::string output_;               // not yet taken
};

}  // namespace warpgrade
