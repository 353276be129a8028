// The content that cuTensorMapEncodeTiled writes into a CUtensorMap, and the boxes of a tensor that
// copies transfer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "simt/async.h"
#include "simt/error_codes.h"

namespace simt::detail {

inline unsigned count_in_steps(unsigned elements, unsigned step) {
  return (elements + step - 1u) / step;
}

struct TensorMap {
  std::uint64_t mark;  // identifies an encoded map
  char* address;
  std::uint64_t strides[5];  // bytes; innermost dimension: element size
  std::uint32_t last[5];     // largest index of each dimension
  std::uint16_t box[5];      // elements
  std::uint8_t steps[5];     // stride between the elements taken
  std::uint8_t rank;
  std::uint8_t type;     // CUtensorMapDataType
  std::uint8_t swizzle;  // address bits that are swizzled: 0 to 3
  bool fills_with_nan;

  std::uint64_t size(unsigned d) const { return std::uint64_t{last[d]} + 1; }
  /// Elements that a box takes along a dimension.
  unsigned count(unsigned d) const { return count_in_steps(box[d], steps[d]); }
  unsigned element() const { return static_cast<unsigned>(strides[0]); }
  unsigned row_bytes() const { return box[0] * element(); }
  /// Bytes from row to row in shared memory: rows shorter than the swizzle's span are padded to it.
  unsigned pitch() const { return swizzle == 0 ? row_bytes() : 16u << swizzle; }
  unsigned rows() const {
    unsigned n = 1;
    for (unsigned d = 1; d < rank; ++d) n *= count(d);
    return n;
  }
  /// Excludes the padding between rows, which no copy touches.
  std::uint64_t box_bytes() const { return std::uint64_t{rows()} * row_bytes(); }
  Element reduced_as() const { return static_cast<Element>(type); }
  /// Whether loads round to TF32.
  bool is_tf32() const { return type >= 11; }
};

/// Returns null if no map has been encoded there.
const TensorMap* tensor_map_at(const void* map);

/// Why a copy by a map ends its kernel: the error, the finding's cause, and the reason in words.
struct BoxFault {
  cudaError_t error;
  const char* cause;
  const char* why;
};
std::optional<BoxFault> find_fault(const BoxOrder& order);

inline bool is_aligned_for_box(const void* shared) {
  return reinterpret_cast<std::uintptr_t>(shared) % 128 == 0;
}
/// The value of elements outside the tensor, enough bytes for a box's row.
const void* out_of_bounds_fill(const TensorMap& m);
/// Rounds to eleven significant bits, to nearest even, as TF32 loads do (seen on an H200: both
/// types round, and neither flushes subnormals).
void copy_as_tf32(void* to, const void* from, unsigned bytes);
/// "64 x 48 elements of 4 bytes, rows 256 bytes apart"
std::string describe_map(const TensorMap& m);

/// Calls `see(offset, global, size)` for each contiguous part of a box, by rows: its offset in
/// shared memory, its address in the tensor (null outside of it), and its bytes.
template <class See>
void for_stretches(const TensorMap& m, const int* at, const See& see) {
  const unsigned element = m.element(), row = m.row_bytes(), pitch = m.pitch();
  const char* const outside = nullptr;
  // Elements [first, last) of a row are inside the tensor.
  const std::int64_t row_size = m.box[0];
  const auto first =
      static_cast<unsigned>(std::clamp<std::int64_t>(-std::int64_t{at[0]}, 0, row_size));
  const auto last = static_cast<unsigned>(
      std::clamp<std::int64_t>(static_cast<std::int64_t>(m.size(0)) - at[0], first, row_size));
  unsigned index[5] = {};
  const unsigned end = m.rows() * pitch;
  for (unsigned offset = 0; offset < end; offset += pitch) {
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
