// Writes numbers as text at memory speed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/atomic_file.h"

namespace warpgrade {

/// Buffers text, so that system calls take negligible time.
class NumberWriter {
 public:
  explicit NumberWriter(AtomicFile& file) : file_(file) {}

  void text(std::string_view s);

  /// With the fewest digits that read back as the same number. `value` is finite.
  void number(double value);

  /// `count` numbers separated by blanks, and a line break at the end.
  void line(const double* values, std::size_t count);

  /// Call this at the end: the destructor writes nothing.
  void flush();

 private:
  AtomicFile& file_;
  std::string buffer_ = std::string(1u << 20, '\0');
  std::size_t used_ = 0;
};

}  // namespace warpgrade
