// SHA-256 (FIPS 180-4), implemented here to avoid another dependency for students.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace warpgrade {

class Sha256 {
 public:
  void add(std::string_view bytes);

  /// The hash of everything added. No other call may follow.
  std::array<std::uint8_t, 32> digest();
  /// The same as 64 digits.
  std::string hex();

 private:
  void block(const unsigned char* bytes);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> rest_{};
  std::uint64_t bytes_ = 0;
};

}  // namespace warpgrade
