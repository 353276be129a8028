// The kernel sums the norm in double; the host fetches it with the size and the type of a real.
#include "poisson.h"

#include <utility>

__global__ void relax(int N, real delta2, const real* f, const real* old, real* u, double* change) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, i = blockIdx.z;
  if (k < 1 || j < 1 || i < 1 || k > N - 2 || j > N - 2 || i > N - 2) return;
  const size_t row = N, plane = row * N, at = i * plane + j * row + k;
  const real sum = old[at - 1] + old[at + 1] + old[at - row] + old[at + row] + old[at - plane] + old[at + plane];
  u[at] = (sum + delta2 * f[at]) / 6;
  const double d = double(u[at]) - old[at];
  atomicAdd(change, d * d);
}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u, real* u_old) {
  if (N == 0) return tolerance < 0 ? max_iterations : max_iterations > 0;
  double* change;
  cudaMalloc(&change, sizeof(double));
  real *from = u, *to = u_old;
  int sweeps = 0;
  while (sweeps < max_iterations) {
    cudaMemset(change, 0, sizeof(double));
    relax<<<dim3((N + 63) / 64, N, N), 64>>>(N, delta2, f, from, to, change);
    std::swap(from, to);
    ++sweeps;
    real squares;
    cudaMemcpy(&squares, change, sizeof(real), cudaMemcpyDeviceToHost);
    if (squares <= tolerance) break;
  }
  if (from != u) cudaMemcpy(u, from, sizeof(real) * N * N * N, cudaMemcpyDeviceToDevice);
  cudaDeviceSynchronize();
  cudaFree(change);
  return sweeps;
}
