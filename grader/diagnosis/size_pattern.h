// Finds a property of sizes that wrong cases share and right ones lack.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "causes/cause.h"

namespace warpgrade {

struct SizedCase {
  const std::map<std::string, long long>& sizes;  // by parameter
  bool wrong = false;

  /// Whether no size is 0. Cases without elements are right or wrong for their own reasons.
  bool counts() const;
};

/// The first property that all wrong cases have and no right one has. Empty with fewer than three
/// of either (six where two sizes are compared), as the pattern may be chance.
std::optional<Cause> what_sizes_share(const std::vector<SizedCase>& cases);

}  // namespace warpgrade
