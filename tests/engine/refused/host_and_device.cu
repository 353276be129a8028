// What `__CUDA_ARCH__` makes another declaration or a header for the host.
//
// In the bodies of functions it chooses as with nvcc (tests/engine/host_and_device.cu).
#include <cstddef>

#ifdef __CUDA_ARCH__
constexpr int width = 32;  // REFUSED another one for the host
#else
constexpr int width = 1;
#endif

#ifndef __CUDA_ARCH__
#include <vector>  // REFUSED a header
#endif

// Specifiers do not matter.
#ifdef __CUDA_ARCH__
#define INLINE __forceinline__
#else
#define INLINE inline
#endif
INLINE __host__ __device__ int twice(int x) { return 2 * x; }

template <class F>
__global__ void apply(F f, int* out) {
  *out = f(width);
}

void host(int* out) {
#ifndef __CUDA_ARCH__
  const int one = 1;
#else
  const int one = 2;
#endif
  apply<<<1, 1>>>([=] __device__(int x) { return twice(x) + one; }, out);  // REFUSED a lambda
}
