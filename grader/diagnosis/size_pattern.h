// What the sizes of the wrong cases have in common, and those of the right ones have not.
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

  /// Of no size 0. Where nothing is computed, a case is right or wrong for a reason of its own.
  bool counts() const;
};

/// The first property that all wrong cases have and no right one has. Nothing where there are fewer
/// than three of either: that may be chance.
std::optional<Cause> what_sizes_share(const std::vector<SizedCase>& cases);

}  // namespace warpgrade
