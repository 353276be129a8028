// A dense linear system A·x = b and the N.txt files that hold one (grammar: data/README.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace warpgrade {

struct LinearSystem {
  std::size_t n = 0;
  long long iterations = 0;  // of Jacobi's method, that the file asks for
  std::vector<double> A;     // n×n, row-major
  std::vector<double> b;     // n

  bool operator==(const LinearSystem&) const = default;
};

/// Throws GraderError: for a file that breaks the grammar with line and column of the first thing
/// that is wrong in it. No binary cache stands beside the text: it was measured not to pay
/// (data/README.md).
LinearSystem read_linear_system(const std::filesystem::path& path);

/// Writes every value in the fewest digits that read back the same; the file appears whole or not
/// at all. Throws GraderError when it cannot be written.
void write_linear_system(const std::filesystem::path& path, const LinearSystem& system);

/// The course's recipe: entries off the diagonal are whole numbers uniform in 1 … n, the diagonal
/// is the sum of its row's others plus a uniform 2 … n+1 (strictly dominant, so Jacobi converges),
/// b is uniform in 1 … n. n ≥ 1. The same on every machine.
LinearSystem make_linear_system(std::size_t n, long long iterations, std::uint64_t seed);

}  // namespace warpgrade
