// Equal values that several threads store to one place: as a flag of one constant, by lanes of one
// warp (of which one wins, says the programming guide), or by streams that are ordered.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void any_above(const int* in, int limit, int* flag) {
  if (in[blockIdx.x * blockDim.x + threadIdx.x] > limit) *flag = 1;
}

__global__ void lanes(int* out) {
  if (threadIdx.x < 32) out[blockIdx.x] = 3 + blockIdx.x;
}

__global__ void whole_block(const int* in, int* out) {
  __shared__ int first;
  first = in[0];
  __syncthreads();
  out[threadIdx.x] = first + threadIdx.x;
}

__global__ void fill(int v, int* a) { a[threadIdx.x] = v; }

int main() {
  const int n = 64;
  int *a, *b, h[n], wrong = 0;
  cudaStream_t s[2];
  cudaEvent_t done;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&a, sizeof(h));
  cudaMalloc(&b, sizeof(h));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(b, 0, sizeof(h));
  any_above<<<2, 32>>>(a, 20, b);
  lanes<<<2, 64>>>(b + 1);
  cudaMemcpy(h, b, sizeof(h), cudaMemcpyDeviceToHost);
  wrong += h[0] != 1 || h[1] != 3 || h[2] != 4;
  whole_block<<<1, n>>>(a, b);
  cudaDeviceSynchronize();
  for (auto& stream : s) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaEventCreate(&done);
  fill<<<1, n, 0, s[0]>>>(9, b);
  cudaEventRecord(done, s[0]);
  cudaStreamWaitEvent(s[1], done, 0);
  fill<<<1, n, 0, s[1]>>>(9, b);
  cudaStreamSynchronize(s[1]);
  cudaMemcpy(h, b, sizeof(h), cudaMemcpyDeviceToHost);
  wrong += h[n - 1] != 9;
  cudaEventDestroy(done);
  for (auto& stream : s) cudaStreamDestroy(stream);
  cudaFree(a);
  cudaFree(b);
  return wrong != 0;
}
