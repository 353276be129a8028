#include "cases/generated_cases.h"

#include <algorithm>
#include <vector>

#include "base/random.h"
#include "diagnosis/answer_check.h"
#include "lab/case_problem.h"
#include "lab/problem_file.h"

namespace warpgrade {
namespace {

std::size_t count_bytes(const std::vector<double>& values) {
  return values.size() * sizeof(double);
}

std::size_t count_bytes(const GeneratedCase& generated) {
  std::size_t bytes = 0;
  for (const Array& array : generated.problem.arrays) bytes += count_bytes(array.values);
  for (const Expected& output : generated.truth.outputs)
    bytes += count_bytes(output.values) + count_bytes(output.bound) + count_bytes(output.answer);
  return bytes;
}

/// Whether every element may be 0. An output that is judged by its image (such as a factor) may
/// not.
bool may_be_zeros(const Expected& output) {
  if (output.image) return output.values.empty();
  for (std::size_t i = 0; i < output.values.size(); ++i)
    if (!accepts(0, output.values[i], output.bound[i])) return false;
  return true;
}

}  // namespace

bool zeros_are_right(const GeneratedCase& generated) {
  const Truth& truth = generated.truth;
  if (truth.checker) {
    std::vector<Array> zeros;
    for (const Array& array : generated.problem.arrays)
      if (array.role != Role::input) {
        zeros.push_back(array);
        zeros.back().values.assign(array.size(), 0);
      }
    if (!truth.checker(zeros).empty()) return false;
  }
  const bool returns = !truth.returns || (truth.returns->first <= 0 && truth.returns->second >= 0);
  return returns && std::all_of(truth.outputs.begin(), truth.outputs.end(), may_be_zeros);
}

std::uint64_t case_seed(const Lab& lab, const Case& c, std::uint64_t seed, std::uint64_t draw) {
  return derive_seed(c.seed ? *c.seed : seed, lab.name + "/" + c.name, draw);
}

Problem generate_problem(const Exercise& exercise, const Task& task, const Case& c,
                         std::uint64_t draw) {
  const auto& [lab, reference, real, seed] = exercise;
  Random random(case_seed(lab, c, seed, draw));
  Problem problem = make_problem(lab, reference, task, c, real, random);
  round_values(problem, real);
  return problem;
}

Truth solve(const Exercise& exercise, const Task& task, const Problem& problem) {
  return solved(exercise.reference, problem, task, exercise.real,
                exercise.lab.task_tolerance(task));
}

GeneratedCase generate(const Exercise& exercise, const Task& task, const Case& c,
                       std::uint64_t draw) {
  GeneratedCase generated;
  generated.problem = generate_problem(exercise, task, c, draw);
  generated.truth = solve(exercise, task, generated.problem);
  return generated;
}

std::shared_ptr<const GeneratedCase> GeneratedCases::get(const Exercise& exercise, const Task& task,
                                                         const Case& c, std::uint64_t draw) {
  const Key key{task.entry, c.name, draw};
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = kept_.find(key); found != kept_.end()) return found->second;
  }
  auto made = std::make_shared<const GeneratedCase>(generate(exercise, task, c, draw));
  const std::size_t bytes = count_bytes(*made);
  const std::lock_guard lock(mutex_);
  works_.insert({{task.entry, c.name}, exercise.reference.work(made->problem, exercise.real)});
  if (bytes <= largest_ && bytes_ + bytes <= most_ && kept_.insert({key, made}).second)
    bytes_ += bytes;
  return made;
}

bool GeneratedCases::keeps(const Task& task, const Case& c, std::uint64_t draw) {
  const std::lock_guard lock(mutex_);
  return kept_.count({task.entry, c.name, draw}) != 0;
}

Work GeneratedCases::work(const Exercise& exercise, const Task& task, const Case& c) {
  const auto& [lab, reference, real, seed] = exercise;
  const std::pair<std::string, std::string> key{task.entry, c.name};
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = works_.find(key); found != works_.end()) return found->second;
  }
  Random random(1);
  const Work work = reference.work(generate_case(lab, reference, c, real, random), real);
  const std::lock_guard lock(mutex_);
  return works_.insert({key, work}).first->second;
}

}  // namespace warpgrade
