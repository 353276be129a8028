#include "lab/linear_system.h"

#include <cmath>
#include <new>
#include <string>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/fault.h"
#include "base/mapped_file.h"
#include "base/number_writer.h"
#include "base/random.h"
#include "lab/linear_system_parser.h"

namespace warpgrade {
namespace {

void require_finite(const std::filesystem::path& path, const std::vector<double>& values) {
  for (const double value : values) {
    if (!std::isfinite(value)) {
      throw GraderError(fmt::format("{}: not written: the system holds {}", path.string(), value),
                        "Every number in it must be finite.");
    }
  }
}

}  // namespace

LinearSystem read_linear_system(const std::filesystem::path& path) {
  const MappedFile file(path);
  try {
    return parse_linear_system(file.text(), path.string());
  } catch (const std::bad_alloc&) {
    throw GraderError(fmt::format("{}: not enough memory for its numbers", path.string()),
                      "Free some memory, or read it on a larger machine.");
  }
}

void write_linear_system(const std::filesystem::path& path, const LinearSystem& system) {
  const std::size_t n = system.n;
  if (n == 0 || system.A.size() != n * n || system.b.size() != n) {
    throw GraderError(fmt::format("{}: not written: n is {}, A has {} numbers and b has {}",
                                  path.string(), n, system.A.size(), system.b.size()));
  }
  require_finite(path, system.A);
  require_finite(path, system.b);

  AtomicFile file(path);
  NumberWriter out(file);
  out.text(fmt::format("{}\n{}\n", n, system.iterations));
  for (std::size_t i = 0; i < n; ++i) out.line(system.A.data() + i * n, n);
  out.text("solution\n");
  out.line(system.b.data(), n);
  out.flush();
  file.commit();
}

LinearSystem make_linear_system(std::size_t n, long long iterations, std::uint64_t seed) {
  LinearSystem system{n, iterations, std::vector<double>(n * n), std::vector<double>(n)};
  const auto largest = static_cast<std::int64_t>(n);
  Random random(seed);
  // The order of the draws is part of the recipe: row by row, the diagonal's last, then b.
  for (std::size_t i = 0; i < n; ++i) {
    double* const row = system.A.data() + i * n;
    std::int64_t sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      if (j == i) continue;
      const std::int64_t entry = random.integer(1, largest);
      row[j] = static_cast<double>(entry);
      sum += entry;
    }
    row[i] = static_cast<double>(sum + random.integer(2, largest + 1));
  }
  for (double& value : system.b) value = static_cast<double>(random.integer(1, largest));
  return system;
}

}  // namespace warpgrade
