// Tensor maps on the host: encodes them, and refuses those that CUDA's driver refuses.
#include "engine/memory/tensor_maps.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "engine/memory/address_space.h"
#include "engine/memory/shared_memory.h"
#include "engine/reductions.h"
#include "simt/tensor_maps.h"

namespace simt::detail {

namespace {

constexpr std::uint64_t encoded = 0x70616d20726f7374;
constexpr std::uint64_t copied = encoded + 1;
constexpr unsigned types = 13;  // from here on: elements of 4 and 6 bits, which Hopper lacks
constexpr unsigned largest_row = 256 * 8;
constexpr std::uint64_t most_box_bytes = 228 * 1024;

unsigned element_size(CUtensorMapDataType type) {
  constexpr std::uint8_t bytes[types] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
  return bytes[type];
}

bool is_floating(CUtensorMapDataType type) { return type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16; }

struct Wanted {
  const CUtensorMap* map;
  CUtensorMapDataType type;
  cuuint32_t rank;
  void* address;
  const cuuint64_t *dimensions, *strides;
  const cuuint32_t *box, *steps;
  CUtensorMapInterleave interleave;
  CUtensorMapSwizzle swizzle;
  CUtensorMapL2promotion promotion;
  CUtensorMapFloatOOBfill fill;
};

bool is_multiple(const void* p, std::uintptr_t of) {
  return reinterpret_cast<std::uintptr_t>(p) % of == 0;
}

bool fits_enumerations(const Wanted& w) {
  return static_cast<unsigned>(w.type) < types && w.interleave == CU_TENSOR_MAP_INTERLEAVE_NONE &&
         static_cast<unsigned>(w.swizzle) <= CU_TENSOR_MAP_SWIZZLE_128B &&
         static_cast<unsigned>(w.promotion) <= CU_TENSOR_MAP_L2_PROMOTION_L2_256B &&
         static_cast<unsigned>(w.fill) <= CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
}

/// The requirements of "cuTensorMapEncodeTiled" in NVIDIA's CUDA Driver API, as an H200's driver
/// enforces them: it does not check where the map lies or whether the tensor's memory exists.
bool is_allowed(const Wanted& w) {
  if (!w.map || !is_multiple(w.address, 16) || !fits_enumerations(w)) return false;
  if (w.rank < 1 || w.rank > 5 || !w.dimensions || !w.strides || !w.box || !w.steps) return false;
  std::uint64_t box_bytes = element_size(w.type);
  for (unsigned d = 0; d < w.rank; ++d) {
    if (w.dimensions[d] == 0 || w.dimensions[d] > std::uint64_t{1} << 32) return false;
    if (w.box[d] == 0 || w.box[d] > 256) return false;
    if (w.steps[d] == 0 || w.steps[d] > 8) return false;
    if (d > 0 && (w.strides[d - 1] % 16 != 0 || w.strides[d - 1] >= std::uint64_t{1} << 40))
      return false;
    box_bytes *= count_in_steps(w.box[d], d == 0 ? 1 : w.steps[d]);
  }
  if (box_bytes > most_box_bytes) return false;
  const unsigned row = w.box[0] * element_size(w.type);
  const bool within_swizzle = w.swizzle == CU_TENSOR_MAP_SWIZZLE_NONE || row <= 16u << w.swizzle;
  return row % 16 == 0 && within_swizzle &&
         (w.fill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE || is_floating(w.type));
}

TensorMap encoded_map(const Wanted& w) {
  TensorMap m{};
  m.mark = encoded;
  m.address = static_cast<char*>(w.address);
  m.rank = static_cast<std::uint8_t>(w.rank);
  m.type = static_cast<std::uint8_t>(w.type);
  m.swizzle = static_cast<std::uint8_t>(w.swizzle);
  m.fills_with_nan = w.fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
  for (unsigned d = 0; d < w.rank; ++d) {
    m.strides[d] = d == 0 ? element_size(w.type) : w.strides[d - 1];
    m.last[d] = static_cast<std::uint32_t>(w.dimensions[d] - 1);
    m.box[d] = static_cast<std::uint16_t>(w.box[d]);
    // The innermost dimension's step is unused.
    m.steps[d] = d == 0 ? 1 : static_cast<std::uint8_t>(w.steps[d]);
  }
  return m;
}

template <class T>
struct Fill {
  T value[largest_row / sizeof(T)];
  explicit Fill(T fill) { std::fill(std::begin(value), std::end(value), fill); }
};

}  // namespace

/// A map's type is aligned, but g++ aligns a parameter to no more than 16 bytes on ARM.
bool is_aligned_map(const void* map) {
#ifdef __x86_64__
  return is_multiple(map, 64);
#else
  return is_multiple(map, address_space(map) == Space::stacks ? 16 : 64);
#endif
}

const TensorMap* tensor_map_at(const void* map) {
  static_assert(sizeof(TensorMap) <= sizeof(CUtensorMap));
  const auto* const m = static_cast<const TensorMap*>(map);
  const bool valid = m->mark == encoded && m->rank >= 1 && m->rank <= 5 && m->type < types &&
                     m->swizzle <= 3 && m->row_bytes() <= largest_row;
  return valid ? m : nullptr;
}

void is_copy_of_map(const void* parameter) {
  auto* const m = static_cast<TensorMap*>(const_cast<void*>(parameter));
  if (m->mark == encoded) m->mark = copied;
}

std::optional<BoxFault> find_fault(const BoxOrder& order) {
  const char* const no_map = "tensor.no-map";
  const auto illegal = [](const char* cause, const char* why) {
    return BoxFault{cudaErrorIllegalInstruction, cause, why};
  };
  if (!is_aligned_map(order.map))
    return BoxFault{cudaErrorMisalignedAddress, no_map,
                    "it lies at an address that is no multiple of 64 bytes"};
  if (address_space(order.map) == Space::shared)
    return BoxFault{cudaErrorIllegalAddress, no_map,
                    "it lies in shared memory, where the copy engine does not look for maps"};
  if (static_cast<const TensorMap*>(order.map)->mark == copied)
    return BoxFault{cudaErrorIllegalAddress, no_map,
                    "without __grid_constant__ the parameter's address is that of a copy in the "
                    "thread's own memory, where the copy engine does not look"};
  const TensorMap* const map = tensor_map_at(order.map);
  if (!map) return illegal(no_map, "no tensor map has been encoded there");
  if (map->rank != order.rank)
    return illegal(no_map,
                   "the copy has another number of coordinates than the tensor has dimensions");
  if (map->box_bytes() > most_dynamic)
    return illegal(no_map, "the map's box is larger than shared memory");
  if (order.reduction != Reduction::none && !can_reduce(order.reduction, map->reduced_as()))
    return illegal(no_map, "copies cannot combine elements of the map's type in this way");
  if (std::int64_t{order.at[0]} * map->element() % 16 != 0)
    return illegal(
        "tensor.coordinate",
        "a box of a tensor begins at no multiple of 16 bytes of its innermost dimension");
  if (!order.barrier && *std::min_element(order.at, order.at + map->rank) < 0)
    return illegal("bounds.tensor-store", "a box is stored before the start of a tensor");
  return {};
}

const void* out_of_bounds_fill(const TensorMap& m) {
  static const Fill<std::uint64_t> zeros(0);
  // A NaN for each type.
  static const Fill<std::uint16_t> nans(0x7ff7);
  return m.fills_with_nan ? static_cast<const void*>(&nans) : &zeros;
}

void copy_as_tf32(void* to, const void* from, unsigned bytes) {
  for (unsigned at = 0; at < bytes; at += 4) {
    std::uint32_t word;
    std::memcpy(&word, static_cast<const char*>(from) + at, sizeof word);
    const std::uint32_t magnitude = word & 0x7fffffff, infinity = 0x7f800000;
    if (magnitude > infinity)
      word = 0x7fffe000;
    else if (magnitude < infinity)
      word = (word + 0xfff + (word >> 13 & 1)) & ~0x1fffu;
    std::memcpy(static_cast<char*>(to) + at, &word, sizeof word);
  }
}

std::string describe_map(const TensorMap& m) {
  std::string text;
  for (unsigned d = 0; d < m.rank; ++d) text += (d ? " x " : "") + std::to_string(m.size(d));
  text += " elements of " + std::to_string(m.element()) + " bytes";
  for (unsigned d = 1; d < m.rank; ++d)
    text += (d == 1 ? ", strides of " : " and ") + std::to_string(m.strides[d]) + " bytes";
  return text;
}

}  // namespace simt::detail

using namespace simt::detail;

CUresult cuTensorMapEncodeTiled(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank,
                                void* address, const cuuint64_t* dimensions,
                                const cuuint64_t* strides, const cuuint32_t* box,
                                const cuuint32_t* element_strides, CUtensorMapInterleave interleave,
                                CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
                                CUtensorMapFloatOOBfill fill) {
  const Wanted wanted{map,        type,    rank,      address,
                      dimensions, strides, box,       element_strides,
                      interleave, swizzle, promotion, fill};
  if (!is_allowed(wanted)) return CUDA_ERROR_INVALID_VALUE;
  const TensorMap m = encoded_map(wanted);
  std::memset(map, 0, sizeof *map);
  std::memcpy(map, &m, sizeof m);
  return CUDA_SUCCESS;
}

CUresult cuTensorMapReplaceAddress(CUtensorMap* map, void* address) {
  if (!map || !address || !is_multiple(address, 16)) return CUDA_ERROR_INVALID_VALUE;
  reinterpret_cast<TensorMap*>(map)->address = static_cast<char*>(address);
  return CUDA_SUCCESS;
}
