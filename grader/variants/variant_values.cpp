#include "variants/variant_values.h"

#include <algorithm>

#include "base/random.h"
#include "lab/problem_file.h"
#include "lab/reference.h"
#include "model/call_image.h"

namespace warpgrade {

bool VariantValues::is_block_parameter(const std::string& integer) const {
  const auto& names = variants_.block_parameters;
  return std::find(names.begin(), names.end(), integer) != names.end();
}

GeneratedCase& VariantValues::of(const TaskRun& run, const Variant& variant,
                                 const VariantCall& call) {
  // The reference does not know a variant's own arguments, and the values are the same for all
  // block sizes.
  Sizes sizes = call.on.sizes;
  for (const auto& [name, value] : variant.arguments) sizes.erase(name);
  std::erase_if(sizes, [&](const auto& each) { return is_block_parameter(each.first); });
  const std::string key = sizes_as_name(sizes);
  if (!generated_ || generated_for_ != key) {
    generated_.reset();  // frees its memory before the next is generated
    solved_for_.clear();
    generated_ = std::make_unique<GeneratedCase>();
    Random random(case_seed(run.exercise.lab, call.on, run.exercise.seed, 0));
    generated_->problem =
        generate_case(run.exercise.lab, run.exercise.reference, call.on, run.exercise.real, random);
    round_values(generated_->problem, run.exercise.real);
    generated_for_ = key;
  }
  for (const auto& [name, value] : call.on.sizes)
    if (call.arguments.count(name) > 0 || is_block_parameter(name))
      generated_->problem.integers[name] = value;
  return *generated_;
}

/// The truth stays the same while variants are judged by the same task.
void VariantValues::solve(const TaskRun& run, const Variant& variant) {
  const std::string key = variant.as + "/" + variant.judge;
  if (solved_for_ == key) return;
  generated_->truth = {};  // free the old one first
  generated_->truth = solved(run.exercise.reference, generated_->problem, run.task,
                             run.exercise.real, run.exercise.lab.task_tolerance(run.task));
  solved_for_ = key;
}

}  // namespace warpgrade
