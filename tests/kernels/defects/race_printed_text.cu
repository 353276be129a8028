// A text that printf() and puts() read in a kernel while another thread writes it.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void prints() {
  __shared__ char text[8];
  if (threadIdx.x == 0) {
    text[0] = 'a';  // OTHER ?
    text[1] = 0;    // OTHER ?
  }
  if (threadIdx.x == 40) printf("%d %.*s\n", 5, 1, text);  // FINDING race ?
  if (threadIdx.x == 41) printf("%5.1f %s\n", 1.5, text);  // FINDING race ?
}

int main() {
  prints<<<1, 64>>>();
  return cudaDeviceSynchronize();
}
