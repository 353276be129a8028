// A running child: calls of one task's function, one process for many calls.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "judge/call_image.h"
#include "sandbox/sandbox.h"

namespace warpgrade {

/// What a call gave. Either the child replied, and `returned` holds the arrays as they stood when
/// it said so, all its threads stopped; or it ended, and `ended` says how.
struct CallOutcome {
  std::optional<protocol::Reply> reply;
  std::optional<Ended> ended;
  std::vector<std::byte> returned;
  std::vector<std::byte> report;  // a simt::check::Report, of a call that was checked; whatever
                                  // became of the child
  double seconds = 0;             // the parent's clock, from the request to the frozen child
  int threads_left = 0;           // more threads than before the call
};

class Child {
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
    std::map<std::string, std::string> environment;
    std::vector<Mount> libraries;  // that it is linked with and the system may lack
    std::optional<Wrapper> wrapper;
  };

  /// Starts the executable in the sandbox. Throws GraderError.
  Child(const Sandbox& sandbox, const Settings& settings);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// One call. After an outcome with `ended`, or a reply that a process does not survive, `alive()`
  /// is false. With `check` every access is watched, when the executable was built for that.
  CallOutcome call(const std::string& entry, bool device_pointers, const CallImage& image,
                   bool check = false, const protocol::Timing& timing = {});

  bool alive() const { return alive_; }

  /// What the student's code has printed since the last time.
  std::string take_output();

  /// Tells the child that there are no more calls, and waits until it has ended, with what wraps
  /// it.
  Ended finish();

 private:
  void start(const Sandbox& sandbox, const Settings& settings);
  void start_wrapped(const Sandbox& sandbox, const Settings& settings);
  void send(const protocol::Request& request, const std::vector<int>& descriptors);
  std::optional<protocol::Reply> receive(std::uint64_t id);

  std::unique_ptr<Process> process_;
  Limits limits_;
  int socket_ = -1;
  bool alive_ = true;
  bool wrapped_ = false;
  std::optional<Ended> never_came_;  // the end of what should have started a wrapped child
  int calls_ = 0;
  bool launched_ = false;  // a kernel, in some call so far
  std::string output_;     // of an ended process
};

}  // namespace warpgrade
