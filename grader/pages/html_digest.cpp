#include "pages/html_digest.h"

#include <cstddef>
#include <cstdint>

#include "base/sha256.h"

namespace warpgrade::html {

std::string csp_hash(std::string_view text) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  Sha256 hash;
  hash.add(text);
  const auto digest = hash.digest();
  std::string out = "sha256-";
  for (std::size_t at = 0; at < digest.size(); at += 3) {
    std::uint32_t three = 0;
    for (std::size_t i = 0; i < 3; ++i)
      three = three << 8 | (at + i < digest.size() ? digest[at + i] : 0u);
    const std::size_t bytes_left = digest.size() - at;
    for (std::size_t i = 0; i < 4; ++i)
      out += i <= bytes_left ? digits[three >> (18 - 6 * i) & 63] : '=';
  }
  return out;
}

}  // namespace warpgrade::html
