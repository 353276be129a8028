// A dense linear system A·x = b and its N.txt files (grammar: data/README.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace warpgrade {

struct LinearSystem {
  std::size_t n = 0;
  long long iterations = 0;  // iterations of Jacobi's method requested by the file
  std::vector<double> A;     // n×n, row-major
  std::vector<double> b;     // n

  bool operator==(const LinearSystem&) const = default;
};

/// Throws GraderError with line and column of the first mistake. There is no binary cache, because
/// measurements showed no benefit (data/README.md).
LinearSystem read_linear_system(const std::filesystem::path& path);

/// Writes every value with the fewest digits that read back as the same value. The file is written
/// completely or not at all. Throws GraderError if it cannot be written.
void write_linear_system(const std::filesystem::path& path, const LinearSystem& system);

/// The course's recipe: off-diagonal entries are integers uniform in 1 … n; the diagonal is the sum
/// of the row's other entries plus a uniform 2 … n+1 (strictly dominant, so Jacobi converges); b is
/// uniform in 1 … n. n ≥ 1. The same on every machine.
LinearSystem make_linear_system(std::size_t n, long long iterations, std::uint64_t seed);

}  // namespace warpgrade
