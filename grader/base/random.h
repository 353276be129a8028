// Random numbers that are the same on every machine and in every library version.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpgrade {

/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  /// Uniform in [0, 1), 53 bits.
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

  /// Uniform in [low, high).
  double uniform(double low, double high) { return low + (high - low) * uniform(); }

  /// Uniform integer in [low, high], by Lemire's multiply-shift (bias below 2^-32 for ranges of an
  /// int).
  std::int64_t integer(std::int64_t low, std::int64_t high) {
    const auto range = static_cast<unsigned __int128>(static_cast<std::uint64_t>(high - low) + 1);
    return low + static_cast<std::int64_t>((range * bits()) >> 64);
  }

 private:
  std::uint64_t state_;
};

/// A seed that depends on every one of its parts: FNV-1a over the text, finished by SplitMix64.
inline std::uint64_t derive_seed(std::uint64_t seed, std::string_view part,
                                 std::uint64_t index = 0) {
  std::uint64_t hash = 0xcbf29ce484222325u ^ seed;
  for (const char c : part) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return Random(hash ^ Random(seed + index).bits()).bits();
}

}  // namespace warpgrade
