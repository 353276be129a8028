// The norm in the obvious way: every thread adds its squared change to one number by atomicAdd, and
// the host fetches that number after every sweep. It is right, and slow: millions of additions to
// the same address queue up one behind the other. norm-reduce leaves one of them a block.
#include "../poisson.cu"

__global__ void norm_atomic_kernel(int N, real delta2, const real* f, const real* u_old, real* u,
                                   double* norm) {
  const int k = 1 + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int j = 1 + static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int i = 1 + static_cast<int>(blockIdx.z * blockDim.z + threadIdx.z);
  if (i > N - 2 || j > N - 2 || k > N - 2) return;
  const long long plane = static_cast<long long>(N) * N;
  const long long at = i * plane + static_cast<long long>(j) * N + k;
  const real value = (u_old[at - plane] + u_old[at + plane] + u_old[at - N] + u_old[at + N] +
                      u_old[at - 1] + u_old[at + 1] + delta2 * f[at]) /
                     6;
  const double change = value - u_old[at];
  u[at] = value;
  atomicAdd(norm, change * change);
}

int norm_atomic(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                real* u_old) {
  if (N <= 2) return tolerance >= 0 && max_iterations > 1 ? 1 : max_iterations;
  double* device_norm = nullptr;
  CHECK(cudaMalloc(&device_norm, sizeof(double)));
  real* from = u;
  real* to = u_old;
  int done = 0;
  for (bool stop = false; done < max_iterations && !stop; ++done) {
    double norm = 0;
    CHECK(cudaMemcpy(device_norm, &norm, sizeof(double), cudaMemcpyHostToDevice));
    norm_atomic_kernel<<<grid_of(N, N - 2), block>>>(N, delta2, f, from, to, device_norm);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&norm, device_norm, sizeof(double), cudaMemcpyDeviceToHost));
    stop = norm <= tolerance;
    std::swap(from, to);
  }
  if (from != u) {
    CHECK(cudaMemcpy(u, from, plane_size(N) * N * sizeof(real), cudaMemcpyDeviceToDevice));
  }
  CHECK(cudaFree(device_norm));
  return done;
}
