// What tests of tensor maps share: maps made as NVIDIA's programming guide makes them, and what a
// box must hold. Copies need compute capability 9.0.
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <vector>

#include "expect.h"

namespace tensors {

using Encode = CUresult (*)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*,
                            const cuuint64_t*, const cuuint32_t*, const cuuint32_t*,
                            CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion,
                            CUtensorMapFloatOOBfill);

/// The driver's function without its library.
inline Encode encode_function() {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result;
#if CUDART_VERSION >= 12050
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault,
                                   &result);
#else
  cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &found, cudaEnableDefault, &result);
#endif
  return result == cudaDriverEntryPointSuccess ? reinterpret_cast<Encode>(found) : nullptr;
}

/// A tensor of words, dense but for `pitch` bytes from row to row, if there is one.
struct Tensor {
  std::vector<cuuint64_t> size;  // the innermost dimension first
  std::vector<cuuint32_t> box;
  std::vector<cuuint32_t> steps = std::vector<cuuint32_t>(size.size(), 1);
  CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_UINT32;
  unsigned element = 4;
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
  CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
  cuuint64_t pitch = 0;

  std::vector<cuuint64_t> strides() const {
    std::vector<cuuint64_t> all;
    cuuint64_t stride = pitch ? pitch : size[0] * element;
    for (std::size_t d = 1; d < size.size(); stride *= size[d++]) all.push_back(stride);
    all.push_back(0);
    return all;
  }
  CUresult encode(CUtensorMap* map, void* data) const {
    return encode_function()(map, type, static_cast<cuuint32_t>(size.size()), data, size.data(),
                             strides().data(), box.data(), steps.data(),
                             CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                             CU_TENSOR_MAP_L2_PROMOTION_NONE, fill);
  }
  CUtensorMap map(void* data) const {
    CUtensorMap m{};
    EXPECT_EQ(static_cast<int>(encode(&m, data)), 0);
    return m;
  }
  unsigned box_bytes() const {
    unsigned bytes = element;
    for (std::size_t d = 0; d < box.size(); ++d) bytes *= (box[d] + steps[d] - 1) / steps[d];
    return bytes;
  }
  /// Calls `see(i, word)` for each word of the box at `at`: its number in the box, and in the
  /// tensor, or -1 outside.
  template <class See>
  void for_box(const std::vector<int>& at, const See& see) const {
    std::vector<unsigned> index(size.size(), 0);
    for (unsigned i = 0; i < box_bytes() / element; ++i) {
      long long word = 0, stride = 1;
      bool inside = true;
      for (std::size_t d = 0; d < size.size(); ++d) {
        const long long c = at[d] + static_cast<long long>(index[d] * steps[d]);
        inside = inside && c >= 0 && c < static_cast<long long>(size[d]);
        word += c * stride;
        stride *= d == 0 && pitch ? pitch / element : size[d];
      }
      see(i, inside ? word : -1);
      for (std::size_t d = 0; d < size.size(); ++d) {
        if (++index[d] < (box[d] + steps[d] - 1) / steps[d]) break;
        index[d] = 0;
      }
    }
  }
};

/// What the elements of a tensor can be on Hopper.
struct Type {
  const char* name;
  CUtensorMapDataType type;
  unsigned bytes;
};
inline const std::vector<Type>& types() {
  static const std::vector<Type> all{{"UINT8", CU_TENSOR_MAP_DATA_TYPE_UINT8, 1},
                                     {"UINT16", CU_TENSOR_MAP_DATA_TYPE_UINT16, 2},
                                     {"UINT32", CU_TENSOR_MAP_DATA_TYPE_UINT32, 4},
                                     {"INT32", CU_TENSOR_MAP_DATA_TYPE_INT32, 4},
                                     {"UINT64", CU_TENSOR_MAP_DATA_TYPE_UINT64, 8},
                                     {"INT64", CU_TENSOR_MAP_DATA_TYPE_INT64, 8},
                                     {"FLOAT16", CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2},
                                     {"FLOAT32", CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4},
                                     {"FLOAT64", CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 8},
                                     {"BFLOAT16", CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2},
                                     {"FLOAT32_FTZ", CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, 4},
                                     {"TFLOAT32", CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, 4},
                                     {"TFLOAT32_FTZ", CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ, 4}};
  return all;
}

