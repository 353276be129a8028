// The processes that play windows in turns: a submission's, its baseline's, and one whose calls do
// nothing.
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
  enum class Side { submission, baseline, nothing };

  /// Without a referee everything is played on the host's memory.
  TimedProcesses(SandboxFor sandbox_for, Referee* referee)
      : sandbox_for_(std::move(sandbox_for)), referee_(referee) {}

  /// The process of that one and executable which sees so many devices, started if there is none.
  /// Throws GraderError where the device does not work after a bad end.
  Worker& get(Side side, const Worker::Settings& settings, int devices);

  /// From now on each process for the GPU is lent so many bytes before it starts: whatever a
  /// submission takes, the referee's windows have what they need.
  void reserve(std::uint64_t bytes) { lent_bytes_ = bytes; }

  /// Starts it, which takes CUDA some tenths of a second, while the caller does something else.
  void start(Side side, const Worker::Settings& settings, int devices);

  /// Until all that were started have opened their device and stand still.
  void settle();

  /// Whether it has played windows of that name, of which the first one loads its code.
  bool is_warm(const Worker& worker, const std::string& name) const;
  void warmed(const Worker& worker, const std::string& name);

  void end(const Worker& worker);
  void end_all(const std::set<Side>& sides);
  void end_all();
  /// Ends them all, and the referee.
  void close();
  /// One of a submission came to a bad end: the device is tested before the next one starts, with
  /// a program of ours.
  void distrust_device(const Worker::Settings& ours) { tester_ = ours; }

  /// Ends them all where less than `bytes` of the device's memory are free: a submission may hold
  /// what others need. Waits for the driver, which frees it a little later. How many are free then.
  std::uint64_t make_room(std::uint64_t bytes);

 private:
  using Name = std::tuple<Side, std::filesystem::path, int>;
  struct Playing {
    std::unique_ptr<Worker> worker;
    std::set<std::string> warm = {};
  };

  Playing& playing(Side side, const Worker::Settings& settings, int devices);

  const SandboxFor sandbox_for_;
  Referee* referee_;
  std::uint64_t lent_bytes_ = 0;
  std::map<Name, Playing> processes_;
  std::optional<Worker::Settings> tester_;  // of the device, where that is due
};

}  // namespace warpgrade
