#include "base/decimal.h"

#include <fast_float/fast_float.h>

#include <cmath>
#include <system_error>

namespace warpgrade {

bool read_decimal(std::string_view word, double& value) {
  if (word.starts_with('+')) {  // from_chars takes no plus sign
    word.remove_prefix(1);
    if (word.starts_with('-')) return false;
  }
  const char* const end = word.data() + word.size();
  const auto [stop, error] = fast_float::from_chars(word.data(), end, value);
  // result_out_of_range is not asked for: versions differ in when they report it. Infinity is what
  // an overflow and the words inf and infinity leave, and 0 is right for an underflow.
  return error != std::errc::invalid_argument && stop == end && std::isfinite(value);
}

bool is_too_large(std::string_view word) {
  const std::size_t sign = word.starts_with('+') || word.starts_with('-') ? 1 : 0;
  word.remove_prefix(sign);
  const bool begins_as_number =
      !word.empty() && (word[0] == '.' || (word[0] >= '0' && word[0] <= '9'));
  const char* const end = word.data() + word.size();
  double value = 0;
  return begins_as_number && fast_float::from_chars(word.data(), end, value).ptr == end &&
         std::isinf(value);
}

}  // namespace warpgrade
