// Cooperative launches, the barrier of the grid, clusters and their shared memory, launches by
// address and with attributes.
#include <cooperative_groups.h>

#include "expect.h"

namespace cg = cooperative_groups;
using expect::Device;

// Each round every element becomes the sum of its neighbors: wrong without a barrier.
__global__ void rounds(int n, int count, int* a, int* b) {
  cg::grid_group grid = cg::this_grid();
  for (int round = 0; round < count; ++round) {
    for (unsigned long long i = grid.thread_rank(); i < static_cast<unsigned long long>(n);
         i += grid.size())
      b[i] = a[(i + n - 1) % n] + a[(i + 1) % n];
    grid.sync();
    int* const t = a;
    a = b;
    b = t;
  }
}

std::vector<int> rounds_on_host(int n, int count) {
  std::vector<int> a(n), b(n);
  for (int i = 0; i < n; ++i) a[i] = i % 7;
  for (int round = 0; round < count; ++round) {
    for (int i = 0; i < n; ++i)
      b[i] = static_cast<int>(static_cast<unsigned>(a[(i + n - 1) % n]) +
                              static_cast<unsigned>(a[(i + 1) % n]));
    std::swap(a, b);
  }
  return a;
}

void check_rounds(int blocks, int threads, bool cast) {
  int n = 10000, count = 20;
  std::vector<int> start(n);
  for (int i = 0; i < n; ++i) start[i] = i % 7;
  Device<int> a(start), b(n);
  void* args[] = {&n, &count, &a.data, &b.data};
  const cudaError_t e =
      cast ? cudaLaunchCooperativeKernel((void*)rounds, dim3(blocks), dim3(threads), args)
           : cudaLaunchCooperativeKernel(rounds, dim3(blocks), dim3(threads), args, 0, nullptr);
  EXPECT_EQ(e, cudaSuccess);
  EXPECT(a.get() == rounds_on_host(n, count));
}

TEST(TheGridsBarrierOrdersItsBlocks) {
  check_rounds(1, 64, true);
  check_rounds(2, 1, true);
  check_rounds(7, 96, false);
  check_rounds(16, 1024, true);
}

TEST(AsManyBlocksAsTheDeviceHolds) {
  int each = 0, device = 0, processors = 0;
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, rounds, 128, 0), cudaSuccess);
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  check_rounds(each * processors, 128, true);
  int n = 1, count = 1;
  Device<int> a(1), b(1);
  void* args[] = {&n, &count, &a.data, &b.data};
  EXPECT_EQ(
      cudaLaunchCooperativeKernel((void*)rounds, dim3(each * processors + 1), dim3(128), args),
      cudaErrorCooperativeLaunchTooLarge);
  EXPECT_EQ(cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge);
  int cooperative = 0;
  cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device);
  EXPECT_EQ(cooperative, 1);
}

