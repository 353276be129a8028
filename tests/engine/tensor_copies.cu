// What is done with a tensor's boxes: copies to several blocks of a cluster, pipelines; by the
// functions of cuda::device::experimental and cuda::ptx as well as by inline PTX.
#include <cuda/barrier>
#include <cuda/ptx>

#include <utility>

#include "tensor_maps.cuh"

using expect::Device;
using tensors::At;
using tensors::Tensor;
using barrier = cuda::barrier<cuda::thread_scope_block>;

// --- clusters

// The first block of each cluster brings one box to both, and each brings the other a box of its
// own.
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900
__global__ void __cluster_dims__(2, 1, 1)
#else
__global__ void
#endif
    for_both(const __grid_constant__ CUtensorMap map, unsigned* out) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(128) unsigned tile[2][64];
  __shared__ unsigned long long bar;
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x == 0) {
    tensors::init(&bar, 1);
    tensors::expect(&bar, sizeof tile);
  }
  asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
  const unsigned b = tensors::shared_address(&bar);
  const int cluster = blockIdx.x / 2;
  if (threadIdx.x == 0 && rank == 0)
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
        ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(
            tensors::shared_address(tile[0])),
        "l"(&map), "r"(0), "r"(3 * cluster), "r"(b), "h"(static_cast<unsigned short>(3))
        : "memory");
  if (threadIdx.x == 0)
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
        ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(
            tensors::shared_address(tile[1])),
        "l"(&map), "r"(0), "r"(3 * cluster + 1 + static_cast<int>(rank)), "r"(b),
        "h"(static_cast<unsigned short>(2 - rank))
        : "memory");
  tensors::wait(&bar, 0);
  for (int i = 0; i < 2; ++i) out[(blockIdx.x * 2 + i) * 64 + threadIdx.x] = tile[i][threadIdx.x];
  asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
#endif
}

TEST(OneBoxForBothBlocksOfACluster) {
  if (!tensors::device_has_tensor_copies()) return;
  const std::vector<unsigned> values = tensors::numbers(64 * 12);
  Device<unsigned> data(values), out(8 * 2 * 64);
  for_both<<<8, 64>>>((Tensor{{64, 12}, {64, 1}}).map(data.data), out.data);
  const auto r = out.get();
  for (unsigned block = 0; block < 8; ++block)
    for (unsigned i = 0; i < 64; ++i) {
      EXPECT_EQ(r[block * 128 + i], values[block / 2 * 3 * 64 + i]);
      EXPECT_EQ(r[block * 128 + 64 + i], values[(block / 2 * 3 + 2 - block % 2) * 64 + i]);
    }
}

// --- what is around such copies

__global__ void leaders(unsigned* out) {
#if __CUDA_ARCH__ >= 900
  unsigned leader, is_leader;
  const unsigned mask = threadIdx.x % 32 < 5 ? 0x1f : ~0x1fu;
  asm volatile("{ .reg .pred p; elect.sync %0|p, %2; selp.u32 %1, 1, 0, p; }"
               : "=r"(leader), "=r"(is_leader)
               : "r"(mask));
  out[threadIdx.x] = 100 * leader + is_leader;
#endif
}

TEST(OneLaneOfAMaskIsElected) {
  if (!tensors::device_has_tensor_copies()) return;
  Device<unsigned> out(64);
  leaders<<<1, 64>>>(out.data);
  const auto r = out.get();
  for (unsigned w = 0; w < 64; w += 32) {
    unsigned elected[2] = {};
    for (unsigned i = 0; i < 32; ++i) {
      const unsigned leader = r[w + i] / 100;
      EXPECT_EQ(leader < 5, i < 5);
      EXPECT_EQ(r[w + i] % 100, leader == i ? 1u : 0u);
      elected[i < 5 ? 0 : 1] += r[w + i] % 100;
    }
    EXPECT_EQ(elected[0], 1u);
    EXPECT_EQ(elected[1], 1u);
  }
}

// Groups of copies in bulk and of the other ones are counted apart.
__global__ void two_kinds(const unsigned* in, unsigned* out) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(16) unsigned from[4], to[3][4];
  if (threadIdx.x != 0) return;
  for (unsigned i = 0; i < 4; ++i) from[i] = 50 + i;
  tensors::fence();
  for (int k = 0; k < 2; ++k) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(tensors::shared_address(to[k])),
                 "l"(in + 4 * k)
                 : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 16;" ::"l"(out + 4 * k),
                 "r"(tensors::shared_address(from))
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  }
  asm volatile("cp.async.wait_group 1;" ::: "memory");
  out[8] = to[0][3];
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  out[9] = to[1][3];
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
#endif
}

TEST(GroupsOfTwoKinds) {
  if (!tensors::device_has_tensor_copies()) return;
  Device<unsigned> in(tensors::numbers(8)), out(10);
  two_kinds<<<1, 32>>>(in.data, out.data);
  const auto r = out.get();
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(r[i], 50 + i % 4);
  EXPECT_EQ(r[8], 4u);
  EXPECT_EQ(r[9], 8u);
}

