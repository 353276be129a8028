// Blelloch's exclusive scan: up the tree and down again, two elements a thread, with padding
// against bank conflicts; then the sums of the blocks are added by two more kernels.
#include <cuda_runtime.h>

#include <cstdio>

#define PADDED(i) ((i) + (i) / 32)
constexpr int B = 64;

__global__ void scan(int n, const int* in, int* out, int* totals) {
  __shared__ int s[PADDED(2 * B)];
  const int t = threadIdx.x, first = blockIdx.x * 2 * B;
  s[PADDED(2 * t)] = first + 2 * t < n ? in[first + 2 * t] : 0;
  s[PADDED(2 * t + 1)] = first + 2 * t + 1 < n ? in[first + 2 * t + 1] : 0;
  int offset = 1;
  for (int d = B; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) s[PADDED(offset * (2 * t + 2) - 1)] += s[PADDED(offset * (2 * t + 1) - 1)];
    offset *= 2;
  }
  if (t == 0) {
    totals[blockIdx.x] = s[PADDED(2 * B - 1)];
    s[PADDED(2 * B - 1)] = 0;
  }
  for (int d = 1; d < 2 * B; d *= 2) {
    offset /= 2;
    __syncthreads();
    if (t < d) {
      const int left = PADDED(offset * (2 * t + 1) - 1), right = PADDED(offset * (2 * t + 2) - 1);
      const int keep = s[left];
      s[left] = s[right];
      s[right] += keep;
    }
  }
  __syncthreads();
  if (first + 2 * t < n) out[first + 2 * t] = s[PADDED(2 * t)];
  if (first + 2 * t + 1 < n) out[first + 2 * t + 1] = s[PADDED(2 * t + 1)];
}

__global__ void add_totals(int n, int* out, const int* totals) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += totals[i / (2 * B)];
}

int main() {
  const int n = 300;
  static int h[n], r[n];
  for (int i = 0; i < n; ++i) h[i] = (i * 7) % 23;
  int *in, *out;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  const int blocks = (n + 2 * B - 1) / (2 * B);
  int *totals, *before, *unused, sum = 0;
  cudaMalloc(&totals, blocks * sizeof(int));
  cudaMalloc(&before, blocks * sizeof(int));
  cudaMalloc(&unused, sizeof(int));
  scan<<<blocks, B>>>(n, in, out, totals);
  scan<<<1, B>>>(blocks, totals, before, unused);
  add_totals<<<(n + 63) / 64, 64>>>(n, out, before);
  cudaFree(totals);
  cudaFree(before);
  cudaFree(unused);
  cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    if (r[i] != sum) ++wrong;
    sum += h[i];
  }
  return wrong != 0;
}
