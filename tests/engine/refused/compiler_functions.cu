// Names that only NVIDIA's compiler knows.
#include <cuda_runtime.h>

__device__ __nv_bool weight;  // REFUSED compiler

__global__ void roots(const float* in, float* out) {
  out[threadIdx.x] = __nv_sqrtf(in[threadIdx.x]);  // REFUSED compiler
  __nvvm_membar_gl();                              // REFUSED compiler
}

int main() { return 0; }
