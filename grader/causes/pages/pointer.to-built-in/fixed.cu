// Each thread writes the square of the number behind its own.
#include <cstdio>

__device__ __noinline__ void next(unsigned& i) { i += 1; }

__global__ void squares(unsigned* out) {
  const unsigned mine = threadIdx.x;
  unsigned i = mine;
  next(i);
  out[mine] = i * i;
}

int main() {
  unsigned *out, h[32];
  cudaMalloc(&out, sizeof h);
  squares<<<1, 32>>>(out);
  if (cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess)
    return 1;
  printf("%u\n", h[6]);  // should print 49
  cudaFree(out);
}
