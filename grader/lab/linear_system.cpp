#include "lab/linear_system.h"

#include <charconv>
#include <cmath>
#include <new>
#include <string>

#include <fmt/format.h>

#include "lab/atomic_file.h"
#include "lab/fault.h"
#include "lab/linear_system_parser.h"
#include "lab/mapped_file.h"
#include "lab/random.h"

namespace warpgrade {
namespace {

/// Collects text in pieces large enough for the system call's price not to count.
class NumberWriter {
 public:
  explicit NumberWriter(AtomicFile& file) : file_(file) {}

  void text(std::string_view s) {
    if (buffer_.size() - used_ < s.size()) flush();
    used_ += s.copy(buffer_.data() + used_, s.size());
  }

  void number(double value) {
    if (buffer_.size() - used_ < longest_number) flush();
    char* const at = buffer_.data() + used_;
    char* const end = buffer_.data() + buffer_.size();
    // A whole number is written several times faster as an integer, in the same digits. Not −0.
    const bool small = std::abs(value) < 1e15;
    const auto whole = static_cast<long long>(small ? value : 0.5);
    const bool is_whole =
        static_cast<double>(whole) == value && !(whole == 0 && std::signbit(value));
    const auto written = is_whole ? std::to_chars(at, end, whole) : std::to_chars(at, end, value);
    used_ = static_cast<std::size_t>(written.ptr - buffer_.data());
  }

  void flush() {
    file_.write({buffer_.data(), used_});
    used_ = 0;
  }

 private:
  static constexpr std::size_t longest_number = 32;  // -2.2250738585072014e-308 has 24

  AtomicFile& file_;
  std::string buffer_ = std::string(1u << 20, '\0');
  std::size_t used_ = 0;
};

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
  const auto row = [&](const double* values) {
    for (std::size_t j = 0; j < n; ++j) {
      if (j > 0) out.text(" ");
      out.number(values[j]);
    }
    out.text("\n");
  };
  for (std::size_t i = 0; i < n; ++i) row(system.A.data() + i * n);
  out.text("solution\n");
  row(system.b.data());
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
