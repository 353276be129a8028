#include "base/number_writer.h"

#include <charconv>
#include <cmath>

namespace warpgrade {
namespace {

constexpr std::size_t longest_number = 32;  // -2.2250738585072014e-308 has 24 characters

}  // namespace

void NumberWriter::text(std::string_view s) {
  while (!s.empty()) {
    if (used_ == buffer_.size()) flush();
    const std::size_t taken = s.copy(buffer_.data() + used_, buffer_.size() - used_);
    used_ += taken;
    s.remove_prefix(taken);
  }
}

void NumberWriter::number(double value) {
  if (buffer_.size() - used_ < longest_number) flush();
  char* const at = buffer_.data() + used_;
  char* const end = buffer_.data() + buffer_.size();
  // A whole number is written several times faster as an integer, in the same digits. Not −0.
  const bool small = std::abs(value) < 1e15;
  const auto whole = static_cast<long long>(small ? value : 0.5);
  const bool is_whole = static_cast<double>(whole) == value && !(whole == 0 && std::signbit(value));
  const auto written = is_whole ? std::to_chars(at, end, whole) : std::to_chars(at, end, value);
  used_ = static_cast<std::size_t>(written.ptr - buffer_.data());
}

void NumberWriter::line(const double* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text(" ");
    number(values[i]);
  }
  text("\n");
}

void NumberWriter::flush() {
  file_.write({buffer_.data(), used_});
  used_ = 0;
}

}  // namespace warpgrade
