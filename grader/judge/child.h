// A running child: calls of one task's function, one process for many calls.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/call_image.h"
#include "judge/shared_memory.h"
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

/// Sets of arrays of one shape, one for each measured call, that any number of children may be
/// given to read.
class MeasuredSets {
 public:
  MeasuredSets() = default;
  /// Throws GraderError where the images differ in more than values.
  explicit MeasuredSets(const std::vector<const CallImage*>& images);
  /// For so many calls of nothing.
  explicit MeasuredSets(std::size_t calls) : count_(calls) {}

  std::size_t count() const { return count_; }
  /// The first ones alone; 1 at least, all at most.
  MeasuredSets first(std::size_t count) const;

 private:
  friend class Child;
  std::size_t count_ = 0;
  std::size_t stride_ = 0;           // bytes of a set
  std::size_t returned_stride_ = 0;  // of these, at its beginning, what may be written
  std::vector<protocol::Argument> arguments_;
  std::string before_;
  std::vector<protocol::Argument> before_arguments_;
  std::shared_ptr<const SharedMemory> memory_;
};

/// Measured calls as they went.
struct MeasuredOutcome {
  CallOutcome whole;                         // of all calls; its arrays are in `sets`
  std::vector<std::vector<std::byte>> sets;  // what may be written, as it came back
  double window = 0;            // seconds by the parent's clock, from its word to start until `ran`
  double until_back = 0;        // until the arrays were back as well
  int threads = 0;              // of the child, then
  std::vector<double> claimed;  // seconds of each call, as the child says
  std::vector<double> control;  // of the runner's own work before each call, as the child says
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

  /// Calls of `entry` (an empty name: of nothing), one for each set; the calls begin and end at the
  /// parent's word. With `cold` the device's cache holds nothing of a call's arrays. Without `back`
  /// the arrays stay with the child. Afterwards all its threads stand still until the next call, so
  /// that they disturb nothing else that is timed.
  MeasuredOutcome measure(const std::string& entry, bool device_pointers, const MeasuredSets& sets,
                          bool cold, bool back);

  /// For so many calls together: each may take what one may.
  static Limits limits_for(const Limits& one, std::size_t calls);

  bool alive() const { return alive_; }

  /// What the student's code has printed since the last time.
  std::string take_output();

  /// Tells the child that there are no more calls, and waits until it has ended, with what wraps
  /// it.
  Ended finish();

 private:
  /// Request numbers that a child cannot foresee.
  static std::uint64_t fresh_id();
  void start(const Sandbox& sandbox, const Settings& settings);
  void start_wrapped(const Sandbox& sandbox, const Settings& settings);
  void send(const protocol::Request& request, const std::vector<int>& descriptors);
  std::optional<protocol::Reply> receive(std::uint64_t id);
  /// Its reply, if it comes soon. Who sleeps is woken late, on a virtual machine by some tenths of
  /// a millisecond; so this one does not sleep.
  std::optional<protocol::Reply> receive_awake(std::uint64_t id);
  /// Until the child replies or ends.
  void await(std::uint64_t id, CallOutcome& outcome, const Limits& limits);
  void note_end(CallOutcome& outcome);

  std::unique_ptr<Process> process_;
  Limits limits_;
  int socket_ = -1;
  bool alive_ = true;
  bool wrapped_ = false;
  bool at_rest_ = false;
  std::optional<Ended> never_came_;  // the end of what should have started a wrapped child
  int calls_ = 0;
  bool launched_ = false;  // a kernel, in some call so far
  std::string output_;     // of an ended process
};

}  // namespace warpgrade
