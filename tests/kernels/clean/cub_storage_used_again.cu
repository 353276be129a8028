// Two collectives of CUB's in one storage, with a barrier between them.
#include <cstdio>
#include <cub/block/block_reduce.cuh>

constexpr int threads = 128;

__global__ void mean_and_variance(const float* in, float* out) {
  using Reduce = cub::BlockReduce<float, threads>;
  __shared__ typename Reduce::TempStorage storage;
  __shared__ float mean;
  const float x = in[threadIdx.x];
  const float sum = Reduce(storage).Sum(x);
  __syncthreads();
  const float squares = Reduce(storage).Sum(x * x);
  if (threadIdx.x == 0) {
    mean = sum / threads;
    out[0] = mean;
    out[1] = squares / threads - mean * mean;
  }
}

int main() {
  float host[threads], result[2];
  for (int i = 0; i < threads; ++i) host[i] = i % 16;
  float *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof result);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  mean_and_variance<<<1, threads>>>(in, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", result[0], result[1]);
  cudaFree(in);
  cudaFree(out);
}
