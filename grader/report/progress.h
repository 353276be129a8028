// What is being done right now, for whoever waits. Never part of a result.
#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "report/style.h"

namespace warpgrade {

/// On a terminal one live line that erases itself; elsewhere (a log, a pipe) one plain line per
/// step and per finished fraction, without escape codes. All calls are cheap and safe from any
/// thread: they note what is so, and a thread of its own draws ten times a second at most.
class Progress {
 public:
  /// `live`: as is_live_terminal(fd) says.
  Progress(int fd, bool live, const Style& style);

  /// For standard error, as it is.
  Progress();

  ~Progress();  // as finish()
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Estimates how long a step takes from earlier runs, whose durations are kept in `file`. A file
  /// that cannot be read or written is no error.
  void estimate_from(const std::filesystem::path& file);

  /// Something that takes a while and cannot be counted: "building matmul".
  void step(std::string what);

  /// `done` of `total` parts of `what` are over: 3 of 14 cases of "matmul_tiled".
  void fraction(int done, int total, std::string what);

  /// Erases the live line. Call it before writing to the same terminal; step() begins anew.
  void finish();

  /// Erases the live line of any Progress, for good. May be called in a signal handler, before the
  /// process ends.
  static void erase_in_signal_handler() noexcept;

 private:
  using Clock = std::chrono::steady_clock;

  void show(std::string what, int done, int total);
  void draw_until_stopped();
  void end_step();            // these two with `mutex_` held
  std::string drawn() const;  // the live line

  const int fd_;
  const bool live_;
  const Style style_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string what_;  // "" when there is nothing to show
  int done_ = 0, total_ = 0;
  std::map<std::string, Clock::time_point> begun_;  // each `what_`, first shown
  std::map<std::string, int> seconds_;              // each `what_` took, in this run or an earlier
  std::filesystem::path estimates_;                 // empty: none are kept
  int frame_ = 0;
  bool on_screen_ = false;
  bool stop_ = false;
  std::string last_line_;  // written last where it is not live
  std::thread drawer_;
};

}  // namespace warpgrade
