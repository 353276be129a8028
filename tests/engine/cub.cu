// CUB's collectives of a block and a warp, from its own source.
#include "expect.h"

#if __has_include(<cub/block/block_reduce.cuh>)

#include <cub/block/block_exchange.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

#include <algorithm>
#include <numeric>

using expect::Device;

constexpr int threads = 128, per_thread = 4, tile = threads * per_thread;

std::vector<int> numbers(int n) {
  std::vector<int> v(n);
  for (int i = 0; i < n; ++i) v[i] = i * 7919 % 1009 - 500;
  return v;
}

template <cub::BlockReduceAlgorithm Algorithm>
__global__ void block_sum(const int* in, int* out) {
  using Reduce = cub::BlockReduce<int, threads, Algorithm>;
  __shared__ typename Reduce::TempStorage storage;
  const int sum = Reduce(storage).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0) *out = sum;
}

TEST(SumsOfABlockByEveryAlgorithm) {
  const std::vector<int> v = numbers(threads);
  const int sum = std::accumulate(v.begin(), v.end(), 0);
  Device<int> in(v), out(3);
  block_sum<cub::BLOCK_REDUCE_RAKING><<<1, threads>>>(in.data, out.data);
  block_sum<cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY><<<1, threads>>>(in.data, out.data + 1);
  block_sum<cub::BLOCK_REDUCE_WARP_REDUCTIONS><<<1, threads>>>(in.data, out.data + 2);
  for (const int s : out.get()) EXPECT_EQ(s, sum);
}

__global__ void scan_tile(const int* in, int* out, int* total) {
  using Load = cub::BlockLoad<int, threads, per_thread, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using Store = cub::BlockStore<int, threads, per_thread, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  using Scan = cub::BlockScan<int, threads, cub::BLOCK_SCAN_RAKING>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Scan::TempStorage scan;
  } storage;
  int item[per_thread], sum;
  Load(storage.load).Load(in, item);
  __syncthreads();
  Scan(storage.scan).ExclusiveSum(item, item, sum);
  __syncthreads();
  Store(storage.store).Store(out, item);
  if (threadIdx.x == 0) *total = sum;
}

TEST(ScansATileThatItLoadsTransposed) {
  const std::vector<int> v = numbers(tile);
  Device<int> in(v), out(tile), total(1);
  scan_tile<<<1, threads>>>(in.data, out.data, total.data);
  const std::vector<int> scanned = out.get();
  int sum = 0;
  for (int i = 0; i < tile; ++i) {
    EXPECT_EQ(scanned[i], sum);
    sum += v[i];
  }
  EXPECT_EQ(total.get()[0], sum);
}

__global__ void sort_tile(int* data) {
  using Sort = cub::BlockRadixSort<int, threads, per_thread>;
  using Exchange = cub::BlockExchange<int, threads, per_thread>;
  __shared__ union {
    typename Sort::TempStorage sort;
    typename Exchange::TempStorage exchange;
  } storage;
  int key[per_thread];
  for (int k = 0; k < per_thread; ++k) key[k] = data[threadIdx.x * per_thread + k];
  Sort(storage.sort).Sort(key);
  __syncthreads();
  Exchange(storage.exchange).BlockedToStriped(key);
  for (int k = 0; k < per_thread; ++k) data[k * threads + threadIdx.x] = key[k];
}

TEST(SortsATileAndStoresItStriped) {
  std::vector<int> v = numbers(tile);
  Device<int> data(v);
  sort_tile<<<1, threads>>>(data.data);
  std::sort(v.begin(), v.end());
  EXPECT_EQ(data.get() == v, true);
}

__global__ void warps(const int* in, int* sums, int* scanned) {
  using Reduce = cub::WarpReduce<int>;
  using Scan = cub::WarpScan<int, 8>;  // of eight lanes each
  __shared__ typename Reduce::TempStorage reduce[threads / 32];
  __shared__ typename Scan::TempStorage scan[threads / 8];
  const int t = threadIdx.x;
  const int sum = Reduce(reduce[t / 32]).Sum(in[t]);
  if (t % 32 == 0) sums[t / 32] = sum;
  Scan(scan[t / 8]).InclusiveSum(in[t], scanned[t]);
}

TEST(ReducesAndScansInWarpsAndPartsOfThem) {
  const std::vector<int> v = numbers(threads);
  Device<int> in(v), sums(threads / 32), scanned(threads);
  warps<<<1, threads>>>(in.data, sums.data, scanned.data);
  const std::vector<int> s = sums.get(), r = scanned.get();
  for (int w = 0; w < threads / 32; ++w)
    EXPECT_EQ(s[w], std::accumulate(v.begin() + w * 32, v.begin() + (w + 1) * 32, 0));
  for (int t = 0; t < threads; ++t)
    EXPECT_EQ(r[t], std::accumulate(v.begin() + t / 8 * 8, v.begin() + t + 1, 0));
}

#endif
