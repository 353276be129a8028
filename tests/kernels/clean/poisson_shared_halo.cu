// Each block keeps a plane with its halo in shared memory and walks through the cube plane by
// plane. What of the tile lies outside the cube is not loaded and not used.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int T = 8;

__global__ void jacobi3d(int N, double* u, const double* u_old) {
  __shared__ double plane[T + 2][T + 2];
  const int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  const bool inside = x < N && y < N;
  const bool interior = x > 0 && y > 0 && x < N - 1 && y < N - 1;
  for (int z = 1; z < N - 1; ++z) {
    const int at = (z * N + y) * N + x;
    if (inside) {
      plane[ty][tx] = u_old[at];
      if (threadIdx.x == 0 && x > 0) plane[ty][0] = u_old[at - 1];
      if (threadIdx.x == T - 1 && x + 1 < N) plane[ty][T + 1] = u_old[at + 1];
      if (threadIdx.y == 0 && y > 0) plane[0][tx] = u_old[at - N];
      if (threadIdx.y == T - 1 && y + 1 < N) plane[T + 1][tx] = u_old[at + N];
    }
    __syncthreads();
    if (interior)
      u[at] = (u_old[at - N * N] + u_old[at + N * N] + plane[ty - 1][tx] + plane[ty + 1][tx] +
               plane[ty][tx - 1] + plane[ty][tx + 1]) /
              6;
    __syncthreads();
  }
}

int main() {
  const int N = 19, size = N * N * N;
  static double start[size], u[size], old[size];
  for (int i = 0; i < size; ++i) start[i] = i / N % N == 0 ? 0 : 20;
  double* du[2];
  for (int i = 0; i < 2; ++i) {
    cudaMalloc(&du[i], sizeof(u));
    cudaMemcpy(du[i], start, sizeof(u), cudaMemcpyHostToDevice);
  }
  const int sweeps = 3;
  for (int s = 0; s < sweeps; ++s)
    jacobi3d<<<dim3(3, 3), dim3(T, T)>>>(N, du[(s + 1) % 2], du[s % 2]);
  cudaMemcpy(u, du[1], sizeof(u), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 2; ++i) cudaFree(du[i]);
  static double expected[size];
  for (int i = 0; i < size; ++i) old[i] = start[i];
  for (int s = 0; s < sweeps; ++s) {
    for (int i = 0; i < size; ++i) {
      const int x = i % N, y = i / N % N, z = i / N / N;
      const bool wall = x == 0 || y == 0 || z == 0 || x == N - 1 || y == N - 1 || z == N - 1;
      expected[i] = wall ? old[i]
                         : (old[i - N * N] + old[i + N * N] + old[i - N] + old[i + N] + old[i - 1] +
                            old[i + 1]) /
                               6;
    }
    for (int i = 0; i < size; ++i) old[i] = expected[i];
  }
  int wrong = 0;
  for (int i = 0; i < size; ++i) {
    const double difference = u[i] - old[i];
    if (!(difference < 1e-9 && difference > -1e-9)) ++wrong;
  }
  if (wrong) printf("%d wrong\n", wrong);
  return wrong != 0;
}
