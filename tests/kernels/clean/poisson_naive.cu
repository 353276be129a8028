// One thread for each point of a cube, in blocks of three dimensions; walls are left alone.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void jacobi3d(int N, double* u, const double* u_old) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  const int i = blockIdx.z * blockDim.z + threadIdx.z;
  if (i < 1 || j < 1 || k < 1 || i >= N - 1 || j >= N - 1 || k >= N - 1) return;
  const int at = (i * N + j) * N + k;
  u[at] = (u_old[at - N * N] + u_old[at + N * N] + u_old[at - N] + u_old[at + N] + u_old[at - 1] +
           u_old[at + 1]) /
          6;
}

int main() {
  const int N = 13, size = N * N * N;
  static double start[size], u[size], old[size];
  for (int i = 0; i < size; ++i) start[i] = i / N % N == 0 ? 0 : 20;
  double* du[2];
  for (int i = 0; i < 2; ++i) {
    cudaMalloc(&du[i], sizeof(u));
    cudaMemcpy(du[i], start, sizeof(u), cudaMemcpyHostToDevice);
  }
  const int sweeps = 4;
  for (int s = 0; s < sweeps; ++s)
    jacobi3d<<<dim3(2, 4, 4), dim3(8, 4, 4)>>>(N, du[(s + 1) % 2], du[s % 2]);
  cudaMemcpy(u, du[0], sizeof(u), cudaMemcpyDeviceToHost);
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
