// cuda::atomic and cuda::atomic_ref with their scopes and orders, latches, semaphores, and what of
// cuda::std kernels use.
#include <cuda/atomic>
#include <cuda/cmath>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/cmath>
#include <cuda/std/limits>
#include <cuda/std/numbers>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

#include "expect.h"

using expect::Device;

template <class T>
__global__ void add_up(T* sum, const T* v) {
  cuda::atomic_ref<T, cuda::thread_scope_device> total(*sum);
  total.fetch_add(v[blockIdx.x * blockDim.x + threadIdx.x], cuda::memory_order_relaxed);
}

template <class T>
void check_sum() {
  std::vector<T> v(512);
  for (int i = 0; i < 512; ++i) v[i] = static_cast<T>(i % 9);
  T expected = 0;
  for (const T x : v) expected += x;
  Device<T> sum(std::vector<T>(1, 0)), in(v);
  add_up<<<4, 128>>>(sum.data, in.data);
  EXPECT_EQ(sum.get()[0], expected);
}

TEST(SumsOfEveryType) {
  check_sum<int>();
  check_sum<unsigned>();
  check_sum<long long>();
  check_sum<unsigned long long>();
  check_sum<float>();
  check_sum<double>();
}

__global__ void operations(unsigned* out) {
  __shared__ cuda::atomic<unsigned, cuda::thread_scope_block> a, b, c, d;
  if (threadIdx.x == 0) {
    a.store(100, cuda::memory_order_relaxed);
    b.store(~0u, cuda::memory_order_relaxed);
    c.store(0);
    d = 7;
  }
  __syncthreads();
  a.fetch_min(200 - threadIdx.x);
  b.fetch_and(~(1u << threadIdx.x % 32));
  c.fetch_or(1u << threadIdx.x % 16);
  d.fetch_max(threadIdx.x);
  __syncthreads();
  ++a;
  b += 2;
  c ^= threadIdx.x == 3 ? 1u : 0u;
  d--;
  __syncthreads();
  if (threadIdx.x == 0) {
    out[0] = a.load();
    out[1] = b;
    out[2] = c.exchange(5);
    out[3] = d.load(cuda::memory_order_acquire);
    unsigned expected = 5;
    out[4] = c.compare_exchange_strong(expected, 6);
    out[5] = c.compare_exchange_weak(expected, 9) + 10 * expected;
    out[6] = c.load();
  }
}

TEST(Operations) {
  Device<unsigned> out(7);
  operations<<<1, 128>>>(out.data);
  const auto r = out.get();
  EXPECT_EQ(r[0], 73u + 128);
  EXPECT_EQ(r[1], 256u);
  EXPECT_EQ(r[2], 0xFFFEu);
  EXPECT_EQ(r[3], 127u - 128);
  EXPECT_EQ(r[4], 1u);
  EXPECT_EQ(r[5], 60u);
  EXPECT_EQ(r[6], 6u);
}

// A value handed from block to block by a flag: release, acquire.
__global__ void relay(int* values, int* flags, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> mine(flags[blockIdx.x]);
  if (threadIdx.x == 0) {
    int value = 1;
    if (blockIdx.x > 0) {
      cuda::atomic_ref<int, cuda::thread_scope_device> before(flags[blockIdx.x - 1]);
      while (before.load(cuda::memory_order_acquire) == 0) {
      }
      value = values[blockIdx.x - 1] + 1;
    }
    values[blockIdx.x] = value;
    mine.store(1, cuda::memory_order_release);
    out[blockIdx.x] = value;
  }
}

TEST(AFlagBetweenBlocks) {
  Device<int> values(8), flags(std::vector<int>(8, 0)), out(8);
  relay<<<8, 32>>>(values.data, flags.data, out.data);
  const auto r = out.get();
  for (int b = 0; b < 8; ++b) EXPECT_EQ(r[b], b + 1);
}

__global__ void wait_for_value(cuda::atomic<int, cuda::thread_scope_device>* flag, int* out) {
  if (blockIdx.x == 0) {
    flag->wait(0);
    *out = flag->load();
  } else {
    flag->store(42);
    flag->notify_all();
  }
}

TEST(WaitingForAnotherValue) {
  cuda::atomic<int, cuda::thread_scope_device>* flag;
  cudaMalloc(&flag, sizeof *flag);
  cudaMemset(flag, 0, sizeof *flag);
  Device<int> out(1);
  wait_for_value<<<2, 1>>>(flag, out.data);
  EXPECT_EQ(out.get()[0], 42);
  cudaFree(flag);
}

__global__ void with_lock(cuda::binary_semaphore<cuda::thread_scope_device>* lock, int* counter) {
  if (threadIdx.x == 0) {
    lock->acquire();
    *counter += 1;
    lock->release();
  }
}

__global__ void make_lock(cuda::binary_semaphore<cuda::thread_scope_device>* lock) {
  new (lock) cuda::binary_semaphore<cuda::thread_scope_device>(1);
}

