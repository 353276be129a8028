// Numbers as text, at the speed of memory.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/atomic_file.h"

namespace warpgrade {

/// Collects text in pieces large enough for the system call's price not to count.
class NumberWriter {
 public:
  explicit NumberWriter(AtomicFile& file) : file_(file) {}

  void text(std::string_view s);

  /// In the fewest digits that read back the same. `value` is finite.
  void number(double value);

  /// `count` numbers with a blank between two, and a line break behind the last.
  void line(const double* values, std::size_t count);

  /// To be called at the end: nothing is written by the destructor.
  void flush();

 private:
  AtomicFile& file_;
  std::string buffer_ = std::string(1u << 20, '\0');
  std::size_t used_ = 0;
};

}  // namespace warpgrade
