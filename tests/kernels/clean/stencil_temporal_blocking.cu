// Four sweeps of a one-dimensional stencil in one launch: each block loads four more elements on
// each side than it stores, and its valid part shrinks from step to step.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int inner = 56, depth = 4, threads = inner + 2 * depth;

__global__ void four_sweeps(int n, const float* in, float* out) {
  __shared__ float u[2][threads];
  const int t = threadIdx.x;
  const int i = blockIdx.x * inner + t - depth;
  u[0][t] = i >= 0 && i < n ? in[i] : 0;
  __syncthreads();
  for (int s = 0; s < depth; ++s) {
    const bool valid = t > s && t < threads - 1 - s;
    if (valid) {
      const float* old = u[s % 2];
      u[(s + 1) % 2][t] =
          i > 0 && i < n - 1 ? 0.25f * old[t - 1] + 0.5f * old[t] + 0.25f * old[t + 1] : old[t];
    }
    __syncthreads();
  }
  if (t >= depth && t < threads - depth && i < n) out[i] = u[depth % 2][t];
}

int main() {
  const int n = 150;
  static float h[2][n], result[n];
  for (int i = 0; i < n; ++i) h[0][i] = h[1][i] = 256 * (i % 9);
  float *in, *out;
  cudaMalloc(&in, sizeof(result));
  cudaMalloc(&out, sizeof(result));
  cudaMemcpy(in, h[0], sizeof(result), cudaMemcpyHostToDevice);
  four_sweeps<<<(n + inner - 1) / inner, threads>>>(n, in, out);
  cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int s = 0; s < depth; ++s)
    for (int i = 1; i < n - 1; ++i)
      h[(s + 1) % 2][i] = 0.25f * h[s % 2][i - 1] + 0.5f * h[s % 2][i] + 0.25f * h[s % 2][i + 1];
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    if (result[i] != h[0][i]) ++wrong;
  return wrong != 0;
}