TEST(ASemaphoreAsALock) {
  cuda::binary_semaphore<cuda::thread_scope_device>* lock;
  cudaMalloc(&lock, sizeof *lock);
  Device<int> counter(std::vector<int>(1, 0));
  make_lock<<<1, 1>>>(lock);
  with_lock<<<20, 32>>>(lock, counter.data);
  EXPECT_EQ(counter.get()[0], 20);
  cudaFree(lock);
}

__global__ void count_down(int* out) {
  __shared__ cuda::latch<cuda::thread_scope_block>* latch;
  __shared__ alignas(16) char room[64];
  __shared__ int v[64];
  if (threadIdx.x == 0) latch = new (room) cuda::latch<cuda::thread_scope_block>(64);
  __syncthreads();
  v[threadIdx.x] = threadIdx.x;
  latch->arrive_and_wait();
  out[threadIdx.x] = v[63 - threadIdx.x];
}

TEST(ALatch) {
  Device<int> out(64);
  count_down<<<1, 64>>>(out.data);
  const auto r = out.get();
  for (int i = 0; i < 64; ++i) EXPECT_EQ(r[i], 63 - i);
}

struct Pair {
  int a;
  float b;
};

__global__ void exchange_pairs(Pair* p, float* out) {
  cuda::atomic_ref<Pair, cuda::thread_scope_device> ref(*p);
  const Pair old = ref.load();
  Pair expected = old;
  while (!ref.compare_exchange_weak(expected, Pair{expected.a + 1, expected.b + 0.5f})) {
  }
  if (threadIdx.x == 0) *out = old.b;
}

TEST(StructuresOfEightBytes) {
  Device<Pair> p(std::vector<Pair>(1, Pair{0, 1.0f}));
  Device<float> out(1);
  exchange_pairs<<<2, 32>>>(p.data, out.data);
  EXPECT_EQ(p.get()[0].a, 64);
  EXPECT_EQ(p.get()[0].b, 33.0f);
}

__global__ void standard(float* out) {
  cuda::std::array<float, 3> a = {1, 2, 3};
  a[1] += cuda::std::numeric_limits<float>::epsilon();
  auto t = cuda::std::make_tuple(a[0], 2.5f);
  auto p = cuda::std::make_pair(1, 2.0f);
  static_assert(cuda::std::is_same<decltype(p.second), float>::value, "");
  out[0] = a.size() + cuda::std::get<1>(t) + p.second + cuda::std::sqrt(16.0f);
}

TEST(TheStandardLibraryInKernels) {
  Device<float> out(1);
  standard<<<1, 1>>>(out.data);
  EXPECT_EQ(out.get()[0], 11.5f);
}

TEST(AtomicsOnTheHost) {
  cuda::atomic<int> a(3);
  a.fetch_add(4);
  EXPECT_EQ(a.load(), 7);
  int plain = 1;
  cuda::atomic_ref<int> ref(plain);
  ref.fetch_max(9);
  EXPECT_EQ(plain, 9);
  EXPECT_EQ(ref.exchange(2), 9);
}

__global__ void bits_of(unsigned x, unsigned* out) {
  out[0] = cuda::std::popcount(x);
  out[1] = cuda::std::countl_zero(x);
  out[2] = cuda::std::countr_zero(x);
  out[3] = cuda::std::bit_ceil(x);
  out[4] = cuda::std::bit_floor(x);
  out[5] = cuda::std::rotl(x, 28);
  out[6] = cuda::std::rotr(x, -4);
  out[7] = cuda::std::has_single_bit(x);
  out[8] = cuda::std::bit_cast<unsigned>(1.0f);
  out[9] = cuda::std::countl_zero(static_cast<unsigned char>(x));
  out[10] = cuda::std::countl_zero(0u) + cuda::std::countr_zero(0ull);
  out[11] = cuda::ceil_div(static_cast<int>(x), 7);
  out[12] = static_cast<unsigned>(cuda::std::numbers::pi * 1000);
}

TEST(BitsAndDivisions) {
  Device<unsigned> out(13);
  bits_of<<<1, 1>>>(20, out.data);
  const unsigned expected[] = {2, 27, 2, 32, 16, 0x40000001, 320, 0, 0x3F800000, 3, 96, 3, 3141};
  const std::vector<unsigned> r = out.get();
  for (int i = 0; i < 13; ++i) EXPECT_EQ(r[i], expected[i]);
}

#if __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1208
// nvcc's built-in atomic functions.
__global__ void built_in_atomics(int* counter, unsigned long long* least, int* seen) {
  __nv_atomic_add(counter, 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_min(least, 1000ull - threadIdx.x, __NV_ATOMIC_RELAXED);
  __syncthreads();
  if (threadIdx.x == 0) *seen = __nv_atomic_load_n(counter, __NV_ATOMIC_ACQUIRE);
}

TEST(BuiltInAtomicFunctions) {
  Device<int> counter(std::vector<int>{0}), seen(1);
  Device<unsigned long long> least(std::vector<unsigned long long>{5000});
  built_in_atomics<<<1, 64>>>(counter.data, least.data, seen.data);
  EXPECT_EQ(seen.get()[0], 128);
  EXPECT_EQ(least.get()[0], 937ull);
}
#endif