// Threads above the first have left some blocks before the barrier.
__global__ void some_leave(int* sums, int* out) {
  cg::grid_group grid = cg::this_grid();
  if (blockIdx.x % 2 == 1 && threadIdx.x >= 40) return;
  atomicAdd(&sums[0], 1);
  grid.sync();
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

TEST(ThreadsThatHaveLeftAreNotWaitedFor) {
  Device<int> sums(std::vector<int>(1, 0)), out(6);
  void* args[] = {&sums.data, &out.data};
  EXPECT_EQ(cudaLaunchCooperativeKernel((void*)some_leave, dim3(6), dim3(64), args), cudaSuccess);
  for (const int v : out.get()) EXPECT_EQ(v, 3 * 64 + 3 * 40);
}

__global__ void arrive_and_wait(int* counter, int* out) {
  cg::grid_group grid = cg::this_grid();
  atomicAdd(counter, 1);
  auto token = grid.barrier_arrive();
  out[grid.thread_rank()] = -1;
  grid.barrier_wait(std::move(token));
  if (out[grid.thread_rank()] == -1) out[grid.thread_rank()] = *counter;
}

TEST(ArrivingAndWaitingApart) {
  Device<int> counter(std::vector<int>(1, 0)), out(4 * 64);
  void* args[] = {&counter.data, &out.data};
  EXPECT_EQ(cudaLaunchCooperativeKernel((void*)arrive_and_wait, dim3(4), dim3(64), args),
            cudaSuccess);
  for (const int v : out.get()) EXPECT_EQ(v, 4 * 64);
}

__global__ void ranks(unsigned long long* out) {
  cg::grid_group grid = cg::this_grid();
  unsigned long long* mine = out + 8 * grid.thread_rank();
  mine[0] = grid.size();
  mine[1] = grid.num_blocks();
  mine[2] = grid.block_rank();
  mine[3] = grid.block_index().x + 10 * grid.block_index().y + 100 * grid.block_index().z;
  mine[4] = grid.group_dim().x + 10 * grid.group_dim().y + 100 * grid.group_dim().z;
  mine[5] = grid.num_threads();
}

TEST(RanksInAGrid) {
  const dim3 blocks(3, 2, 2), threads(4, 3, 2);
  Device<unsigned long long> out(8 * 12 * 24);
  ranks<<<blocks, threads>>>(out.data);
  const auto r = out.get();
  for (unsigned b = 0; b < 12; ++b)
    for (unsigned t = 0; t < 24; ++t) {
      const unsigned long long* mine = r.data() + 8 * (24 * b + t);
      EXPECT_EQ(mine[0], 288u);
      EXPECT_EQ(mine[1], 12u);
      EXPECT_EQ(mine[2], b);
      EXPECT_EQ(mine[3], b % 3 + 10 * (b / 3 % 2) + 100 * (b / 6));
      EXPECT_EQ(mine[4], 223u);
      EXPECT_EQ(mine[5], 288u);
    }
}

__global__ void sync_anyway() { cg::this_grid().sync(); }

ISOLATED_TEST(ABarrierWithoutACooperativeLaunchFails) {
  sync_anyway<<<2, 32>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
}

// --- clusters

__global__ void __cluster_dims__(4, 1, 1) neighbors(int* out) {
  __shared__ int mine[64];
  cg::cluster_group cluster = cg::this_cluster();
  mine[threadIdx.x] = 1000 * blockIdx.x + threadIdx.x;
  cluster.sync();
  const int other = (cluster.block_rank() + 1) % cluster.num_blocks();
  const int* theirs = cluster.map_shared_rank(mine, other);
  out[blockIdx.x * 64 + threadIdx.x] = theirs[63 - threadIdx.x];
  cluster.sync();
}

void check_neighbors(const std::vector<int>& r) {
  for (int b = 0; b < 8; ++b)
    for (int t = 0; t < 64; ++t)
      EXPECT_EQ(r[b * 64 + t], 1000 * (b / 4 * 4 + (b + 1) % 4) + 63 - t);
}

TEST(BlocksOfAClusterReadEachOthersSharedMemory) {
  Device<int> out(8 * 64);
  neighbors<<<8, 64>>>(out.data);
  check_neighbors(out.get());
  cudaMemset(out.data, 0, 8 * 64 * 4);
  void* args[] = {&out.data};
  EXPECT_EQ(cudaLaunchKernel((void*)neighbors, dim3(8), dim3(64), args, 0, nullptr), cudaSuccess);
  check_neighbors(out.get());
}

template <class T>
__global__ void histogram(int n, const int* data, T* bins, int per_block) {
  extern __shared__ int counts[];
  cg::cluster_group cluster = cg::this_cluster();
  for (unsigned i = threadIdx.x; i < static_cast<unsigned>(per_block); i += blockDim.x)
    counts[i] = 0;
  cluster.sync();
  const unsigned all = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < static_cast<unsigned>(n); i += all) {
    const int bin = data[i];
    atomicAdd(cluster.map_shared_rank(counts, bin / per_block) + bin % per_block, 1);
  }
  cluster.sync();
  T* out = bins + cluster.block_rank() * per_block;
  for (unsigned i = threadIdx.x; i < static_cast<unsigned>(per_block); i += blockDim.x)
    atomicAdd(&out[i], static_cast<T>(counts[i]));
}