/// Where a byte of a dense tile lies once its chunks of 16 bytes have changed places.
inline unsigned swizzled(unsigned at, CUtensorMapSwizzle swizzle) {
  if (swizzle == CU_TENSOR_MAP_SWIZZLE_128B) return at ^ (at >> 7 & 7) << 4;
  if (swizzle == CU_TENSOR_MAP_SWIZZLE_64B) return at ^ (at >> 7 & 3) << 4;
  return at ^ (at >> 7 & 1) << 4;
}

struct At {
  int c[5];
};

inline bool device_has_tensor_copies() {
  int major = 0;
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
  return major >= 9;
}

inline std::vector<unsigned> numbers(std::size_t n, unsigned first = 1) {
  std::vector<unsigned> v(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = first + static_cast<unsigned>(i);
  return v;
}

__device__ inline unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900
__device__ inline void init(unsigned long long* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(bar)), "r"(count)
               : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ inline void expect(unsigned long long* bar, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(bar)),
               "r"(bytes)
               : "memory");
}
/// Whether the phase completes. One that never does is given up: a test fails, and does not hang.
__device__ inline bool completes(unsigned long long* bar, unsigned parity) {
  unsigned done = 0;
  for (unsigned tries = 0; !done && tries < 1u << 16; ++tries)
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;"
        "  selp.u32 %0, 1, 0, p; }"
        : "=r"(done)
        : "r"(shared_address(bar)), "r"(parity)
        : "memory");
  return done;
}
__device__ inline void wait(unsigned long long* bar, unsigned parity) {
  if (!completes(bar, parity)) __trap();
}
__device__ inline void fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ inline void commit_and_wait() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

/// Of `rank` dimensions.
__device__ inline void load(int rank, void* to, const CUtensorMap* map, const At& at,
                            unsigned long long* bar) {
  const unsigned s = shared_address(to), b = shared_address(bar);
#define TENSORS_LOAD(n, coordinates)                                                         \
  asm volatile(                                                                              \
      "cp.async.bulk.tensor." n                                                              \
      "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {" coordinates  \
      "}], [%2];" ::"r"(s),                                                                  \
      "l"(map), "r"(b), "r"(at.c[0]), "r"(at.c[1]), "r"(at.c[2]), "r"(at.c[3]), "r"(at.c[4]) \
      : "memory")
  if (rank == 1) TENSORS_LOAD("1", "%3");
  if (rank == 2) TENSORS_LOAD("2", "%3, %4");
  if (rank == 3) TENSORS_LOAD("3", "%3, %4, %5");
  if (rank == 4) TENSORS_LOAD("4", "%3, %4, %5, %6");
  if (rank == 5) TENSORS_LOAD("5", "%3, %4, %5, %6, %7");
#undef TENSORS_LOAD
}
__device__ inline void store(int rank, const CUtensorMap* map, const At& at, const void* from) {
  const unsigned s = shared_address(from);
#define TENSORS_STORE(n, coordinates)                                                              \
  asm volatile("cp.async.bulk.tensor." n "d.global.shared::cta.tile.bulk_group [%1, {" coordinates \
               "}], [%0];" ::"r"(s),                                                               \
               "l"(map), "r"(at.c[0]), "r"(at.c[1]), "r"(at.c[2]), "r"(at.c[3]), "r"(at.c[4])      \
               : "memory")
  if (rank == 1) TENSORS_STORE("1", "%2");
  if (rank == 2) TENSORS_STORE("2", "%2, %3");
  if (rank == 3) TENSORS_STORE("3", "%2, %3, %4");
  if (rank == 4) TENSORS_STORE("4", "%2, %3, %4, %5");
  if (rank == 5) TENSORS_STORE("5", "%2, %3, %4, %5, %6");
#undef TENSORS_STORE
}
#endif

}  // namespace tensors
