// A small grid stays on the chip for all sweeps: the blocks of one cluster keep a slab of its
// planes each in their shared memory, and read the planes next to it where they are, in the shared
// memory of the neighbors (distributed shared memory). A sweep moves nothing through global memory
// but f, which the caches hold; one barrier across the cluster ends it, and brings the parts of the
// norm with it, so that the blocks themselves know when to stop. One launch, and no word from the
// host.
//
// What limits it: the room. Two generations of u in the largest cluster: on an H100, 16 blocks of
// 227 KB, N = 75 in float and 60 in double. Larger grids, and devices without clusters (before
// compute capability 9.0), take poisson_best. And a cluster has 16 of 132 multiprocessors, which is
// enough only as long as a launch takes longer than a sweep. One H100, 100 sweeps against
// poisson_best: 0.85 of its time at N = 48 in double, 1.8 times as long at N = 64 in float.
#include <cooperative_groups.h>

#include "../poisson.cu"

namespace on_chip {

constexpr int threads = 1024;

/// How the planes of the grid lie in a cluster of so many blocks.
struct Slabs {
  int N;
  int blocks;
  __host__ __device__ int first(int block) const { return N * block / blocks; }
  /// Planes that a block has room for.
  __host__ __device__ int room() const { return (N + blocks - 1) / blocks; }
  std::size_t bytes() const { return 2 * sizeof(real) * room() * N * N; }
};

/// At most `most` sweeps of u, on one cluster; *done is how many it were.
__global__ void __launch_bounds__(threads)
    sweeps_kernel(Slabs slabs, int most, double tolerance, real delta2, const real* f, real* u,
                  int* done) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  extern __shared__ __align__(16) unsigned char memory[];
  __shared__ double changes[2];  // the sum over this block's points, of even and of odd sweeps
  const auto cluster = cooperative_groups::this_cluster();
  const int rank = static_cast<int>(cluster.block_rank());
  const int N = slabs.N, plane = N * N;
  const int first = slabs.first(rank), planes = slabs.first(rank + 1) - first;
  real* old = reinterpret_cast<real*>(memory);
  real* next = old + slabs.room() * plane;
  for (int at = static_cast<int>(threadIdx.x); at < planes * plane; at += threads)
    old[at] = next[at] = u[first * plane + at];  // the walls must be in both
  cluster.sync();

  int sweep = 0;
  while (sweep < most) {
    // Beyond the walls there is nothing, and what is read in its place is not used.
    const real* below = old;
    if (rank > 0) {
      const int last = first - 1 - slabs.first(rank - 1);
      below = cluster.map_shared_rank(old, rank - 1) + last * plane;
    }
    const real* above = rank + 1 < slabs.blocks ? cluster.map_shared_rank(old, rank + 1) : old;
    double change = 0;
    // Each thread takes columns along i, and keeps three of a column's values in registers.
    for (int column = static_cast<int>(threadIdx.x); column < plane; column += threads) {
      const int j = column / N, k = column % N;
      if (j == 0 || j == N - 1 || k == 0 || k == N - 1) continue;
      real behind = below[column];
      real centre = old[column];
      for (int i = 0; i < planes; ++i) {
        const int at = i * plane + column;
        const real ahead = i + 1 < planes ? old[at + plane] : above[column];
        if (first + i > 0 && first + i < N - 1) {
          const real value = (behind + ahead + old[at - N] + old[at + N] + old[at - 1] +
                              old[at + 1] + delta2 * f[first * plane + at]) /
                             6;
          next[at] = value;
          change += static_cast<double>(value - centre) * (value - centre);
        }
        behind = centre;
        centre = ahead;
      }
    }
    const int parity = sweep % 2;
    if (tolerance >= 0) {
      change = block_sum(change);
      if (threadIdx.x == 0) changes[parity] = change;
    }
    cluster.sync();  // the new values are there, and nobody reads the old ones any more
    real* const swept = next;
    next = old;
    old = swept;
    ++sweep;
    if (tolerance >= 0) {
      double norm = 0;
      for (int block = 0; block < slabs.blocks; ++block)
        norm += *cluster.map_shared_rank(&changes[parity], block);
      if (norm <= tolerance) break;
    }
  }
  for (int at = static_cast<int>(threadIdx.x); at < planes * plane; at += threads)
    u[first * plane + at] = old[at];
  if (rank == 0 && threadIdx.x == 0) *done = sweep;
  cluster.sync();  // a block's shared memory ends with it, and others may still read there
#endif
}

cudaLaunchConfig_t config_of(const Slabs& slabs, cudaLaunchAttribute& attribute) {
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {static_cast<unsigned>(slabs.blocks), 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = slabs.blocks;
  config.blockDim = threads;
  config.dynamicSmemBytes = slabs.bytes();
  config.attrs = &attribute;
  config.numAttrs = 1;
  return config;
}

/// The largest cluster that the device can launch and that gives each block a plane; 0 blocks where
/// the grid does not fit into its shared memory, or the device has no clusters.
Slabs slabs_of(int N) {
  int device = 0, possible = 0, room = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&possible, cudaDevAttrClusterLaunch, device));
  CHECK(cudaDeviceGetAttribute(&room, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  if (!possible) return {N, 0};
  // More than 8 blocks are not possible on every device that has clusters.
  CHECK(cudaFuncSetAttribute(sweeps_kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  for (int blocks = 16; blocks > 0; blocks /= 2) {
    const Slabs slabs{N, blocks};
    if (blocks > N) continue;
    if (slabs.bytes() + 2 * 1024 > static_cast<std::size_t>(room)) break;  // or fewer hold less
    CHECK(cudaFuncSetAttribute(sweeps_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(slabs.bytes())));
    cudaLaunchAttribute attribute;
    const cudaLaunchConfig_t config = config_of(slabs, attribute);
    int clusters = 0;
    const cudaError_t error = cudaOccupancyMaxActiveClusters(&clusters, sweeps_kernel, &config);
    if (error == cudaSuccess && clusters > 0) return slabs;
    (void)cudaGetLastError();
  }
  return {N, 0};
}

}  // namespace on_chip

int cluster(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
            real* u_old) {
  if (N <= 2) return tolerance >= 0 && max_iterations > 1 ? 1 : max_iterations;
  const on_chip::Slabs slabs = on_chip::slabs_of(N);
  if (slabs.blocks == 0) return poisson_best(N, max_iterations, tolerance, delta2, f, u, u_old);
  int* device_done = nullptr;
  int done = 0;
  CHECK(cudaMalloc(&device_done, sizeof(int)));
  cudaLaunchAttribute attribute;
  const cudaLaunchConfig_t config = on_chip::config_of(slabs, attribute);
  CHECK(cudaLaunchKernelEx(&config, on_chip::sweeps_kernel, slabs, max_iterations,
                           static_cast<double>(tolerance), delta2, f, u, device_done));
  CHECK(cudaMemcpy(&done, device_done, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_done));
  return done;
}
