// volatile on data in place of what would order it: the threads get or leave what chance decides.
#include <cuda_runtime.h>

#include <cstdio>

// Every thread stores another value into the same word.
__global__ void last_of_many(volatile int* winner) {
  *winner = threadIdx.x;  // FINDING race
}

// The flag is waited for, but nothing keeps the values before it.
__global__ void sent_without_fence(volatile int* values, volatile int* flag, int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 0) {
    values[t] = 3 * t;  // OTHER
    __syncthreads();
    if (t == 0) *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    out[t] = values[t];  // FINDING race
  }
}

// Lanes that would have to run in step.
__global__ void sum_of_a_warp(volatile float* v) {
  const int t = threadIdx.x;
  for (int d = 16; d > 0; d /= 2)
    if (t < d) v[t] = v[t] + v[t + d];  // FINDING race
}

// Two warps hand values on through shared memory without a barrier.
__global__ void turned_round(const int* in, int* out) {
  __shared__ volatile int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];        // FINDING race ?3, OTHER ?
  out[t] = s[63 - t];  // FINDING race ?3, OTHER ?
}

// Blocks read their neighbor's edge while it is stored.
__global__ void smoothed_in_place(volatile float* v) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const float left = v[i - 1], right = v[i + 1];  // FINDING race ?1, OTHER ?
  __syncthreads();
  v[i] = 0.5f * (left + right);  // FINDING race ?1, OTHER ?
}

// One look at a result that another block may not have stored yet.
__global__ void looked_at_once(volatile int* total, int* out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) *total = 42;  // FINDING race ?2, OTHER ?
  } else {
    out[threadIdx.x] = *total + threadIdx.x;  // FINDING race ?2, OTHER ?
  }
}

// Each block raises the maximum in two steps.
__global__ void maximum(const int* in, volatile int* most) {
  const int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (v > *most) *most = v;  // FINDING race, OTHER ?
}

int main() {
  const int n = 256;
  int *a, *b, h[n];
  float* v;
  for (int i = 0; i < n; ++i) h[i] = i % 97;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&v, n * sizeof(float));
  cudaMemset(b, 0, n * sizeof(int));
  cudaMemset(v, 0, n * sizeof(float));
  last_of_many<<<1, 128>>>(b);
  cudaMemset(a, 0, n * sizeof(int));
  cudaMemset(b, 0, n * sizeof(int));
  sent_without_fence<<<2, 32>>>(a, b, b + 1);
  sum_of_a_warp<<<1, 32>>>(v);
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  turned_round<<<1, 64>>>(a, b);
  smoothed_in_place<<<3, 64>>>(v);
  looked_at_once<<<2, 32>>>(b, b + 1);
  cudaMemset(b, 0, n * sizeof(int));
  maximum<<<4, 64>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  cudaFree(v);
  return 0;
}
