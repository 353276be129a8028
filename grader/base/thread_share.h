// How many threads a grade computes with: its share of the machine, decided here for every pool and
// every library.
//
// Theory of operation. Students of one machine grade at the same time, and graders that each take
// all cores only wait for each other: a library whose threads spin then stands still. So each grade
// is counted while it runs, by a lock that all graders of the machine share, and computes on its
// share of the cores: OpenBLAS on one thread (base/blas.h divides large products among ours),
// the CPU engine, compilers and loops on `thread_share()` at most.
#pragma once

#include <memory>

namespace warpgrade {

class MachineLock;

/// One grade of this machine, while it lives. Where it cannot be counted it takes all cores.
class RunningGrade {
 public:
  RunningGrade();
  ~RunningGrade();

 private:
  std::unique_ptr<MachineLock> lock_;
};

/// The cores that this process may use, over the grades that run on the machine now; at least 1.
unsigned thread_share();
/// For all grades of this process, which may make several at a time.
unsigned process_share();

/// The share of `mine` of that many grades: what is left over is nobody's.
constexpr unsigned thread_share(unsigned cores, unsigned long grades, unsigned mine = 1) {
  const unsigned long share = cores * (mine == 0 ? 1ul : mine) / (grades == 0 ? 1 : grades);
  return share == 0 ? 1 : static_cast<unsigned>(share);
}

/// Threads of this process's share, held while it lives: loops within loops take what is left.
class ComputeThreads {
 public:
  explicit ComputeThreads(unsigned long wanted);
  ~ComputeThreads();
  ComputeThreads(const ComputeThreads&) = delete;
  ComputeThreads& operator=(const ComputeThreads&) = delete;

  /// The calling one among them: at least 1.
  unsigned count() const { return 1 + helpers_; }

 private:
  unsigned helpers_ = 0;
};

}  // namespace warpgrade
