#include "base/decimal.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <system_error>

namespace warpgrade {
namespace {

/// Like std::from_chars, but a number out of range becomes infinity, 0 or the nearest subnormal.
std::from_chars_result parse(std::string_view word, double& value) {
  auto result = std::from_chars(word.data(), word.data() + word.size(), value);
  if (result.ec == std::errc::result_out_of_range) {
    value = std::strtod(std::string(word.data(), result.ptr).c_str(), nullptr);
    result.ec = {};
  }
  return result;
}

}  // namespace

bool read_decimal(std::string_view word, double& value) {
  if (word.starts_with('+')) {  // from_chars takes no plus sign
    word.remove_prefix(1);
    if (word.starts_with('-')) return false;
  }
  const char* const end = word.data() + word.size();
  const auto [stop, error] = parse(word, value);
  // The words inf and nan are read, too.
  return error == std::errc() && stop == end && std::isfinite(value);
}

bool is_too_large(std::string_view word) {
  const std::size_t sign = word.starts_with('+') || word.starts_with('-') ? 1 : 0;
  word.remove_prefix(sign);
  const bool begins_as_number =
      !word.empty() && (word[0] == '.' || (word[0] >= '0' && word[0] <= '9'));
  const char* const end = word.data() + word.size();
  double value = 0;
  return begins_as_number && parse(word, value).ptr == end && std::isinf(value);
}

}  // namespace warpgrade
