#include "cases/preparation.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "base/parallel_for.h"
#include "cases/run_task.h"
#include "cases/select.h"
#include "cases/tolerance_check.h"
#include "lab/reference.h"

namespace warpgrade {
namespace {

constexpr std::size_t largest_of_one_grade = 32 << 20, most_of_one_grade = 256 << 20;
// Bytes of problems kept for a batch, or to keep a GPU from waiting: generating them takes seconds.
constexpr std::size_t most_kept = 1 << 30;

}  // namespace

Lab requested_lab(const GradeRequest& request) {
  Lab lab = load_lab(request.root, request.lab);
  check_tolerances(lab, find_reference(request.lab), request.real);
  select(lab, request);
  return lab;
}

std::shared_ptr<GeneratedCases> single_grade_cases(Backend backend) {
  return backend == Backend::cuda
             ? std::make_shared<GeneratedCases>(most_kept, most_kept)
             : std::make_shared<GeneratedCases>(largest_of_one_grade, most_of_one_grade);
}

Preparation::Preparation(const GradeRequest& request, std::shared_ptr<GeneratedCases> generated)
    : lab_(requested_lab(request)),
      toolkit_(find_cuda_toolkit()),
      generated_(std::move(generated)) {
  make_missing_data(lab_, request, [](const std::string&, int, int) {});
}

Preparation::Preparation(const GradeRequest& request)
    : Preparation(request, std::make_shared<GeneratedCases>(most_kept, most_kept)) {
  const Exercise exercise{lab_, find_reference(request.lab), request.real, request.seed.value()};
  std::vector<std::function<void()>> jobs;
  for (const Task& task : lab_.tasks) {
    for (const Case& c : task.cases) {
      for (std::uint64_t draw = 0; draw < input_sets_needed(c); ++draw) {
        jobs.emplace_back([&, draw] { generated_->get(exercise, task, c, draw); });
      }
    }
  }
  compute_all(jobs);
}

Preparation Preparation::as_needed(const GradeRequest& request) {
  return Preparation(request, single_grade_cases(Backend::cpu));
}

}  // namespace warpgrade
