// The number of threads of a grade: its share of the machine, decided here for every thread pool
// and library.
//
// Theory of operation. Students grade on one machine at the same time. Graders that all use all
// cores wait for each other, and libraries with spinning threads stall. So each running grade is
// counted, with a lock shared by all graders of the machine, and uses its share of the cores:
// OpenBLAS runs on one thread (base/blas.h divides large products), and the CPU engine, compilers
// and loops use at most `thread_share()` threads.
#pragma once

#include <memory>

namespace warpgrade {

class MachineLock;

/// Counts one running grade while it lives. If it cannot be counted, it uses all cores.
class RunningGrade {
 public:
  RunningGrade();
  ~RunningGrade();

 private:
  std::unique_ptr<MachineLock> lock_;
};

/// The cores available to this process divided by the running grades of the machine; at least 1.
unsigned thread_share();
/// The share of all grades of this process, which may run several at a time.
unsigned process_share();

/// The share of `own_grades` of `grades` grades, rounded down.
constexpr unsigned thread_share(unsigned cores, unsigned long grades, unsigned own_grades = 1) {
  const unsigned long share =
      cores * (own_grades == 0 ? 1ul : own_grades) / (grades == 0 ? 1 : grades);
  return share == 0 ? 1 : static_cast<unsigned>(share);
}

/// Reserves threads of this process's share while it lives. Nested loops use the rest.
class ComputeThreads {
 public:
  explicit ComputeThreads(unsigned long wanted);
  ~ComputeThreads();
  ComputeThreads(const ComputeThreads&) = delete;
  ComputeThreads& operator=(const ComputeThreads&) = delete;

  /// Includes the calling thread: at least 1.
  unsigned count() const { return 1 + helpers_; }

 private:
  unsigned helpers_ = 0;
};

}  // namespace warpgrade
