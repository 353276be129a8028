// The processes whose windows alternate: the submission's, its baseline's, and one with empty
// windows.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "measure/held_gpus.h"
#include "process/referee.h"
#include "process/worker.h"

namespace warpgrade {

class TimedProcesses {
 public:
  enum class Side { submission, baseline, empty };

  /// Without a referee all windows run on host memory.
  TimedProcesses(SandboxFor sandbox_for, Referee* referee)
      : sandbox_for_(std::move(sandbox_for)), referee_(referee) {}

  /// The process of that side and executable with access to `devices`; started if necessary. Throws
  /// GraderError if the device does not work after a bad end.
  Worker& get(Side side, const Worker::Settings& settings, int devices);

  /// From now on the referee lends each GPU process that many bytes before it starts, so that a
  /// submission cannot take the memory that windows need.
  void reserve(std::uint64_t bytes) { lent_bytes_ = bytes; }

  /// Starts it in the background: CUDA takes some tenths of a second.
  void start(Side side, const Worker::Settings& settings, int devices);

  /// Waits until all started processes have opened their device and are idle.
  void wait_until_idle();

  /// Whether it has run a window of that name. The first one loads the code.
  bool is_warm(const Worker& worker, const std::string& name) const;
  void warmed(const Worker& worker, const std::string& name);

  void end(const Worker& worker);
  void end_all(const std::set<Side>& sides);
  void end_all();
  /// Ends all processes, including the referee.
  void close();
  /// After a bad end of a submission: tests the device with a trusted program before the next
  /// submission's process starts.
  void distrust_device(const Worker::Settings& tester) { tester_ = tester; }

  /// Ends all processes if less than `bytes` of device memory are free: a submission may hold them.
  /// Waits for the driver, which frees memory a little later. Returns the free bytes.
  std::uint64_t free_memory(std::uint64_t bytes);

 private:
  using Name = std::tuple<Side, std::filesystem::path, int>;
  struct Process {
    std::unique_ptr<Worker> worker;
    std::set<std::string> warm = {};
  };

  Process& process(Side side, const Worker::Settings& settings, int devices);

  const SandboxFor sandbox_for_;
  Referee* referee_;
  std::uint64_t lent_bytes_ = 0;
  std::map<Name, Process> processes_;
  std::optional<Worker::Settings> tester_;  // of the device, if a test is due
};

}  // namespace warpgrade
