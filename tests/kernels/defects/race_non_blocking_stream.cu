// A stream made with cudaStreamNonBlocking does not wait for the default stream, as others would.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void produce(int* a) { a[threadIdx.x] = threadIdx.x; }  // FINDING race ?

__global__ void consume(const int* a, int* b) {
  b[threadIdx.x] = a[31 - threadIdx.x];  // FINDING race ?
}

int main() {
  int *a, *b, h[32];
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&a, sizeof(h));
  cudaMalloc(&b, sizeof(h));
  cudaMemset(a, 0, sizeof(h));
  cudaDeviceSynchronize();
  produce<<<1, 32>>>(a);
  consume<<<1, 32, 0, stream>>>(a, b);
  cudaStreamSynchronize(stream);
  cudaDeviceSynchronize();
  cudaMemcpy(h, b, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(a);
  cudaFree(b);
  cudaStreamDestroy(stream);
  return 0;
}
