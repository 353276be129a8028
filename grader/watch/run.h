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
class Run {
 public:
  Run(GradeRequest request, const Sandbox& sandbox, const Preparation& preparation);
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Readable when there is news.
  int fd() const { return news_.get(); }

  struct News {
    std::string doing;                  // status in a few words
    std::optional<GradeResult> so_far;  // the partial result, if it changed
    std::optional<GradeResult> result;
    std::string trouble;  // why there is no result
    std::string advice;
    bool over() const { return result || !trouble.empty(); }
  };
  News read_pending();

  const std::vector<std::string>& tasks() const { return request_.tasks; }
  double seconds() const;

 private:
  void grade_it(std::stop_token stop);
  template <class Change>
  void post_news(const Change& change);

  const GradeRequest request_;
  const Sandbox sandbox_;
  const Preparation& preparation_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Descriptor news_;
  std::mutex mutex_;
  News waiting_;         // guarded by mutex_
  std::jthread thread_;  // the last member: it uses all others
};

}  // namespace warpgrade::watch
