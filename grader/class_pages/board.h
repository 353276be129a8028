// A class's leaderboard: aliases and measured speed, no names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "findings/finding.h"

namespace warpgrade {

struct BoardEntry {
  std::string alias;
  double ratio = 0, low = 0, high = 0;  // of the best attempt
  double seconds = 0;                   // per call
  int place = 0;                        // rank: one plus the number of surely faster entries
  std::vector<double> best_so_far;      // the best ratio after each measured attempt
  int attempts = 0;
  std::optional<KernelResources> resources;  // of the best attempt: the maximum over its kernels
};

/// A public reference speed: the reference solution, a library.
struct BoardMark {
  std::string name;
  double ratio = 1;
};

struct SpeedTask {
  std::string lab, task, title, case_name, against, baseline;
  std::vector<BoardEntry> entries;  // sorted, largest ratio first
  std::vector<BoardMark> marks;     // sorted in the same way
};

struct Leaderboard {
  std::string title;  // of the course; ""
  std::string made;   // UTC
  std::vector<std::string> gpus;
  std::vector<SpeedTask> tasks;  // by lab, in the lab's order
};

/// One self-contained HTML file without scripts.
std::string board_page(const Leaderboard& board);

}  // namespace warpgrade
