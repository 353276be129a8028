// Thrust, and CUB's algorithms of the whole device, from their own source. Compiled without
// optimisation: it is a lot of templates.
#include "expect.h"

#if __has_include(<thrust/device_vector.h>)

#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>

#include <algorithm>

constexpr int n = 10'000;

thrust::host_vector<int> numbers() {
  thrust::host_vector<int> v(n);
  for (int i = 0; i < n; ++i) v[i] = static_cast<int>(i * 2654435761u % 1000003u) - 500000;
  return v;
}

TEST(ThrustSortsOnTheDevice) {
  thrust::host_vector<int> v = numbers();
  thrust::device_vector<int> d = v;
  thrust::sort(d.begin(), d.end());
  std::sort(v.begin(), v.end());
  EXPECT_EQ(v == thrust::host_vector<int>(d), true);
}

struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};

TEST(ThrustTransformsAndReduces) {
  thrust::device_vector<int> d(1000);
  thrust::sequence(d.begin(), d.end(), 1);
  thrust::transform(d.begin(), d.end(), d.begin(), Square());
  EXPECT_EQ(thrust::reduce(d.begin(), d.end()), 1000 * 1001 * 2001 / 6);
  EXPECT_EQ(static_cast<int>(d[9]), 100);
}

// Twice each: first it says how much memory it wants.
TEST(CubReducesAndScansTheDevice) {
  const thrust::host_vector<int> v = numbers();
  const thrust::device_vector<int> in = v;
  thrust::device_vector<int> out(n), sum(1);
  const int* const from = thrust::raw_pointer_cast(in.data());
  std::size_t reduce_bytes = 0, scan_bytes = 0;
  cub::DeviceReduce::Sum(nullptr, reduce_bytes, from, sum.data(), n);
  cub::DeviceScan::InclusiveSum(nullptr, scan_bytes, from, out.data(), n);
  thrust::device_vector<char> room(std::max(reduce_bytes, scan_bytes));
  void* const at = thrust::raw_pointer_cast(room.data());
  EXPECT_EQ(cub::DeviceReduce::Sum(at, reduce_bytes, from, sum.data(), n), cudaSuccess);
  EXPECT_EQ(cub::DeviceScan::InclusiveSum(at, scan_bytes, from, out.data(), n), cudaSuccess);
  const thrust::host_vector<int> scanned = out;
  int expected = 0;
  for (int i = 0; i < n; ++i) EXPECT_EQ(scanned[i], expected += v[i]);
  EXPECT_EQ(static_cast<int>(sum[0]), expected);
}

#endif
