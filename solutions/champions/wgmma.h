// What Hopper has beside its threads: products of tiles in shared memory by its tensor cores
// (wgmma), copies of whole pieces of memory, and the barriers that count their bytes. Kernels that
// use them must be compiled for compute capability 9.0a; for others only the types are there. Comes
// after a lab's solution, whose CHECK it uses.
#pragma once

#include <cuda_runtime.h>

namespace wgmma {

#ifdef __CUDA_ARCH_FEAT_SM90_ALL

__device__ inline unsigned address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

#endif

/// A barrier in shared memory that counts arrivals and bytes of bulk copies.
struct Barrier {
  unsigned long long state;
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  __device__ void init(int arrivals) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address(this)), "r"(arrivals)
                 : "memory");
  }
  __device__ void arrive() {
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(address(this)) : "memory");
  }
  __device__ void arrive_and_expect(int bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(address(this)),
                 "r"(bytes)
                 : "memory");
  }
  __device__ void wait(int phase) {
    asm volatile(
        "{\n.reg .pred done;\n"
        "again: mbarrier.try_wait.parity.shared.b64 done, [%0], %1;\n"
        "@!done bra again;\n}" ::"r"(address(this)),
        "r"(phase)
        : "memory");
  }
#endif
};

#ifdef __CUDA_ARCH_FEAT_SM90_ALL

/// By one thread: the barriers of a ring of stages. One thread fetches into a stage, `readers`
/// arrive when they have read it.
template <int stages>
__device__ void make_ring(Barrier (&full)[stages], Barrier (&empty)[stages], int readers) {
  for (int i = 0; i < stages; ++i) {
    full[i].init(1);
    empty[i].init(readers);
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");  // bulk copies see them
}

__device__ inline void bulk_copy(void* to, const void* from, int bytes, Barrier& barrier) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(address(to)),
      "l"(from), "r"(bytes), "r"(address(&barrier))
      : "memory");
}

/// Describes rows of 128 bytes in shared memory, in groups of eight that follow each other.
__device__ inline unsigned long long matrix_at(const void* p) {
  constexpr unsigned long long group = 1024 >> 4, swizzle_128_bytes = 1ull << 62;
  return (address(p) & 0x3ffff) >> 4 | 1ull << 16 | group << 32 | swizzle_128_bytes;
}

#define EIGHT(d, i)                                                                           \
  "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), \
      "+f"(d[i + 6]), "+f"(d[i + 7])

/// sum = a · b, or sum += a · b: 64 × 16 halves by 16 × 128, 64 or 32, for four warps together.
__device__ inline void multiply(float (&sum)[64], unsigned long long a, unsigned long long b,
                                bool add) {
  asm volatile(
      "{\n.reg .pred add;\nsetp.ne.b32 add, %66, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
      "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
      "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
      "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, "
      "%64, %65, add, 1, 1, 0, 0;\n}"
      : EIGHT(sum, 0), EIGHT(sum, 8), EIGHT(sum, 16), EIGHT(sum, 24), EIGHT(sum, 32),
        EIGHT(sum, 40), EIGHT(sum, 48), EIGHT(sum, 56)
      : "l"(a), "l"(b), "r"(int(add)));
}
__device__ inline void multiply(float (&sum)[32], unsigned long long a, unsigned long long b,
                                bool add) {
  asm volatile(
      "{\n.reg .pred add;\nsetp.ne.b32 add, %34, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
      "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, "
      "%32, %33, add, 1, 1, 0, 0;\n}"
      : EIGHT(sum, 0), EIGHT(sum, 8), EIGHT(sum, 16), EIGHT(sum, 24)
      : "l"(a), "l"(b), "r"(int(add)));
}
__device__ inline void multiply(float (&sum)[16], unsigned long long a, unsigned long long b,
                                bool add) {
  asm volatile(
      "{\n.reg .pred add;\nsetp.ne.b32 add, %18, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}, "
      "%16, %17, add, 1, 1, 0, 0;\n}"
      : EIGHT(sum, 0), EIGHT(sum, 8)
      : "l"(a), "l"(b), "r"(int(add)));
}
#undef EIGHT

#define EIGHT(d, i)                                                                           \
  "+r"(d[i]), "+r"(d[i + 1]), "+r"(d[i + 2]), "+r"(d[i + 3]), "+r"(d[i + 4]), "+r"(d[i + 5]), \
      "+r"(d[i + 6]), "+r"(d[i + 7])

/// sum = a · b, or sum += a · b: 64 × 32 integers of 8 bits by 32 × 256, for four warps together.
__device__ inline void multiply(int (&sum)[128], unsigned long long a, unsigned long long b,
                                bool add) {
  asm volatile(
      "{\n.reg .pred add;\nsetp.ne.b32 add, %130, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n256k32.s32.s8.s8 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
      "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
      "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
      "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "
      "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "
      "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "
      "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, "
      "%111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, "
      "%125, %126, %127}, "
      "%128, %129, add;\n}"
      : EIGHT(sum, 0), EIGHT(sum, 8), EIGHT(sum, 16), EIGHT(sum, 24), EIGHT(sum, 32),
        EIGHT(sum, 40), EIGHT(sum, 48), EIGHT(sum, 56), EIGHT(sum, 64), EIGHT(sum, 72),
        EIGHT(sum, 80), EIGHT(sum, 88), EIGHT(sum, 96), EIGHT(sum, 104), EIGHT(sum, 112),
        EIGHT(sum, 120)
      : "l"(a), "l"(b), "r"(int(add)));
}
#undef EIGHT

__device__ inline void begin_multiplying() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
/// The products issued since the last call are one group.
__device__ inline void end_products() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
/// Waits until at most `pending` groups are not finished.
template <int pending>
/// Ends a group, and waits until all are finished.
__device__ inline void wait_for_products() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
}
/// Ends a group, and waits until all are finished.
__device__ inline void wait_for_products() {
  asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
}
/// Keeps the compiler from reading the sums before the wait for them.
__device__ inline void hold(int (&sum)[128]) {
#pragma unroll
  for (int i = 0; i < 128; ++i) asm volatile("" : "+r"(sum[i])::"memory");
}
#endif

/// The tensor cores may read, and bulk copies may fetch, what this thread stored before.
__device__ inline void show_to_copies() {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  asm volatile("fence.proxy.async;" ::: "memory");
#endif
}

/// Has shared memory if this is compiled for Hopper's own instructions.
static __global__ void compiled_for_hopper(int* unused) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  __shared__ int word;
  word = threadIdx.x;
  if (unused != nullptr) *unused = word;
#endif
}

/// Is this a device with wgmma, and is this code compiled for it?
inline bool available() {
  int device = 0, major = 0, minor = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
  CHECK(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
  if (major != 9 || minor != 0) return false;
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, compiled_for_hopper));
  return attributes.sharedSizeBytes > 0;
}

}  // namespace wgmma
