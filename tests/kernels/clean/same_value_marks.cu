// Breadth-first search: whoever reaches a vertex stores the same level there. Threads of different
// blocks do for one vertex, and the levels of different vertices differ from launch to launch only.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void expand(int n, int level, const int* levels, int* next, int* changed) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || levels[v] != level) return;
  for (int to : {(v + 1) % n, 2 * v % n, n - 1 - v}) {
    if (levels[to] >= 0) continue;
    next[to] = level + 1;
    *changed = 1;
  }
}

int main() {
  const int n = 300;
  int h[n], more = 1, *levels, *next, *changed;
  for (int v = 0; v < n; ++v) h[v] = v == 0 ? 0 : -1;
  cudaMalloc(&levels, sizeof(h));
  cudaMalloc(&next, sizeof(h));
  cudaMalloc(&changed, sizeof(int));
  cudaMemcpy(levels, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemcpy(next, h, sizeof(h), cudaMemcpyHostToDevice);
  for (int level = 0; more && level < n; ++level) {
    cudaMemset(changed, 0, sizeof(int));
    expand<<<(n + 31) / 32, 32>>>(n, level, levels, next, changed);
    cudaMemcpy(levels, next, sizeof(h), cudaMemcpyDeviceToDevice);
    cudaMemcpy(&more, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  cudaMemcpy(h, levels, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(levels);
  cudaFree(next);
  cudaFree(changed);
  int wrong = 0;
  for (int v = 0; v < n; ++v)
    if (h[v] < 0) ++wrong;
  return wrong != 0;
}
