#include "speed/timing_setup.h"

#include <functional>
#include <mutex>
#include <utility>

#include "base/parallel_for.h"
#include "cases/verify.h"

namespace warpgrade {

void note_failure(PerformanceResult& result, const FailedCall& failed) {
  result.verdict = failed.verdict;
  result.detail = failed.detail;
  result.detail.insert(result.detail.begin(), because("speed.timed-call"));
  if (is_open(failed.verdict)) result.pending = result.max_points;
}

void verify_rest(TimingSetup& setup) {
  const std::vector<TimingSetup::Unverified> calls = std::exchange(setup.unverified, {});
  std::vector<std::function<void()>> jobs;
  std::mutex mutex;
  std::optional<FailedCall> failed;
  for (const TimingSetup::Unverified& each : calls) {
    jobs.emplace_back([&] {
      TimingWorkload& workload = setup.workload;
      CallVerdict found = verify(
          setup.run, setup.on, workload.generated(each.problem),
          each.problem == 0 ? workload.first_image() : workload.image(each.problem), each.call);
      if (found.verdict == Verdict::ok) return;
      const std::lock_guard lock(mutex);
      if (!failed) failed = FailedCall{found.verdict, std::move(found.detail)};
    });
  }
  compute_all(jobs);
  if (failed) throw *failed;
}

}  // namespace warpgrade
