// A grade that runs in the background while the main loop waits for saves.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "grading/grade.h"
#include "sandbox/descriptor.h"

namespace warpgrade::watch {

/// Starts in the constructor, on its own thread. The destructor ends it with all its processes.
class BackgroundGrade {
 public:
  BackgroundGrade(GradeRequest request, const Sandbox& sandbox, const Preparation& preparation);
  ~BackgroundGrade();
  BackgroundGrade(const BackgroundGrade&) = delete;
  BackgroundGrade& operator=(const BackgroundGrade&) = delete;

  /// Readable when there is an update.
  int fd() const { return updates_.get(); }

  struct Update {
    std::string doing;                  // status in a few words
    std::optional<GradeResult> so_far;  // the partial result, if it changed
    std::optional<GradeResult> result;
    std::string error;  // why there is no result
    std::string advice;
    bool over() const { return result || !error.empty(); }
  };
  Update read_pending();

  const std::vector<std::string>& tasks() const { return request_.tasks; }
  double seconds() const;

 private:
  void grade_it(std::stop_token stop);
  template <class Change>
  void post_update(const Change& change);

  const GradeRequest request_;
  const Sandbox sandbox_;
  const Preparation& preparation_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Descriptor updates_;
  std::mutex mutex_;
  Update waiting_;       // guarded by mutex_
  std::jthread thread_;  // the last member: it uses all others
};

}  // namespace warpgrade::watch
