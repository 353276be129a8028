// One entry of a lane's trace, 16 bytes because a block has millions of them.
#pragma once

#include <cstdint>

#include "simt/check_report.h"

namespace simt::check {

struct Event {
  // Address in the code << 16 | tag, so that events sort by code address. User space ends below
  // 2^48.
  std::uint64_t what;
  // Step: call depth. Access: address | size << 48. Meeting: mask of the lanes that take part.
  std::uint64_t where;
};

// Tags. The tag of an access is 1 + its Access.
constexpr std::uint64_t step_tag = 0, first_access_tag = 1, collective_tag = 7, tag_mask = 0xFFFF;
// Values of `what` that end a trace: completely, or with more events to come.
constexpr std::uint64_t end_of_trace = ~std::uint64_t{0}, more_to_come = end_of_trace - 1;

constexpr unsigned code_shift = 16, size_shift = 48;
constexpr std::uint64_t address_mask = (std::uint64_t{1} << size_shift) - 1;
// Larger accesses are split into pieces.
constexpr std::uint32_t largest_piece = 0x8000;

inline Event step_event(std::uint64_t pc, std::uint32_t depth) {
  return {pc << code_shift | step_tag, depth};
}

inline Event access_event(std::uint64_t pc, Access what, std::uint64_t address,
                          std::uint32_t size) {
  return {pc << code_shift | (first_access_tag + static_cast<std::uint64_t>(what)),
          address | std::uint64_t{size} << size_shift};
}

inline bool is_step(std::uint64_t what) { return (what & tag_mask) == step_tag; }
inline bool is_collective(std::uint64_t what) { return (what & tag_mask) == collective_tag; }
inline Access decode_access(std::uint64_t what) {
  return static_cast<Access>((what & tag_mask) - first_access_tag);
}

}  // namespace simt::check
