// Cooperative groups within a block.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "expect.h"

namespace cg = cooperative_groups;
using expect::Device;

__global__ void block_group(int* out) {
  __shared__ int s[96];
  cg::thread_block block = cg::this_thread_block();
  const unsigned rank = block.thread_rank();
  s[rank] = rank;
  block.sync();
  out[rank] = s[block.size() - 1 - rank] + 1000 * block.group_index().x;
  cg::sync(block);
}

TEST(ThreadBlock) {
  Device<int> out(96);
  block_group<<<1, dim3(8, 4, 3)>>>(out.data);
  const std::vector<int> r = out.get();
  for (int i = 0; i < 96; ++i) EXPECT_EQ(r[i], 95 - i);
}

template <unsigned Size>
__global__ void tiles(int* sums, int* ranks) {
  auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  int v = threadIdx.x;
  for (unsigned k = tile.size() / 2; k > 0; k /= 2) v += tile.shfl_down(v, k);
  v = tile.shfl(v, 0);
  sums[threadIdx.x] =
      v + (cg::reduce(tile, static_cast<int>(threadIdx.x), cg::plus<int>()) == v ? 0 : 1 << 20);
  ranks[threadIdx.x] = tile.thread_rank() + 100 * tile.meta_group_rank() +
                       10000 * static_cast<int>(__popc(tile.ballot(tile.thread_rank() > 0)));
  if (tile.any(0) || !tile.all(1)) sums[threadIdx.x] = -1;
  tile.sync();
}

template <unsigned Size>
void check_tiles() {
  const int threads = 128, size = Size;
  Device<int> sums(threads), ranks(threads);
  tiles<Size><<<1, threads>>>(sums.data, ranks.data);
  const std::vector<int> s = sums.get(), r = ranks.get();
  for (int t = 0; t < threads; ++t) {
    const int first = t / size * size;
    EXPECT_EQ(s[t], size * first + size * (size - 1) / 2);
    EXPECT_EQ(r[t], t % size + 100 * (t / size) + 10000 * (size - 1));
  }
}

TEST(TilesOfEverySize) {
  check_tiles<1>();
  check_tiles<2>();
  check_tiles<4>();
  check_tiles<8>();
  check_tiles<16>();
  check_tiles<32>();
}

template <int Size>
__global__ void tiles_of_warps(int* sums, int* others, int* votes) {
  __shared__ cg::block_tile_memory<512> memory;
  const auto block = cg::this_thread_block(memory);
  const auto tile = cg::tiled_partition<Size>(block);
  const int t = threadIdx.x;
  __shared__ int s[512];
  s[t] = t;
  tile.sync();
  sums[t] = cg::reduce(tile, s[t ^ (Size - 1)], cg::plus<int>());
  others[t] = tile.shfl(t, Size - 1);
  votes[t] = tile.any(t == 0) + 2 * tile.all(t >= Size) + 4 * tile.meta_group_rank() +
             100 * tile.meta_group_size();
}

template <int Size>
void check_tiles_of_warps() {
  Device<int> sums(512), others(512), votes(512);
  tiles_of_warps<Size><<<2, 512>>>(sums.data, others.data, votes.data);
  const std::vector<int> s = sums.get(), o = others.get(), v = votes.get();
  for (int t = 0; t < 512; ++t) {
    const int tile = t / Size, first = tile * Size;
    EXPECT_EQ(s[t], Size * first + Size * (Size - 1) / 2);
    EXPECT_EQ(o[t], first + Size - 1);
    EXPECT_EQ(v[t], (tile == 0 ? 1 : 2) + 4 * tile + 100 * (512 / Size));
  }
}

TEST(TilesOfSeveralWarps) {
  check_tiles_of_warps<64>();
  check_tiles_of_warps<128>();
  check_tiles_of_warps<256>();
  check_tiles_of_warps<512>();
}

__device__ int group_sum(cg::thread_group g, int* temp, int v) {
  const int rank = g.thread_rank();
  for (int k = g.size() / 2; k > 0; k /= 2) {
    temp[rank] = v;
    g.sync();
    if (rank < k) v += temp[rank + k];
    g.sync();
  }
  return v;
}

__global__ void generic_groups(int* out) {
  __shared__ int temp[128];
  cg::thread_block block = cg::this_thread_block();
  const int whole = group_sum(block, temp, threadIdx.x);
  block.sync();
  auto tile = cg::tiled_partition<16>(block);
  const int part = group_sum(tile, temp + threadIdx.x / 16 * 16, 1);
  if (threadIdx.x == 0) {
    out[0] = whole;
    out[1] = part;
  }
}

TEST(GroupsOfAnyKind) {
  Device<int> out(2);
  generic_groups<<<1, 128>>>(out.data);
  EXPECT_EQ(out.get()[0], 127 * 64);
  EXPECT_EQ(out.get()[1], 16);
}

__global__ void coalesced(int* counter) {
  if (threadIdx.x % 3 == 0) {
    cg::coalesced_group active = cg::coalesced_threads();
    if (active.thread_rank() == 0) atomicAdd(counter, static_cast<int>(active.size()));
  }
}

TEST(CoalescedThreads) {
  Device<int> counter(std::vector<int>(1, 0));
  coalesced<<<2, 64>>>(counter.data);
  EXPECT_EQ(counter.get()[0], 44);
}
