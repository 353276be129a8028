// A class's leaderboard, as the page shows it: aliases and measured speed, no names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "findings/finding.h"

namespace warpgrade {

struct BoardEntry {
  std::string alias;
  double ratio = 0, low = 0, high = 0;  // of the best attempt
  double seconds = 0;                   // a call of it
  int place = 0;  // one more than are surely faster; who cannot be told apart shares it
  std::vector<double> best_so_far;  // after each attempt in which it was measured
  int attempts = 0;
  std::optional<KernelResources> resources;  // of the best attempt: the most of any kernel
};

/// Something that everybody can compare with: our solution, a library.
struct BoardMark {
  std::string name;
  double ratio = 1;
};

struct SpeedTask {
  std::string lab, task, title, case_name, against, baseline;
  std::vector<BoardEntry> entries;  // the largest ratio first
  std::vector<BoardMark> marks;     // likewise
};

struct Leaderboard {
  std::string title;  // of the course; ""
  std::string made;   // UTC
  std::vector<std::string> gpus;
  std::vector<SpeedTask> tasks;  // by lab, as the lab lists them
};

/// One HTML file that needs nothing else, and no script.
std::string board_page(const Leaderboard& board);

}  // namespace warpgrade
