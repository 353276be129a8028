// The honest twin of those whose kernels nobody watches: instances by the size, through a pointer, by
// cudaLaunchKernel, by a graph, with types that follow from the arguments, and behind many others.
#include "matmul.h"

#include <type_traits>
#include <utility>

constexpr int T = 16;
template <bool large>
__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  __shared__ real As[T][T], Bs[T][T];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  real sum = 0;
  for (int t = 0; t < (k + T - 1) / T; t++) {
    As[y][x] = t * T + x < k && row < m ? A[row * (long long)k + t * T + x] : 0;
    Bs[y][x] = t * T + y < k && col < n ? B[(t * T + y) * (long long)n + col] : 0;
    __syncthreads();
    for (int p = 0; p < T; p++) sum += As[y][p] * Bs[p][x];
    __syncthreads();
  }
  if (row < m && col < n) C[row * (long long)n + col] = sum;
}

template <class Part>
__global__ void scales(real* C, int size, Part by) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < size) C[i] *= by;
}
template <int number>
__global__ void idle() {}
template <int... numbers>
void launch_idle(std::integer_sequence<int, numbers...>) {
  void (*const all[])() = {idle<numbers>...};
  for (auto* one : all) one<<<1, 1>>>();
}

void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  const dim3 blocks((n + T - 1) / T, (m + T - 1) / T), threads(T, T);
  launch_idle(std::make_integer_sequence<int, 40>());
  auto* const chosen = m > 40 ? product<true> : product<false>;
  chosen<<<blocks, threads>>>(m, n, k, A, B, C);
  void* args[] = {&m, &n, &k, &A, &B, &C};
  cudaLaunchKernel((void*)chosen, blocks, threads, args, 0, 0);
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaGraphExec_t ready;
  cudaGraphCreate(&graph, 0);
  cudaKernelNodeParams kernel{};
  kernel.func = (void*)chosen;
  kernel.gridDim = blocks;
  kernel.blockDim = threads;
  kernel.kernelParams = args;
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel);
  cudaGraphInstantiate(&ready, graph, 0);
  cudaGraphLaunch(ready, 0);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(ready);
  cudaGraphDestroy(graph);
  if (m > 40)
    scales<<<(m * n + 255) / 256, 256>>>(C, m * n, 1.0f);
  else
    scales<<<(m * n + 255) / 256, 256>>>(C, m * n, 1);
}
