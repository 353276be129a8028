// Shows what is being done, while the user waits. Never part of a result.
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

/// On a terminal: one live line that is erased afterwards. Elsewhere (a log, a pipe): one plain
/// line per step and per finished fraction, without escape codes. All calls are cheap and
/// thread-safe: they record the state, and a separate thread draws it at most ten times a second.
class Progress {
 public:
  /// `live`: the result of is_live_terminal(fd).
  Progress(int fd, bool live, const Style& style);

  /// For standard error.
  Progress();

  ~Progress();  // calls finish()
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Estimates the duration of steps from earlier runs, stored in `file`. A file that cannot be
  /// read or written is no error.
  void estimate_from(const std::filesystem::path& file);

  /// Begins a step that takes a while and cannot be counted: "building matmul".
  void step(std::string what);

  /// `done` of `total` parts of `what` are finished: 3 of 14 cases of "matmul_tiled".
  void fraction(int done, int total, std::string what);

  /// Erases the live line. Call it before writing to the same terminal; step() starts again.
  void finish();

  /// Erases the live line of every Progress permanently. May be called in a signal handler before
  /// the process ends.
  static void erase_in_signal_handler() noexcept;

 private:
  using Clock = std::chrono::steady_clock;

  void show(std::string what, int done, int total);
  void draw_until_stopped();
  void end_step();            // these two require `mutex_`
  std::string drawn() const;  // the live line

  const int fd_;
  const bool live_;
  const Style style_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string what_;  // empty if nothing is shown
  int done_ = 0, total_ = 0;
  std::map<std::string, Clock::time_point> begun_;  // when each `what_` was first shown
  std::map<std::string, int> seconds_;  // duration of each `what_`, in this run or an earlier one
  std::filesystem::path estimates_;     // empty: not stored
  int frame_ = 0;
  bool on_screen_ = false;
  bool stop_ = false;
  std::string last_line_;  // the last line written without a live terminal
  std::thread drawer_;
};

}  // namespace warpgrade