TEST(AHistogramInDistributedSharedMemory) {
  const int n = 20000, bins = 64;
  std::vector<int> data(n);
  std::vector<unsigned> expected(bins, 0);
  for (int i = 0; i < n; ++i) ++expected[data[i] = (i * 7919 + i / 13) % bins];
  Device<int> d(data);
  for (const unsigned size : {1u, 2u, 4u, 8u}) {
    Device<unsigned> out(std::vector<unsigned>(bins, 0));
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(16);
    config.blockDim = dim3(96);
    config.dynamicSmemBytes = bins / size * sizeof(int);
    cudaLaunchAttribute attribute[1];
    attribute[0].id = cudaLaunchAttributeClusterDimension;
    attribute[0].val.clusterDim.x = size;
    attribute[0].val.clusterDim.y = 1;
    attribute[0].val.clusterDim.z = 1;
    config.attrs = attribute;
    config.numAttrs = 1;
    EXPECT_EQ(cudaLaunchKernelEx(&config, histogram<unsigned>, n, static_cast<const int*>(d.data),
                                 out.data, static_cast<int>(bins / size)),
              cudaSuccess);
    EXPECT(out.get() == expected);
  }
}

__global__ void shapes(int* out) {
  cg::cluster_group cluster = cg::this_cluster();
  cg::grid_group grid = cg::this_grid();
  if (threadIdx.x != 0) return;
  int* mine = out + 8 * grid.block_rank();
  mine[0] = static_cast<int>(cluster.block_rank());
  mine[1] = static_cast<int>(cluster.num_blocks());
  mine[2] = static_cast<int>(cluster.block_index().x + 10 * cluster.block_index().y);
  mine[3] = static_cast<int>(cluster.dim_blocks().x + 10 * cluster.dim_blocks().y);
  mine[4] = static_cast<int>(cluster.num_threads());
  mine[5] = static_cast<int>(grid.cluster_rank());
  mine[6] = static_cast<int>(grid.num_clusters());
}

TEST(ShapesOfClusters) {
  Device<int> out(8 * 24);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(6, 4);
  config.blockDim = dim3(32);
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeClusterDimension;
  attribute[0].val.clusterDim.x = 3;
  attribute[0].val.clusterDim.y = 2;
  attribute[0].val.clusterDim.z = 1;
  config.attrs = attribute;
  config.numAttrs = 1;
  EXPECT_EQ(cudaLaunchKernelEx(&config, shapes, out.data), cudaSuccess);
  const auto r = out.get();
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 6; ++x) {
      const int* mine = r.data() + 8 * (6 * y + x);
      EXPECT_EQ(mine[0], x % 3 + 3 * (y % 2));
      EXPECT_EQ(mine[1], 6);
      EXPECT_EQ(mine[2], x % 3 + 10 * (y % 2));
      EXPECT_EQ(mine[3], 23);
      EXPECT_EQ(mine[4], 192);
      EXPECT_EQ(mine[5], x / 3 + 2 * (y / 2));
      EXPECT_EQ(mine[6], 4);
    }
}

__global__ void __cluster_dims__(2, 1, 1) half_leaves(int* out) {
  __shared__ int box;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) box = 10 + static_cast<int>(cluster.block_rank());
  cluster.sync();
  if (threadIdx.x >= 32) return;
  auto token = cluster.barrier_arrive();
  cluster.barrier_wait(std::move(token));
  if (threadIdx.x == 0) out[blockIdx.x] = *cluster.map_shared_rank(&box, 1 - cluster.block_rank());
  cluster.sync();
}

TEST(ThreadsThatHaveLeftAClusterAreNotWaitedFor) {
  Device<int> out(4);
  half_leaves<<<4, 64>>>(out.data);
  const std::vector<int> r = out.get();
  for (int b = 0; b < 4; ++b) EXPECT_EQ(r[b], 11 - b % 2);
}

