// A copy in bulk that begins at the second number.
#include <cuda_runtime.h>
#include <cuda/barrier>

namespace cde = cuda::device::experimental;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void shift(const float* in, float* out) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(16) float s[64];
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, 1);
    cde::cp_async_bulk_global_to_shared(s, in + 1, sizeof(s), bar);  // FINDING misaligned
    bar.wait(cuda::device::barrier_arrive_tx(bar, 1, sizeof(s)));
  }
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
#endif
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 65 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  cudaMemset(in, 0, 65 * sizeof(float));
  shift<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
