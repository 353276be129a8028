// Breadth-first search on a grid by one block: a queue in shared memory that grows by atomics,
// levels divided by barriers, a loop whose end all threads see alike.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int W = 12;

__global__ void search(const int* wall, int* distance) {
  __shared__ int queue[W * W];
  __shared__ int first, last, end;
  const int t = threadIdx.x;
  for (int i = t; i < W * W; i += blockDim.x) distance[i] = -1;
  __syncthreads();
  if (t == 0) {
    queue[0] = 0;
    distance[0] = 0;
    first = 0;
    last = 1;
    end = 1;
  }
  __syncthreads();
  while (first < last) {
    for (int q = first + t; q < last; q += blockDim.x) {
      const int at = queue[q], x = at % W, y = at / W;
      const int dx[4] = {1, -1, 0, 0}, dy[4] = {0, 0, 1, -1};
      for (int k = 0; k < 4; ++k) {
        const int nx = x + dx[k], ny = y + dy[k], next = ny * W + nx;
        if (nx < 0 || ny < 0 || nx >= W || ny >= W || wall[next]) continue;
        if (atomicCAS(&distance[next], -1, -2) == -1) queue[atomicAdd(&end, 1)] = next;
      }
    }
    __syncthreads();
    const int level_end = end, level = last;
    const int old = queue[first];
    const int step = distance[old] + 1;
    __syncthreads();
    for (int q = level + t; q < level_end; q += blockDim.x) distance[queue[q]] = step;
    if (t == 0) {
      first = level;
      last = level_end;
    }
    __syncthreads();
  }
}

int main() {
  static int wall[W * W], h[W * W], expected[W * W];
  int *dwall, *distance, wrong = 0;
  for (int y = 1; y < W; y += 2)
    for (int x = 0; x < W; ++x) wall[y * W + x] = x != (y % 4 == 1 ? W - 1 : 0);
  cudaMalloc(&dwall, sizeof(wall));
  cudaMalloc(&distance, sizeof(h));
  cudaMemcpy(dwall, wall, sizeof(wall), cudaMemcpyHostToDevice);
  search<<<1, 64>>>(dwall, distance);
  cudaMemcpy(h, distance, sizeof(h), cudaMemcpyDeviceToHost);
  cudaFree(dwall);
  cudaFree(distance);
  // The walls leave one way, a snake through all rows.
  int d = 0;
  for (int y = 0; y < W; ++y)
    for (int x = 0; x < W; ++x) expected[y * W + x] = -1;
  for (int y = 0; y < W; y += 2) {
    for (int x = 0; x < W; ++x) expected[y * W + (y % 4 == 0 ? x : W - 1 - x)] = d++;
    if (y + 1 < W) expected[(y + 1) * W + (y % 4 == 0 ? W - 1 : 0)] = d++;
  }
  for (int i = 0; i < W * W; ++i)
    if (h[i] != expected[i]) ++wrong;
  return wrong != 0;
}
