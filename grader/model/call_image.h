// The memory of one call: every array lies between two guard bands, and outputs are filled with
// poison.
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

/// The initial value of outputs and guard bands. A finite value reveals results that are added to
/// the old contents; a NaN reveals values that are read out of bounds and used.
enum class Poison { finite, nan };

/// An array's place in the image. All offsets are in bytes from the image's start.
struct Region {
  std::string name;
  Role role = Role::input;
  std::size_t rows = 0, cols = 0;
  std::size_t begin = 0, bytes = 0;        // including the guard bands
  std::size_t array = 0, array_bytes = 0;  // the array itself
  std::size_t overflow_bytes = 0;          // after the array, for the function's use
  std::size_t depth = 0;                   // of a 3D array (problem.h)
  Element element = Element::real;
  std::uint64_t poison_bits = 0;  // one element of the array or its guard bands
};

struct CallImage {
  Real real = Real::f32;
  std::uint64_t poison_bits = 0;  // one element of type `real`
  std::vector<Region> regions;
  std::size_t size = 0;           // bytes
  std::vector<std::byte> bytes;   // empty if only the layout is needed
  std::size_t written_bytes = 0;  // from the start: the regions that a call may write
  std::size_t host_begin = 0;     // start of the arrays that the contract places in host memory
  std::vector<protocol::Argument> arguments;  // in the order of the signature
  std::string before;                         // a function to call first; may be empty
  std::vector<protocol::Argument> before_arguments;

  std::size_t host_bytes() const { return size - host_begin; }

  /// Bytes of one element.
  std::size_t element_bytes(const Region& region) const {
    return bytes_per_value(region.element, real);
  }
  /// Element `i` of the region's array in `data`, an image of this shape.
  double element(const std::vector<std::byte>& data, const Region& region, std::size_t i) const;
  /// Whether the element at byte offset `at`, inside the region, is poison.
  bool is_poison(const std::vector<std::byte>& data, const Region& region, std::size_t at) const;
  double poison(const Region& region) const;
};

/// Fills the region, guard bands included, with its poison.
void fill_with_poison(std::byte* region_bytes, const Region& region, Real real);

/// Computes the layout only, for a problem without values. Throws like compose().
CallImage lay_out(const Problem& problem, const Signature& signature, Real real, Poison poison,
                  std::uint64_t seed, const std::optional<Signature>& before = std::nullopt);

/// Takes the signature's arguments from the problem by name, and those of the function that the
/// contract calls before it, if any. Throws GraderError if the problem lacks one or has it in
/// another role.
CallImage compose(const Problem& problem, const Signature& signature, Real real, Poison poison,
                  std::uint64_t seed, const std::optional<Signature>& before = std::nullopt);

}  // namespace warpgrade
