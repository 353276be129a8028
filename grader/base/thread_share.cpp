#include "base/thread_share.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "base/fault.h"
#include "base/machine_limits.h"
#include "base/machine_lock.h"

namespace warpgrade {
namespace {

constexpr const char* lock_name = "grades";

std::atomic<unsigned> grades_here{0};

struct Helpers {
  std::mutex mutex;
  unsigned busy = 0;
};

Helpers& helpers() {
  static Helpers all;
  return all;
}

unsigned long grades_now() {
  try {
    return MachineLock(lock_name).holders();
  } catch (const GraderError&) {
    return 0;
  }
}

}  // namespace

RunningGrade::RunningGrade() {
  ++grades_here;
  try {
    lock_ = std::make_unique<MachineLock>(lock_name);
    lock_->lock(MachineLock::Kind::shared, false);
  } catch (const GraderError&) {
    lock_.reset();
  }
}

RunningGrade::~RunningGrade() { --grades_here; }

unsigned thread_share() {
  static const unsigned cores = usable_cores();
  return cores == 1 ? 1 : thread_share(cores, grades_now());
}

unsigned process_share() {
  static const unsigned cores = usable_cores();
  return thread_share(cores, grades_now(), grades_here);
}

ComputeThreads::ComputeThreads(unsigned long wanted) {
  if (wanted < 2) return;
  const unsigned share = process_share();
  Helpers& all = helpers();
  const std::lock_guard lock(all.mutex);
  const unsigned left = share - std::min(share, 1 + all.busy);
  helpers_ = static_cast<unsigned>(std::min<unsigned long>(wanted - 1, left));
  all.busy += helpers_;
}

ComputeThreads::~ComputeThreads() {
  Helpers& all = helpers();
  const std::lock_guard lock(all.mutex);
  all.busy -= helpers_;
}

}  // namespace warpgrade
