#include "lab/decimal.h"

#include <cmath>
#include <system_error>

#include <fast_float/fast_float.h>

namespace warpgrade {

const char* read_any_decimal(const char* at, const char* end, double& value) {
  if (*at == '+') {  // from_chars takes no plus sign
    ++at;
    if (at == end || *at == '-') return nullptr;
  }
  const auto [stop, error] = fast_float::from_chars(at, end, value);
  // result_out_of_range is not asked for: versions differ in when they report it. Infinity is what
  // an overflow and the words inf and infinity leave, and 0 is right for an underflow.
  if (error == std::errc::invalid_argument || !std::isfinite(value)) return nullptr;
  if (stop != end && !is_space(*stop)) return nullptr;
  return stop;
}

bool is_too_large(std::string_view word) {
  const char* at = word.data();
  const char* const end = at + word.size();
  if (at != end && (*at == '+' || *at == '-')) ++at;
  const bool begins_as_number = at != end && (*at == '.' || (*at >= '0' && *at <= '9'));
  double value = 0;
  return begins_as_number && fast_float::from_chars(at, end, value).ptr == end && std::isinf(value);
}

}  // namespace warpgrade
