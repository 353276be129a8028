// One block hands a value to another: a releasing store, an acquiring load that polls.
#include <cstdio>

__device__ unsigned flag, value, got;

__global__ void hand_over() {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    value = 42;
    asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(&flag) : "memory");
  } else {
    unsigned seen;
    do {
      asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(&flag) : "memory");
    } while (seen == 0);
    got = value;
  }
}

int main() {
  hand_over<<<2, 32>>>();
  unsigned result = 0;
  cudaMemcpyFromSymbol(&result, got, sizeof result);
  std::printf("%u\n", result);
}