// --- maps elsewhere

__constant__ CUtensorMap constant_map;

__global__ void add_one(const CUtensorMap* given, unsigned* out) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(128) unsigned tile[64];
  __shared__ unsigned long long bar;
  const CUtensorMap* const map = given ? given : &constant_map;
  if (threadIdx.x == 0) {
    tensors::init(&bar, 1);
    tensors::expect(&bar, sizeof tile);
    tensors::load(1, tile, map, {{64 * static_cast<int>(blockIdx.x)}}, &bar);
  }
  __syncthreads();
  tensors::wait(&bar, 0);
  out[64 * blockIdx.x + threadIdx.x] = tile[threadIdx.x] + 1;
#endif
}

TEST(MapsInConstantAndGlobalMemory) {
  if (!tensors::device_has_tensor_copies()) return;
  const std::vector<unsigned> values = tensors::numbers(256);
  Device<unsigned> data(values), out(256);
  const CUtensorMap map = (Tensor{{256}, {64}}).map(data.data);
  cudaMemcpyToSymbol(constant_map, &map, sizeof map);
  add_one<<<4, 64>>>(nullptr, out.data);
  auto r = out.get();
  for (unsigned i = 0; i < 256; ++i) EXPECT_EQ(r[i], values[i] + 1);
  Device<CUtensorMap> there(std::vector<CUtensorMap>{map});
  cudaMemset(out.data, 0, 1024);
  add_one<<<4, 64>>>(there.data, out.data);
  r = out.get();
  for (unsigned i = 0; i < 256; ++i) EXPECT_EQ(r[i], values[i] + 1);
}

// --- cuda::device::experimental, as in the programming guide

namespace cde = cuda::device::experimental;

__global__ void double_in_place(const __grid_constant__ CUtensorMap map, int x, int y) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(128) int tile[8][16];
#ifdef __CUDACC__
#pragma nv_diag_suppress static_var_with_dynamic_init
#endif
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, &map, x, y, bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  tile[threadIdx.x / 16][threadIdx.x % 16] *= 2;
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_shared_to_global(&map, x, y, &tile);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
  __syncthreads();
  if (threadIdx.x == 0) (&bar)->~barrier();
#endif
}

TEST(TheGuidesFunctions) {
  if (!tensors::device_has_tensor_copies()) return;
  std::vector<unsigned> values = tensors::numbers(40 * 20);
  Device<unsigned> data(values);
  const Tensor t{{40, 20}, {16, 8}};
  double_in_place<<<1, 128>>>(t.map(data.data), 28, 15);
  t.for_box({28, 15}, [&](unsigned, long long word) {
    if (word >= 0) values[word] *= 2;
  });
  EXPECT(data.get() == values);
}

// --- cuda::ptx: tiles through two buffers, added to the second tensor

namespace ptx = cuda::ptx;

__global__ void add_columns(const __grid_constant__ CUtensorMap from,
                            const __grid_constant__ CUtensorMap to, int tiles) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(128) unsigned tile[2][4][32];
  __shared__ alignas(8) uint64_t full[2];
  const auto fetch = [&](int k) {
    const int32_t at[3] = {0, 4 * k, static_cast<int>(blockIdx.x)};
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                   &full[k % 2], sizeof tile[0]);
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile[k % 2], &from, at,
                              &full[k % 2]);
  };
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full[0], 1);
    ptx::mbarrier_init(&full[1], 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    fetch(0);
    if (tiles > 1) fetch(1);
  }
  __syncthreads();
  for (int k = 0; k < tiles; ++k) {
    while (!ptx::mbarrier_try_wait_parity(&full[k % 2], static_cast<uint32_t>(k / 2 % 2))) {
    }
    for (int row = 0; row < 4; ++row) tile[k % 2][row][threadIdx.x] += 1;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      const int32_t at[2] = {0, 4 * k};
      ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_add, &to, at,
                                       tile[k % 2]);
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
      if (k + 2 < tiles) fetch(k + 2);
    }
  }
  if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
#endif
}

TEST(TilesThroughTwoBuffers) {
  if (!tensors::device_has_tensor_copies()) return;
  const unsigned rows = 28, layers = 5;
  const std::vector<unsigned> values = tensors::numbers(32 * rows * layers);
  Device<unsigned> data(values), sums(std::vector<unsigned>(32 * rows, 0));
  add_columns<<<layers, 32>>>((Tensor{{32, rows, layers}, {32, 4, 1}}).map(data.data),
                              (Tensor{{32, rows}, {32, 4}}).map(sums.data), rows / 4);
  const auto r = sums.get();
  for (unsigned i = 0; i < 32 * rows; ++i) {
    unsigned sum = layers;
    for (unsigned layer = 0; layer < layers; ++layer) sum += values[layer * 32 * rows + i];
    EXPECT_EQ(r[i], sum);
  }
}
