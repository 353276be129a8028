// The inputs of variants and their right results, generated once per size.
#pragma once

#include <memory>
#include <string>

#include "cases/generated_cases.h"
#include "cases/run_task.h"
#include "lab/variants.h"
#include "variants/variant_call.h"

namespace warpgrade {

class VariantValues {
 public:
  explicit VariantValues(const VariantSet& variants) : variants_(variants) {}

  /// The values of a call without the truth, valid until the next call of this function.
  GeneratedCase& of(const TaskRun& run, const Variant& variant, const VariantCall& call);

  /// Adds the truth to the last values.
  void solve(const TaskRun& run, const Variant& variant);

 private:
  bool is_block_parameter(const std::string& integer) const;

  const VariantSet& variants_;
  std::unique_ptr<GeneratedCase> generated_;
  std::string generated_for_, solved_for_;
};

}  // namespace warpgrade
