#include "judge/contest.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>

#include "lab/parallel_for.h"
#include "lab/random.h"

namespace warpgrade {
namespace {

constexpr std::size_t window_bytes = 64 << 20;

/// Variants of a case's values that no untimed call gets.
constexpr std::uint64_t first_variant = 100, variants_of_a_series = 1000;

/// All that a problem, its truth and its arguments depend on, but for the function's name.
std::string shape_of(const Task& task, const Tolerance& tolerance) {
  std::string shape = task.signature.returns;
  for (const Parameter& parameter : task.signature.parameters)
    shape += fmt::format(" {}:{}", static_cast<int>(parameter.kind), parameter.name);
  return shape +
         fmt::format(" {} {} {}", task.judge, static_cast<int>(tolerance.model), tolerance.c);
}

/// How many calls share a window at most.
std::size_t calls_of(const TaskRun& run, const Case& c,
                     const std::function<double(const Work&)>& least_seconds) {
  if (run.lab.before) return 1;  // it would have to be called between them
  Random random(1);
  const Problem problem = run.oracle.pose(c, run.real, random);
  std::size_t bytes = 1;
  for (const Array& array : problem.arrays) bytes += array.size() * size_of(run.real);
  const std::size_t fit = std::clamp<std::size_t>(window_bytes / bytes, 1, Contest::most_calls);
  if (!least_seconds) return fit;
  return std::min(fit, Contest::calls_for(least_seconds(run.oracle.work(problem, run.real))));
}

std::vector<const CallImage*> picked(const std::vector<CallImage>& images,
                                     const std::vector<std::size_t>& problems) {
  std::vector<const CallImage*> some;
  for (const std::size_t i : problems) some.push_back(&images[i]);
  return some;
}

}  // namespace

std::string Contest::key_of(const TaskRun& run, const Case& c, const Task* other, bool same,
                            std::size_t series) {
  std::string key = fmt::format("{} {} {}: {}", series, c.name, same,
                                shape_of(run.task, run.lab.tolerance_of(run.task)));
  if (other != nullptr) key += " beside " + shape_of(*other, {});
  return key;
}

std::size_t Contest::calls_for(double seconds) {
  if (!(seconds > long_enough / most_calls)) return most_calls;
  return static_cast<std::size_t>(std::max(1.0, std::ceil(long_enough / seconds)));
}

Contest::Contest(const TaskRun& run, const Case& c, const Task* other, bool same,
                 std::size_t series, const std::function<double(const Work&)>& least_seconds) {
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t variant = first_variant + series * variants_of_a_series;
  const std::size_t calls = calls_of(run, c, least_seconds);
  // A first call loads the kernels: it is the second that shows how long one takes.
  const std::size_t warm_up = std::min<std::size_t>(calls, 2);
  const std::size_t count = warm_up + windows * calls;
  posed_.resize(count);
  images_.resize(count);
  std::vector<CallImage> others(same || other == nullptr ? 0 : count);
  std::vector<std::function<void()>> jobs;
  for (std::size_t i = 0; i < count; ++i) {
    jobs.emplace_back([&, i] {
      posed_[i] = pose(run, c, variant + i);
      images_[i] = compose_call(run, posed_[i].problem, i % 2 == 0 ? Poison::finite : Poison::nan,
                                derive_seed(run.seed, run.task.entry + "/speed", i));
      if (others.empty()) return;
      others[i] =
          compose(posed_[i].problem, other->signature, run.real, Poison::finite,
                  derive_seed(run.seed, other->signature.entry + "/speed", i), run.lab.before);
    });
  }
  run_all(jobs);
  mine_.resize(windows + 1);
  theirs_.resize(others.empty() ? 0 : windows + 1);
  groups_.resize(windows + 1);
  jobs.clear();
  for (std::size_t w = 0; w <= windows; ++w) {
    const std::size_t first = w == 0 ? 0 : warm_up + (w - 1) * calls;
    for (std::size_t k = 0; k < (w == 0 ? warm_up : calls); ++k) groups_[w].push_back(first + k);
    jobs.emplace_back([&, w] { mine_[w] = MeasuredSets(picked(images_, groups_[w])); });
    if (!others.empty())
      jobs.emplace_back([&, w] { theirs_[w] = MeasuredSets(picked(others, groups_[w])); });
  }
  run_all(jobs);
  if (same) theirs_ = mine_;
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace warpgrade