TEST(GridsThatClustersDoNotFill) {
  Device<int> out(64 * 8);
  neighbors<<<6, 64>>>(out.data);
  EXPECT(cudaGetLastError() != cudaSuccess);
}

__global__ void both(int* sums, int* out) {
  __shared__ int mine;
  cg::grid_group grid = cg::this_grid();
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) mine = static_cast<int>(blockIdx.x);
  cluster.sync();
  if (threadIdx.x == 0) atomicAdd(sums, *cluster.map_shared_rank(&mine, 0));
  grid.sync();
  if (threadIdx.x == 0) out[blockIdx.x] = *sums;
  cluster.sync();
}

TEST(AGridOfClustersLaunchedCooperatively) {
  Device<int> sums(std::vector<int>(1, 0)), out(8);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(8);
  config.blockDim = dim3(64);
  cudaLaunchAttribute attributes[2];
  attributes[0].id = cudaLaunchAttributeClusterDimension;
  attributes[0].val.clusterDim.x = 2;
  attributes[0].val.clusterDim.y = 1;
  attributes[0].val.clusterDim.z = 1;
  attributes[1].id = cudaLaunchAttributeCooperative;
  attributes[1].val.cooperative = 1;
  config.attrs = attributes;
  config.numAttrs = 2;
  void* args[] = {&sums.data, &out.data};
  EXPECT_EQ(cudaLaunchKernelExC(&config, (const void*)both, args), cudaSuccess);
  for (const int v : out.get()) EXPECT_EQ(v, 2 * (0 + 2 + 4 + 6));
}

// --- a launch that need not wait for the one ahead

__global__ void fill_squares(int* a) {
  cudaTriggerProgrammaticLaunchCompletion();
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  a[i] = i * i;
}
__global__ void reverse(const int* a, int* out, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  cudaGridDependencySynchronize();
  out[i] = a[n - 1 - i];
}

/// `second` reverses what `first` makes, launched before `first` has ended.
template <class First, class Second>
static void expect_reversed_squares(First* first, Second* second) {
  const int n = 1024;
  Device<int> a(n), out(n);
  cudaLaunchAttribute overlap[1];
  overlap[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap[0].val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(n / 128);
  config.blockDim = dim3(128);
  config.attrs = overlap;
  config.numAttrs = 1;
  first<<<n / 128, 128>>>(a.data);
  EXPECT_EQ(cudaLaunchKernelEx(&config, second, static_cast<const int*>(a.data), out.data, n),
            cudaSuccess);
  const std::vector<int> r = out.get();
  for (int i = 0; i < n; ++i) EXPECT_EQ(r[i], (n - 1 - i) * (n - 1 - i));
}

TEST(ADependentLaunchSeesWhatItHasWaitedFor) { expect_reversed_squares(fill_squares, reverse); }

// The same in PTX, as libraries write it.
__global__ void fill_squares_by_ptx(int* a) {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  a[i] = i * i;
}
__global__ void reverse_by_ptx(const int* a, int* out, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
  out[i] = a[n - 1 - i];
}

TEST(ADependentLaunchWaitsByPtx) { expect_reversed_squares(fill_squares_by_ptx, reverse_by_ptx); }

// --- launches by address

template <class T, int N>
__global__ void fill(T* out, T value) {
  for (int i = 0; i < N; ++i) out[threadIdx.x * N + i] = value + static_cast<T>(i);
}

TEST(TemplatesByAddress) {
  Device<double> out(64);
  double value = 0.5;
  void* args[] = {&out.data, &value};
  const void* address = (const void*)fill<double, 2>;
  EXPECT_EQ(cudaLaunchKernel(address, dim3(1), dim3(32), args, 0, nullptr), cudaSuccess);
  const auto r = out.get();
  for (int i = 0; i < 64; ++i) EXPECT_EQ(r[i], 0.5 + i % 2);
}

TEST(AnAddressOfNoKernel) {
  int n = 0;
  void* args[] = {&n};
  EXPECT_EQ(cudaLaunchKernel((const void*)&n, dim3(1), dim3(32), args, 0, nullptr),
            cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidResourceHandle);
}
