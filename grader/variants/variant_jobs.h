// Plans what a bench measures: variants, sizes and arguments, in order.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "variants/variants_run.h"

namespace warpgrade {

struct VariantJob {
  const Variant* variant = nullptr;  // of the runner's variants
  Sizes size;
  Sizes set;
};

struct VariantSelection {
  std::vector<std::string> variants;                    // empty: all that do not take too long
  std::vector<Sizes> sizes;                             // empty: the lab's curve for this backend
  Sizes set;                                            // integers in place of their defaults
  std::map<std::string, std::vector<long long>> swept;  // values in place of bench.json's
  bool sweeps = true;
};

struct VariantJobs {
  std::vector<VariantJob> jobs;
  std::vector<std::string> remarks;  // what is left out, with reasons
};

/// All variants at each size of the curve, then the sweeps. Throws UsageError for unknown names.
VariantJobs planned_jobs(const VariantsRunner& runner, const VariantSelection& selection);

/// Whether the result is of that call, in the same precision and on the same kind of machine.
bool is_result(const VariantResult& result, const VariantsRunner& runner, const VariantJob& job);

}  // namespace warpgrade
