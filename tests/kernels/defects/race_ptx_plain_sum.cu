// A load, an add and a store where red.global.add is needed.
#include <cstdio>

__global__ void count(const int* in, int n, unsigned* total) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] == 0) return;
  unsigned seen;
  asm volatile("ld.global.u32 %0, [%1];" : "=r"(seen) : "l"(total) : "memory");  // FINDING race
  asm volatile("{ .reg .u32 t; add.u32 t, %1, 1; st.global.u32 [%0], t; }"       // FINDING race
               :
               : "l"(total), "r"(seen)
               : "memory");
}

int main() {
  int* in;
  unsigned* total;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&total, sizeof(unsigned));
  for (int i = 0; i < 256; ++i) in[i] = i % 3;
  *total = 0;
  count<<<4, 64>>>(in, 256, total);
  cudaDeviceSynchronize();
  std::printf("%u\n", *total);
  cudaFree(in);
  cudaFree(total);
}
