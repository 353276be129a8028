// Each thread writes the square of the number behind its own.
#include <cstdio>

__device__ __noinline__ void next(unsigned& i) {
  i += 1;  // <- pointer.to-built-in
}

__global__ void squares(unsigned* out) {
  const unsigned mine = threadIdx.x;
  next(const_cast<uint3&>(threadIdx).x);
  out[mine] = threadIdx.x * threadIdx.x;
}

int main() {
  unsigned *out, h[32];
  cudaMalloc(&out, sizeof h);
  squares<<<1, 32>>>(out);
  if (cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost) == cudaSuccess)
    printf("%u\n", h[6]);  // should print 49
  cudaFree(out);
}
