// The memory of one call: every array lies between two guard bands, and outputs are poisoned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/problem.h"
#include "lab/real.h"
#include "lab/signature.h"
#include "runner/protocol.h"

namespace warpgrade {

/// The initial value of outputs and guard bands. A finite value reveals answers that are added to
/// the old contents; a NaN reveals values that are read out of bounds and used.
enum class Poison { finite, nan };

/// An array's place in the image. All offsets are in bytes from the image's start.
struct Region {
  std::string name;
  Role role = Role::input;
  std::size_t rows = 0, cols = 0;
  std::size_t begin = 0, bytes = 0;        // with the guard bands
  std::size_t array = 0, array_bytes = 0;  // the array itself
  std::size_t overflow_bytes = 0;          // behind it, for the function to use
  std::size_t depth = 0;                   // of a cube (problem.h)
};

struct CallImage {
  Real real = Real::f32;
  std::uint64_t poison_bits = 0;  // of one element
  std::vector<Region> regions;
  std::size_t size = 0;           // bytes
  std::vector<std::byte> bytes;   // empty where only the layout is known
  std::size_t written_bytes = 0;  // at the beginning: the regions that a call may write
  std::size_t host_begin = 0;     // from here on: arrays that the contract wants in host memory
  std::vector<protocol::Argument> arguments;  // in the order of the signature
  std::string before;                         // the function that is called first; or ""
  std::vector<protocol::Argument> before_arguments;

  std::size_t host_bytes() const { return size - host_begin; }

  /// Element `i` of `data` (an image of this shape), counted from the byte offset `at`.
  double element(const std::vector<std::byte>& data, std::size_t at, std::size_t i) const;
  bool is_poison(const std::vector<std::byte>& data, std::size_t at, std::size_t i) const;
  double poison() const;
};

/// The layout without bytes, for a problem without values. Throws like compose().
CallImage lay_out(const Problem& problem, const Signature& signature, Real real, Poison poison,
                  std::uint64_t seed, const std::optional<Signature>& before = std::nullopt);

/// Takes the signature's arguments from the problem by name, and those of the function that the
/// contract calls `before`, if any. Throws GraderError if the problem lacks one or has it in
/// another role.
CallImage compose(const Problem& problem, const Signature& signature, Real real, Poison poison,
                  std::uint64_t seed, const std::optional<Signature>& before = std::nullopt);

}  // namespace warpgrade
