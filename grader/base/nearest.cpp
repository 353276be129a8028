#include "base/nearest.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace warpgrade {
namespace {

bool alike(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1,
                             cost[i - 1][j - 1] + (alike(a[i - 1], b[j - 1]) ? 0 : 1)});
      if (i > 1 && j > 1 && alike(a[i - 1], b[j - 2]) && alike(a[i - 2], b[j - 1]))
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

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
