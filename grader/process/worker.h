// A running worker: calls of one task's function, one process for many calls.
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

/// Asks for a call to be checked.
struct CheckOrder {
  std::uint32_t sampling = 0;  // chooses the blocks whose costs are counted
};

/// What a call gave. Either the worker replied, and `returned` holds the arrays as they stood when
/// it said so, all its threads stopped; or it ended, and `ended` says how.
struct CallOutcome {
  std::optional<protocol::Reply> reply;
  std::optional<Ended> ended;
  std::vector<std::byte> returned;
  std::vector<std::byte> report;  // a simt::check::Report, of a call that was checked: what was
                                  // told of it, whatever became of the worker
  double seconds = 0;             // the grader's clock, from the request to the frozen worker
  int threads_left = 0;           // more threads than before the call
};

/// One timed call.
struct Window {
  std::string entry;                  // "": a call that does nothing
  bool device_pointers = true;        // the function gets them
  const CallImage* layout = nullptr;  // of its arrays, and its arguments; null: none
  bool early = false;                 // it will be short: see referee/referee.cu
};

/// The values of a window whose arrays lie in the host's memory.
class WindowValues {
 public:
  explicit WindowValues(const CallImage& image);
  /// Of a call without arrays.
  WindowValues() : memory_(std::make_shared<SharedMemory>(0)) {}
  int fd() const { return memory_->fd(); }

 private:
  std::shared_ptr<SharedMemory> memory_;
};

/// How a window went.
struct WindowOutcome {
  CallOutcome whole;   // its arrays are elsewhere
  double seconds = 0;  // by our clock, from when the inputs became readable until the results were
                       // taken
  bool written_late = false;       // results changed after they were taken: they do not count
  std::vector<std::byte> written;  // of arrays in the host's memory: what may be written
  std::int64_t returned = 0;       // likewise: what the function returned
};

class Worker {
 public:
  /// Another program that runs the executable: a profiler. What such a program does with
  /// descriptors it inherits is its own affair, so `connect` (build/connect) becomes the executable
  /// after it has connected descriptor 3 to a socket in `folder`. Without isolation only.
  struct Wrapper {
    std::vector<std::string> argv;  // before the executable
    std::filesystem::path connect;
    std::filesystem::path folder;
  };

  struct Settings {
    std::filesystem::path executable;
    bool gpu = false;
    Limits limits;  // for each call
    std::uint32_t engine_threads =
        0;  // threads that run grids on the CPU engine; 0: its own choice
    std::map<std::string, std::string> environment;
    std::vector<Mount> libraries;  // that it is linked with and the system may lack
    /// All that it sees of the system; nothing: whatever is there, for programs of our own.
    std::optional<std::vector<std::filesystem::path>> shared_objects;
    std::optional<Wrapper> wrapper;

    /// Sets what depends on the build.
    void run(const Build& build);
  };

  /// Starts the executable in the sandbox. Throws GraderError.
  Worker(const Sandbox& sandbox, const Settings& settings);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// One call. After an outcome with `ended`, or a reply that a process does not survive, `alive()`
  /// is false. With `check` every access is watched, when the executable was built for that.
  CallOutcome call(const std::string& entry, bool device_pointers, const CallImage& image,
                   const std::optional<CheckOrder>& check = {},
                   const protocol::Timing& timing = {});

  /// Lets the worker make everything ready for a window, while others do so too. play() does it
  /// otherwise.
  void announce(const Window& window, Referee& referee);
  void announce(const Window& window);
  bool is_announced() const { return announced_ != 0; }

  /// Device memory for its windows, of those that it is large enough for.
  void take_loan(Referee& referee, Referee::Loan loan);

  /// Plays a window: on the GPU's memory, with the values that the referee has staged; or on the
  /// host's memory. Afterwards all threads of the worker stand still until the next window, so that
  /// they disturb nothing else that is timed.
  WindowOutcome play(const Window& window, Referee& referee);
  WindowOutcome play(const Window& window, const WindowValues& values);

  bool alive() const { return alive_; }

  /// Seconds on the clock that each call from now on may take.
  void allow(double wall_seconds) { limits_.wall_seconds = wall_seconds; }

  /// What the student's code has printed since the last time.
  std::string take_output();

  /// Tells the worker that there are no more calls, and waits until it has ended, with what wraps
  /// it.
  Ended finish();

  /// Ends them, side by side: the driver takes some tenths of a second to take CUDA from a process.
  static void end(const std::vector<Worker*>& workers);

 private:
  /// Request numbers that a worker cannot foresee.
  static std::uint64_t fresh_id();
  void start(const Sandbox& sandbox, const Settings& settings);
  void start_wrapped(const Sandbox& sandbox, const Settings& settings);
  void send(const protocol::Request& request, const std::vector<int>& descriptors);
  std::optional<protocol::Reply> receive(std::uint64_t id);
  /// Process::supervise, which may find that someone else has ended the sandbox.
  std::optional<Ended> supervise(int fd, const Limits& limits);
  protocol::Request request_for(const Window& window) const;
  /// A call's, with the image's arguments and all else as it is by default.
  protocol::Request request_for(const std::string& entry, const CallImage& image) const;
  void announce(const protocol::Request& request, const std::vector<int>& descriptors);
  /// Until it is ready; false where it ends or says something else.
  bool get_ready(WindowOutcome& outcome);
  /// Whether a window on the host's memory came to its end.
  bool finished(std::uint64_t id, WindowOutcome& outcome);
  void end_window(WindowOutcome& outcome);

  static constexpr int most_messages = 16;  // that are no answer
  /// Until the worker replies or ends.
  void await(std::uint64_t id, CallOutcome& outcome, const Limits& limits);
  /// A worker that had to be ended for it has given no answer.
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
  // Of the window that was announced.
  std::uint64_t announced_ = 0;
  std::unique_ptr<WrittenMemory> written_;
  std::optional<Referee::Loan> loan_;
  bool has_loan_ = false;  // it knows of it
  Referee* lender_ = nullptr;
  std::uint32_t windows_ = 0;
  std::optional<Ended> never_came_;  // the end of what should have started a wrapped worker
  int calls_ = 0;
  bool launched_ = false;  // a kernel, in some call so far
  std::string output_;     // that nobody has taken yet
};

}  // namespace warpgrade
