// The address ranges of each kind of memory. Every kind has its own terabyte, so classifying a
// pointer takes a shift and a comparison. Nothing is reserved in advance: these addresses are far
// from where Linux places programs, heaps and libraries, and a reservation would count against a
// sandbox's address-space limit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/check_report.h"

namespace simt::detail {

constexpr int devices = 2;
constexpr std::size_t page = check::page_alignment;

enum class Space : unsigned {
  device0 = 0x10,
  device1 = 0x11,
  managed = 0x12,
  pinned = 0x13,
  shared = 0x14,
  stacks = 0x15,
  arguments = 0x16,
  elsewhere = 0,
};

constexpr unsigned space_bits = 40;

inline std::uintptr_t space_base(Space s) { return static_cast<std::uintptr_t>(s) << space_bits; }

inline Space address_space(const void* p) {
  const auto top = reinterpret_cast<std::uintptr_t>(p) >> space_bits;
  return top >= 0x10 && top <= 0x16 ? static_cast<Space>(top) : Space::elsewhere;
}

// A far too large or negative index leads out of a space, not into another one.
inline bool is_near_spaces(std::uintptr_t address) {
  const std::uintptr_t top = address >> space_bits;
  return top >= 0x0e && top <= 0x18;
}

inline bool is_device(Space s) { return s == Space::device0 || s == Space::device1; }
inline Space device_space(int device) { return device == 0 ? Space::device0 : Space::device1; }

constexpr std::size_t round_up(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }

// Maps `size` bytes (whole pages) at `address`, readable and writable. Returns null without memory,
// or if the range is in use.
void* map_at(std::uintptr_t address, std::size_t size);

}  // namespace simt::detail
