// The sum of a block's values, by trees in shared memory.
#include "arrays.cuh"

constexpr int blocks = 3, threads = 256, count = blocks * threads;

// Every other thread of those still working stops: their warps diverge.
__global__ void reduce_modulo(const float* in, float* out) {
  __shared__ float sum[threads];
  const int t = threadIdx.x;
  sum[t] = in[blockIdx.x * threads + t];
  __syncthreads();
  for (int s = 1; s < threads; s *= 2) {
    if (t % (2 * s) == 0) sum[t] += sum[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sum[0];
}

// The first threads do the work, at ever larger distances: bank conflicts, from 2-way on.
__global__ void reduce_interleaved(const float* in, float* out) {
  __shared__ float sum[threads];
  const int t = threadIdx.x;
  sum[t] = in[blockIdx.x * threads + t];
  __syncthreads();
  for (int s = 1; s < threads; s *= 2) {
    const int i = 2 * s * t;
    if (i < threads) sum[i] += sum[i + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sum[0];
}

__global__ void reduce_sequential(const float* in, float* out) {
  __shared__ float sum[threads];
  const int t = threadIdx.x;
  sum[t] = in[blockIdx.x * threads + t];
  __syncthreads();
  for (int s = threads / 2; s > 0; s /= 2) {
    if (t < s) sum[t] += sum[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sum[0];
}

int main() {
  const std::vector<float> values = numbers<float>(count);
  const DeviceArray<float> in(values), a(blocks), b(blocks), c(blocks);
  reduce_modulo<<<blocks, threads>>>(in, a);
  reduce_interleaved<<<blocks, threads>>>(in, b);
  reduce_sequential<<<blocks, threads>>>(in, c);
  int wrong = 0;
  for (const DeviceArray<float>* out : {&a, &b, &c}) {
    const std::vector<float> got = out->values();
    for (int block = 0; block < blocks; ++block) {
      float sum = 0;
      for (int t = 0; t < threads; ++t) sum += values[block * threads + t];
      wrong += !(got[block] == sum);
    }
  }
  return verdict(wrong);
}
