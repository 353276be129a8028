#include "model/check_order.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace warpgrade {
namespace {

bool is_uneven(const Case& c) {
  return std::any_of(c.sizes.begin(), c.sizes.end(),
                     [](const auto& size) { return size.second % 16 != 0; });
}

struct Ranked {
  CheckCandidate candidate;
  std::tuple<bool, bool, bool, bool, std::size_t>
      key;  // hidden, little work, multiple of 16, before the first
};

}  // namespace

std::vector<CheckCandidate> in_order_of_check(const std::vector<Case>& cases,
                                              std::vector<CheckCandidate> candidates) {
  const auto less_work = [](const CheckCandidate& a, const CheckCandidate& b) {
    return a.flops < b.flops;
  };
  std::stable_sort(candidates.begin(), candidates.end(), less_work);
  std::vector<Ranked> ranked;
  const std::size_t few = candidates.size() / 4;
  const double middle = (static_cast<double>(few + candidates.size()) - 1) / 2;
  std::size_t first = 0;
  double nearest = std::numeric_limits<double>::max();
  for (std::size_t rank = few; rank < candidates.size(); ++rank) {
    const Case& c = cases[candidates[rank].index];
    const double steps = std::abs(static_cast<double>(rank) - middle);
    if (c.hidden || !is_uneven(c) || steps >= nearest) continue;
    first = rank;
    nearest = steps;
  }
  for (std::size_t rank = 0; rank < candidates.size(); ++rank) {
    const Case& c = cases[candidates[rank].index];
    ranked.push_back({candidates[rank], {c.hidden, rank < few, !is_uneven(c), rank < first, rank}});
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const Ranked& a, const Ranked& b) { return a.key < b.key; });
  std::transform(ranked.begin(), ranked.end(), candidates.begin(),
                 [](const Ranked& r) { return r.candidate; });
  return candidates;
}

}  // namespace warpgrade
