#include "memcheck/unchecked_run.h"

#include <algorithm>
#include <thread>

#include "base/random.h"

namespace warpgrade {

double longest_when_checked(double unchecked_seconds) {
  // A larger slowdown than any honest code suffers: the check's overhead must not count against it.
  constexpr double factor = 100;
  // For the start of a process, and delays of short calls on a busy machine.
  constexpr double start = 1;
  const double cores = std::max(1u, std::thread::hardware_concurrency());
  return factor * cores * unchecked_seconds + start;
}

bool may_be_too_slow(const Unchecked& unchecked, double flops, double limit) {
  // The check runs 10^7 to 10^8 operations per second. This lower bound is for programs that need
  // thousands of times as many as the case.
  constexpr double fewest_a_second = 5e3;
  return longest_when_checked(unchecked.seconds) > limit && flops > fewest_a_second * limit;
}

Unchecked call_unchecked(const TaskRun& run, std::size_t index) {
  const Case& c = run.task.cases[index];
  const auto generated = generated_case(run, c);
  const CallImage image =
      compose_call(run, generated->problem, Poison::finite,
                   derive_seed(run.exercise.seed, run.task.entry + "/" + c.name + "/poison", 0));
  Worker::Settings settings = run.worker;
  settings.run(run.builds.of(c));
  Worker worker(run.sandbox, settings);
  const CallOutcome outcome = worker.call(run.task.entry, run.task.device_pointers, image);
  const Verdict verdict = verify(run, c, *generated, image, outcome).verdict;
  return {verdict == Verdict::ok, outcome.seconds, verdict != Verdict::timeout};
}

}  // namespace warpgrade
