#include "judge/posed_cases.h"

#include <algorithm>
#include <vector>

#include "base/random.h"
#include "judge/compare.h"
#include "lab/problem_file.h"

namespace warpgrade {
namespace {

std::size_t bytes_of(const std::vector<double>& values) { return values.size() * sizeof(double); }

std::size_t bytes_of(const Posed& posed) {
  std::size_t bytes = 0;
  for (const Array& array : posed.problem.arrays) bytes += bytes_of(array.values);
  for (const Expected& output : posed.truth.outputs) {
    bytes += bytes_of(output.values) + bytes_of(output.bound) + bytes_of(output.answer);
    for (const Alternative& other : output.alternatives) bytes += bytes_of(other.values);
  }
  return bytes;
}

/// Every element of what is compared may be 0. What is judged by an image (a factor) is not: zeros
/// are the factor of nothing that a lab asks for.
bool may_be_zeros(const Expected& output) {
  if (output.image) return output.values.empty();
  for (std::size_t i = 0; i < output.values.size(); ++i)
    if (!accepts(0, output.values[i], output.bound[i])) return false;
  return true;
}

}  // namespace

bool zeros_are_right(const Truth& truth) {
  const bool returns = !truth.returns || (truth.returns->first <= 0 && truth.returns->second >= 0);
  return returns && std::all_of(truth.outputs.begin(), truth.outputs.end(), may_be_zeros);
}

std::uint64_t seed_of(const Lab& lab, const Case& c, std::uint64_t seed, std::uint64_t variant) {
  return derive_seed(c.seed ? *c.seed : seed, lab.name + "/" + c.name, variant);
}

Posed pose(const Lab& lab, const Oracle& oracle, const Task& task, const Case& c, Real real,
           std::uint64_t seed, std::uint64_t variant) {
  Random random(seed_of(lab, c, seed, variant));
  Posed posed;
  posed.problem = pose_case(lab, oracle, c, real, random);
  round_values(posed.problem, real);
  posed.truth = oracle.solve(posed.problem, task, real, lab.tolerance_of(task));
  return posed;
}

std::shared_ptr<const Posed> PosedCases::get(const Lab& lab, const Oracle& oracle, const Task& task,
                                             const Case& c, Real real, std::uint64_t seed,
                                             std::uint64_t variant) {
  const Key key{task.entry, c.name, variant};
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = kept_.find(key); found != kept_.end()) return found->second;
  }
  auto made = std::make_shared<const Posed>(pose(lab, oracle, task, c, real, seed, variant));
  const std::size_t bytes = bytes_of(*made);
  const std::lock_guard lock(mutex_);
  works_.insert({{task.entry, c.name}, oracle.work(made->problem, real)});
  if (bytes <= largest_ && bytes_ + bytes <= most_ && kept_.insert({key, made}).second)
    bytes_ += bytes;
  return made;
}

bool PosedCases::keeps(const Task& task, const Case& c, std::uint64_t variant) {
  const std::lock_guard lock(mutex_);
  return kept_.count({task.entry, c.name, variant}) != 0;
}

Work PosedCases::work(const Lab& lab, const Oracle& oracle, const Task& task, const Case& c,
                      Real real) {
  const std::pair<std::string, std::string> key{task.entry, c.name};
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = works_.find(key); found != works_.end()) return found->second;
  }
  Random random(1);
  const Work work = oracle.work(pose_case(lab, oracle, c, real, random), real);
  const std::lock_guard lock(mutex_);
  return works_.insert({key, work}).first->second;
}

}  // namespace warpgrade
