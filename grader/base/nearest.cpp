#include "base/nearest.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>

#include "base/edit_distance.h"

namespace warpgrade {

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t fewest = 0;
  for (const std::string& candidate : candidates) {
    const std::size_t n = edit_distance(word, candidate);
    if (n * 3 > std::max(word.size(), candidate.size())) continue;
    if (best.empty() || n < fewest) {
      best = candidate;
      fewest = n;
    }
  }
  return best;
}

std::string choose_from(std::string_view called, std::string_view word,
                        const std::vector<std::string>& candidates) {
  const std::string near = nearest(word, candidates);
  return fmt::format("{}{}: {}.", near.empty() ? "" : "Did you mean '" + near + "'? ", called,
                     fmt::join(candidates, ", "));
}

}  // namespace warpgrade
