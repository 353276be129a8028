// Atomic functions on every type, in global and shared memory.
#include "expect.h"

using expect::Device;

template <class T>
__global__ void adds(T* total, T* shared_total) {
  __shared__ T s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  atomicAdd(total, static_cast<T>(threadIdx.x));
  atomicAdd(&s, static_cast<T>(1));
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(shared_total, s);
}

template <class T>
void check_adds() {
  Device<T> total(std::vector<T>(2, T(0)));
  adds<T><<<50, 200>>>(total.data, total.data + 1);
  EXPECT_EQ(total.get()[0], static_cast<T>(50 * 199 * 100));
  EXPECT_EQ(total.get()[1], static_cast<T>(50 * 200));
}

TEST(AddsOfEveryType) {
  check_adds<int>();
  check_adds<unsigned>();
  check_adds<unsigned long long>();
  check_adds<float>();
  check_adds<double>();
}

__global__ void others(int* i, unsigned* u, unsigned long long* l) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicSub(&i[0], 2);
  atomicMin(&i[1], t - 1000);
  atomicMax(&i[2], t - 1000);
  atomicOr(&i[3], 1 << (t % 31));
  atomicAnd(&i[4], ~(1 << (t % 31)));
  atomicXor(&i[5], t);
  atomicInc(&u[0], 6);
  atomicDec(&u[1], 6);
  atomicMin(&u[2], 5000u - t);
  atomicMax(&u[3], 5u + t);
  atomicMin(&l[0], 1ull << (t % 50));
  atomicMax(&l[1], 1ull << (t % 50));
  atomicOr(&l[2], 1ull << (t % 64));
  atomicAnd(&l[3], ~(1ull << (t % 64)));
  atomicXor(&l[4], static_cast<unsigned long long>(t) << 32);
}

TEST(TheOtherOperations) {
  Device<int> i(std::vector<int>{0, 0, -5000, 0, -1, 0});
  Device<unsigned> u(std::vector<unsigned>{0, 0, ~0u, 0});
  Device<unsigned long long> l(std::vector<unsigned long long>{~0ull, 0, 0, ~0ull, 0});
  others<<<20, 100>>>(i.data, u.data, l.data);
  int x = 0;
  for (int t = 0; t < 2000; ++t) x ^= t;
  const std::vector<int> ri = i.get();
  EXPECT_EQ(ri[0], -4000);
  EXPECT_EQ(ri[1], -1000);
  EXPECT_EQ(ri[2], 999);
  EXPECT_EQ(ri[3], 0x7fffffff);
  EXPECT_EQ(ri[4], static_cast<int>(0x80000000u));
  EXPECT_EQ(ri[5], x);
  const std::vector<unsigned> ru = u.get();
  EXPECT_EQ(ru[0], 2000u % 7);
  EXPECT_EQ(ru[1], (7 - 2000u % 7) % 7);
  EXPECT_EQ(ru[2], 3001u);
  EXPECT_EQ(ru[3], 2004u);
  const std::vector<unsigned long long> rl = l.get();
  EXPECT_EQ(rl[0], 1ull);
  EXPECT_EQ(rl[1], 1ull << 49);
  EXPECT_EQ(rl[2], ~0ull);
  EXPECT_EQ(rl[3], 0ull);
  EXPECT_EQ(rl[4], static_cast<unsigned long long>(x) << 32);
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__global__ void add_vectors(float2* two, float4* four) {
  atomicAdd(two, make_float2(1, 2));
  atomicAdd(four, make_float4(1, 2, 3, threadIdx.x));
}
#else
__global__ void add_vectors(float2*, float4*) {}
#endif

TEST(VectorsAddEachMember) {
  int major = 0;
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
  if (major < 9) return;
  Device<float2> two(std::vector<float2>(1));
  Device<float4> four(std::vector<float4>(1));
  add_vectors<<<1, 32>>>(two.data, four.data);
  EXPECT_EQ(two.get()[0].y, 64);
  EXPECT_EQ(four.get()[0].w, 496);
}

__global__ void returns(int* a, float* f, int* out) {
  out[0] = atomicAdd(&a[0], 5);
  out[1] = atomicExch(&a[0], 100);
  out[2] = atomicCAS(&a[0], 7, 8);
  out[3] = atomicCAS(&a[0], 100, 8);
  out[4] = a[0];
  out[5] = static_cast<int>(atomicExch(f, 2.5f) * 4);
  out[6] = static_cast<int>(*f * 4);
  unsigned short h[2] = {3, 4};
  __shared__ unsigned short s[2];
  s[0] = h[0];
  s[1] = h[1];
  out[7] = atomicCAS(&s[1], static_cast<unsigned short>(4), static_cast<unsigned short>(9));
  out[8] = s[0] * 100 + s[1];
}

TEST(OldValuesComeBack) {
  Device<int> a(std::vector<int>(1, 1)), out(9);
  Device<float> f(std::vector<float>(1, 0.75f));
  returns<<<1, 1>>>(a.data, f.data, out.data);
  const int expected[] = {1, 6, 100, 100, 8, 3, 10, 4, 309};
  const std::vector<int> r = out.get();
  for (int i = 0; i < 9; ++i) EXPECT_EQ(r[i], expected[i]);
}

// double atomicAdd by compare and swap, as the programming guide writes it.
__device__ double add_by_cas(double* address, double value) {
  auto* bits = reinterpret_cast<unsigned long long*>(address);
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

__global__ void cas_sum(double* total) { add_by_cas(total, threadIdx.x); }

TEST(CompareAndSwapLoop) {
  Device<double> total(std::vector<double>(1, 0.0));
  cas_sum<<<40, 256>>>(total.data);
  EXPECT_EQ(total.get()[0], 40 * 255 * 128.0);
}

__global__ void histogram(int n, const unsigned char* in, int* bins) {
  __shared__ int s[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) s[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&s[in[i]], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&bins[i], s[i]);
}

TEST(Histogram) {
  std::vector<unsigned char> in(100003);
  std::vector<int> expected(256, 0);
  for (std::size_t i = 0; i < in.size(); ++i)
    ++expected[in[i] = static_cast<unsigned char>(i * i % 251)];
  Device<unsigned char> d(in);
  Device<int> bins(std::vector<int>(256, 0));
  histogram<<<13, 192>>>(static_cast<int>(in.size()), d.data, bins.data);
  EXPECT(bins.get() == expected);
}
