// What cuTensorMapEncodeTiled writes into a CUtensorMap, and the boxes that copies take of a
// tensor.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "simt/async.h"

namespace simt::detail {

struct TensorMap {
  std::uint64_t mark;  // of a map that has been encoded
  char* address;
  std::uint64_t strides[5];  // bytes; of the innermost dimension: an element
  std::uint32_t last[5];     // index of each dimension
  std::uint16_t box[5];      // elements
  std::uint8_t steps[5];     // elements from one that is taken to the next
  std::uint8_t rank;
  std::uint8_t type;     // CUtensorMapDataType
  std::uint8_t swizzle;  // in how many bits chunks of 16 bytes change places: 0 to 3
  bool fills_with_nan;

  std::uint64_t size(unsigned d) const { return std::uint64_t{last[d]} + 1; }
  /// How many a box takes along a dimension.
  unsigned count(unsigned d) const { return (box[d] + steps[d] - 1u) / steps[d]; }
  unsigned element() const { return static_cast<unsigned>(strides[0]); }
  unsigned row_bytes() const { return box[0] * element(); }
  std::uint64_t box_bytes() const {
    std::uint64_t bytes = element();
    for (unsigned d = 0; d < rank; ++d) bytes *= count(d);
    return bytes;
  }
  Element reduced_as() const { return type < 10 ? static_cast<Element>(type) : Element::f32; }
};

/// Null where no map has been encoded there.
const TensorMap* tensor_map_at(const void* map);
/// What is wrong with the map or the box that is asked for, in words; null: nothing.
const char* wrong_with(const BoxOrder& order, const TensorMap* map);
inline bool is_aligned_for_box(const void* shared) {
  return reinterpret_cast<std::uintptr_t>(shared) % 128 == 0;
}
/// What there is outside of the tensor, as many bytes as a box's row can have.
const void* fill_of(const TensorMap& m);
/// "64 x 48 elements of 4 bytes, rows 256 bytes apart"
std::string description_of(const TensorMap& m);

/// A box in shared memory is dense. Calls `see(offset, global, size)` for each stretch of it, by
/// rows: where it lies in the box and in the tensor, null outside of that, and its bytes.
template <class See>
void for_stretches(const TensorMap& m, const int* at, const See& see) {
  const unsigned element = m.element(), row = m.row_bytes();
  const char* const outside = nullptr;
  // Elements [first, last) of a row are the tensor's.
  const std::int64_t row_size = m.box[0];
  const auto first =
      static_cast<unsigned>(std::clamp<std::int64_t>(-std::int64_t{at[0]}, 0, row_size));
  const auto last = static_cast<unsigned>(
      std::clamp<std::int64_t>(static_cast<std::int64_t>(m.size(0)) - at[0], first, row_size));
  unsigned index[5] = {};
  const auto bytes = static_cast<unsigned>(m.box_bytes());
  for (unsigned offset = 0; offset < bytes; offset += row) {
    const char* start = m.address + std::int64_t{at[0]} * element;
    bool inside = first < last;
    for (unsigned d = 1; d < m.rank; ++d) {
      const std::int64_t c = std::int64_t{at[d]} + index[d] * m.steps[d];
      inside = inside && c >= 0 && c < static_cast<std::int64_t>(m.size(d));
      start += c * static_cast<std::int64_t>(m.strides[d]);
    }
    if (!inside) {
      see(offset, outside, row);
    } else {
      const unsigned from = first * element, to = last * element;
      if (from > 0) see(offset, outside, from);
      see(offset + from, start + from, to - from);
      if (to < row) see(offset + to, outside, row - to);
    }
    for (unsigned d = 1; d < m.rank && ++index[d] == m.count(d); ++d) index[d] = 0;
  }
}

}  // namespace simt::detail
