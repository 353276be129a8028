// The host and a kernel talk through pinned and managed memory, but something is missing: the fence
// before the flag, the flag itself, or the wait for it.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void tell_without_fence(int* value, volatile int* flag) {
  *value = 1;  // OTHER
  *flag = 1;
}

__global__ void no_flag(int* value) {
  *value = 2;  // FINDING race ?1, OTHER ?
}

__global__ void plain_flag(int* value, int* flag) {
  *value = 3;
  __threadfence_system();
  *flag = 1;  // FINDING race ?2, OTHER ?
}

__global__ void slow_reader(const int* in, int* out) {
  *out = *in + 1;  // FINDING race
}

int main() {
  int *pinned, *managed, *out, sum = 0;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocHost(&pinned, 16 * sizeof(int));
  cudaMallocManaged(&managed, 16 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  for (int i = 0; i < 16; ++i) pinned[i] = managed[i] = 0;
  volatile int* flag = pinned;
  tell_without_fence<<<1, 1, 0, stream>>>(pinned + 1, pinned);
  while (*flag == 0) {
  }
  sum += pinned[1];  // FINDING race
  cudaDeviceSynchronize();
  no_flag<<<1, 1, 0, stream>>>(managed);
  sum += *managed;  // FINDING race ?1, OTHER ?
  cudaDeviceSynchronize();
  plain_flag<<<1, 1, 0, stream>>>(pinned + 2, pinned + 3);
  while (*const_cast<volatile int*>(pinned + 3) == 0) {  // FINDING race ?2, OTHER ?
  }
  cudaDeviceSynchronize();
  slow_reader<<<1, 1, 0, stream>>>(pinned + 4, out);
  pinned[4] = 5;  // OTHER
  cudaDeviceSynchronize();
  cudaStreamDestroy(stream);
  cudaFree(managed);
  cudaFree(out);
  cudaFreeHost(pinned);
  printf("%d\n", sum);
  return 0;
}
