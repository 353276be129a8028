// Functions for host and device that ask for __CUDA_ARCH__: the host runs what stands there for it,
// a kernel what stands there for devices.
#include <nv/target>

#include <cmath>
#include <string>

#include "expect.h"

using expect::Device;

#if defined(__CUDACC__)
#define BOTH __host__ __device__
#else
#define BOTH
#endif

BOTH inline bool on_device() {
#ifdef __CUDA_ARCH__
  return true;
#else
  return false;
#endif
}

template <class T>
BOTH T load(const T* p) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 350
  return __ldg(p);
#else
  return *p;
#endif
}

// Declarations in the middle of a function, that the rest of it uses.
BOTH int lane_and_width() {
#if !defined(__CUDA_ARCH__)
  const int lane = 100, width = 1;
#else
  const int lane = threadIdx.x % 32, width = warpSize;
#endif
  return lane * 100 + width;
}

// Both branches define the whole function, or it stands in one of them.
#ifdef __CUDA_ARCH__
__host__ __device__ inline int whole(int x) { return x + 1; }
__device__ inline int helper(int x) { return 2 * x; }
#else
__host__ __device__ inline int whole(int x) { return x - 1; }
inline int host_helper(int x) { return -x; }
#endif

__host__ __device__ int through_helpers(int x) {
#ifdef __CUDA_ARCH__
  return helper(x);
#else
  return host_helper(x);
#endif
}

// For devices in two ways: the one for older devices is not compiled.
__device__ int by_capability() {
#if __CUDA_ARCH__ >= 700
  return 700;
#else
  return 0;
#endif
}

// On the host __CUDA_ARCH__ is undefined.
int of_host() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  const std::string text = "host";
  return static_cast<int>(text.size());
#endif
}

struct Point {
  float x, y;
  BOTH Point(float a, float b) : x(a), y(b) {
#ifndef __CUDA_ARCH__
    x += 1000;
#endif
  }
  BOTH float length() const {
#ifdef __CUDA_ARCH__
    return x + y;
#else
    return std::sqrt(x * x + y * y);
#endif
  }
  friend BOTH bool operator<(const Point& a, const Point& b) {
#ifdef __CUDA_ARCH__
    return a.x > b.x;
#else
    return a.x < b.x;
#endif
  }
};

// In a constant expression there is no device.
BOTH constexpr int twice(int x) {
#ifdef __CUDA_ARCH__
  return 2 * x;
#else
  return x + x;
#endif
}
static_assert(twice(4) == 8, "");

struct Values {
  int on_device, load, lane, whole, helpers, capability, less;
  float length;
};

template <class Point>
BOTH void fill(Values& v, const int* p, const Point& a, const Point& b) {
  v.on_device = on_device();
  v.load = load(p);
  v.lane = lane_and_width();
  v.whole = whole(10);
  v.helpers = through_helpers(10);
  v.less = a < b;
  v.length = a.length();
}

__global__ void on_the_device(Values* out, const int* p) {
  Values v = {};
  const Point a(3, 4), b(5, 6);
  fill(v, p, a, b);
  v.capability = by_capability();
  if (threadIdx.x == 3) *out = v;
}

TEST(TheHostRunsWhatStandsThereForIt) {
  Values v = {};
  const int five = 5;
  const Point a(-997, 4), b(5, 6);
  fill(v, &five, a, b);
  EXPECT_EQ(v.on_device, 0);
  EXPECT_EQ(v.load, 5);
  EXPECT_EQ(v.lane, 10001);
  EXPECT_EQ(v.whole, 9);
  EXPECT_EQ(v.helpers, -10);
  EXPECT_EQ(v.less, 1);
  EXPECT_EQ(v.length, 5.0f);
  EXPECT_EQ(of_host(), 4);
  EXPECT_EQ(twice(21), 42);
}

TEST(AKernelRunsWhatStandsThereForDevices) {
  Device<Values> out(1);
  Device<int> five(std::vector<int>{5});
  on_the_device<<<1, 32>>>(out.data, five.data);
  const Values v = out.get()[0];
  EXPECT_EQ(v.on_device, 1);
  EXPECT_EQ(v.load, 5);
  EXPECT_EQ(v.lane, 332);
  EXPECT_EQ(v.whole, 11);
  EXPECT_EQ(v.helpers, 20);
  EXPECT_EQ(v.capability, 700);
  EXPECT_EQ(v.less, 0);
  EXPECT_EQ(v.length, 7.0f);
}

constexpr int line_before = __LINE__;
int line_of_host() {
#ifdef __CUDA_ARCH__
  return 0;
#else

  return __LINE__;
#endif
}

// The same by libcu++'s macros.
__host__ __device__ int by_target(int x) {
  NV_IF_TARGET(NV_IS_DEVICE, (return x + static_cast<int>(threadIdx.x);), (return -x;))
}
__host__ __device__ int by_capabilities() {
  [[maybe_unused]] int known = 1;
  NV_IF_TARGET(NV_IS_HOST, (known = 2; known += 5;))
  NV_DISPATCH_TARGET(NV_PROVIDES_SM_120, (return 120;), NV_PROVIDES_SM_80, (return 80;), NV_IS_HOST,
                     (return known;))
  return 0;
}
__global__ void by_macros(int* out) {
  if (threadIdx.x == 5) out[0] = by_target(100);
  if (threadIdx.x == 5) out[1] = by_capabilities();
}

TEST(MacrosOfTargets) {
  EXPECT_EQ(by_target(100), -100);
  EXPECT_EQ(by_capabilities(), 7);
  Device<int> out(2);
  by_macros<<<1, 32>>>(out.data);
  EXPECT_EQ(out.get()[0], 105);
  EXPECT_EQ(out.get()[1] == 80 || out.get()[1] == 120, true);
}

TEST(LinesStayTheirs) { EXPECT_EQ(line_of_host(), line_before + 6); }
