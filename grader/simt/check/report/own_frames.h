// Finds the program's own functions on a stack that a signal has interrupted.
#pragma once

#include <cstdint>

namespace simt::check {

/// The innermost two outside of the engine and libraries. Two, because one may be a template from
/// the engine's headers.
struct OwnFrames {
  int count = 0;
  std::uint64_t pc[2] = {0, 0};  // as return addresses
};

/// Called by the signal's handler. `interrupted`: the program counter at the signal; frames above
/// it belong to the handler.
OwnFrames own_frames(std::uint64_t interrupted);

}  // namespace simt::check
