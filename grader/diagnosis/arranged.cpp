#include "diagnosis/arranged.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "diagnosis/answer_check.h"

namespace warpgrade {
namespace {

/// Indices from `begin` to `end` by ascending value, NaNs last.
std::vector<std::size_t> by_value(const std::vector<double>& values, std::size_t begin,
                                  std::size_t end) {
  std::vector<std::size_t> order;
  for (std::size_t i = begin; i < end; ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::isnan(values[b]) ? !std::isnan(values[a]) : values[a] < values[b];
  });
  return order;
}

/// For each element of `found`, the index of the value that it is compared with.
std::vector<std::size_t> partners(const std::vector<double>& values, const Expected& expected,
                                  const std::vector<double>& found) {
  std::vector<std::size_t> partner(values.size());
  for (std::size_t g = 0; g < expected.unordered.size(); ++g) {
    const std::size_t begin = expected.unordered[g];
    const std::size_t end =
        g + 1 < expected.unordered.size() ? expected.unordered[g + 1] : values.size();
    const auto wanted = by_value(values, begin, end), given = by_value(found, begin, end);
    std::vector<std::size_t> missing, surplus;  // indices into values, and into found
    std::size_t w = 0, f = 0;
    while (w < wanted.size() && f < given.size()) {
      const double value = values[wanted[w]], answer = found[given[f]];
      if (accepts(answer, value, expected.bound[wanted[w]]))
        partner[given[f++]] = wanted[w++];
      else if (answer < value)
        surplus.push_back(given[f++]);
      else
        missing.push_back(wanted[w++]);
    }
    missing.insert(missing.end(), wanted.begin() + static_cast<std::ptrdiff_t>(w), wanted.end());
    surplus.insert(surplus.end(), given.begin() + static_cast<std::ptrdiff_t>(f), given.end());
    std::sort(surplus.begin(), surplus.end());
    for (std::size_t i = 0; i < surplus.size(); ++i) partner[surplus[i]] = missing[i];
  }
  return partner;
}

}  // namespace

std::vector<double> arranged(const std::vector<double>& values, const Expected& expected,
                             const std::vector<double>& found) {
  if (expected.unordered.empty()) return values;
  std::vector<double> result;
  for (const std::size_t i : partners(values, expected, found)) result.push_back(values[i]);
  return result;
}

Expected arranged(const Expected& expected, const std::vector<double>& found) {
  Expected result = expected;
  const auto partner = partners(expected.values, expected, found);
  for (std::size_t i = 0; i < partner.size(); ++i) {
    result.values[i] = expected.values[partner[i]];
    result.bound[i] = expected.bound[partner[i]];
  }
  return result;
}

}  // namespace warpgrade
