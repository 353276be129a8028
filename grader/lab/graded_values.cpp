#include "lab/graded_values.h"

#include <cmath>
#include <cstddef>
#include <vector>

namespace warpgrade {
namespace {

std::vector<int> exponents(std::size_t count, Random& random) {
  std::vector<int> result(count);
  for (int& e : result) e = static_cast<int>(random.integer(-12, 12));
  return result;
}

/// `exponent` for each row and column.
void fill(Array& array, Random& random, const auto& exponent) {
  for (std::size_t i = 0; i < array.rows; ++i)
    for (std::size_t j = 0; j < array.cols; ++j)
      array.values[i * array.cols + j] = std::ldexp(random.uniform(-1, 1), exponent(i, j));
}

}  // namespace

void fill_graded(Array& a, Array& b, Inner inner, Random& random) {
  const bool by_rows = inner == Inner::rows;
  const std::vector<int> row = exponents(a.rows, random);
  const std::vector<int> summed = exponents(a.cols, random);
  const std::vector<int> other = exponents(by_rows ? b.cols : b.rows, random);
  fill(a, random, [&](std::size_t i, std::size_t p) { return row[i] + summed[p]; });
  fill(b, random, [&](std::size_t i, std::size_t j) {
    return by_rows ? other[j] - summed[i] : other[i] - summed[j];
  });
}

}  // namespace warpgrade
