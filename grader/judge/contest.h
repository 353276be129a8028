// What one measurement of speed is made with: as many problems as there are calls, none of which a
// process meets twice.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "judge/child.h"
#include "judge/run_task.h"
#include "judge/verify.h"

namespace warpgrade {

class Contest {
 public:
  /// Windows of each contender in a round that count; before them comes number 0, which warms up.
  static constexpr std::size_t windows = 7;

  /// Short calls share a window, so that the parent's clock tells them well: as many as it takes
  /// for so many seconds.
  static constexpr std::size_t most_calls = 8;
  static constexpr double long_enough = 0.4e-3;

  /// Poses all problems, with their truth, on all cores. `other`: the baseline's task, where it
  /// takes other arguments than the submission; `same`: it takes the very same; neither: there is
  /// no program to compare with. Another `series`, other values. `least_seconds`: of a call, if
  /// that is known.
  Contest(const TaskRun& run, const Case& c, const Task* other, bool same, std::size_t series = 0,
          const std::function<double(const Work&)>& least_seconds = {});

  /// What a contest consists of, as a word: where it is equal, another one would be the same.
  static std::string key_of(const TaskRun& run, const Case& c, const Task* other, bool same,
                            std::size_t series);

  /// How many calls of so many seconds share a window.
  static std::size_t calls_for(double seconds);

  const MeasuredSets& mine(std::size_t window) const { return mine_[window]; }
  const MeasuredSets& theirs(std::size_t window) const { return theirs_[window]; }
  /// The problems of a window, in the order of its calls.
  const std::vector<std::size_t>& problems(std::size_t window) const { return groups_[window]; }
  const Posed& posed(std::size_t problem) const { return posed_[problem]; }
  const CallImage& image(std::size_t problem) const { return images_[problem]; }

  /// That it took to make it.
  double seconds() const { return seconds_; }

 private:
  std::vector<Posed> posed_;
  std::vector<CallImage> images_;
  std::vector<std::vector<std::size_t>> groups_;
  std::vector<MeasuredSets> mine_, theirs_;
  double seconds_ = 0;
};

}  // namespace warpgrade
