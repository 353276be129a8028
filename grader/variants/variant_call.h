// The integers of a variant's call.
#pragma once

#include <string>

#include "lab/manifest.h"
#include "lab/variants.h"

namespace warpgrade {

struct VariantCall {
  Case on;          // named after `sizes`
  Sizes sizes;      // all of its integers but the arguments
  Sizes arguments;  // the variant's own, and others that were set
};

/// The integers of the call. `set` overrides `sizes`, which override the defaults of `variant` and
/// of the lab's `variants`. `lab`: with the variant as its only task. Throws UsageError for an
/// unknown size.
VariantCall resolve_call(const Lab& lab, const BenchPlan& variants, const Variant& variant,
                         const Sizes& sizes, const Sizes& set);

/// "n=256,M=8"
std::string sizes_as_name(const Sizes& sizes);

}  // namespace warpgrade
