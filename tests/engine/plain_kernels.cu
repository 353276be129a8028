// Kernels whose threads only compute: the CPU engine runs a block of them as a loop.
#include "expect.h"

using expect::Device;

__device__ unsigned number_in_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

// Every index, as the kernel and as a function that it calls see it.
__global__ void number_threads(unsigned* seen, unsigned* seen_by_function) {
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned all = blockDim.x * blockDim.y * blockDim.z;
  seen[block * all + thread] += block * all + thread;
  seen_by_function[block * all + thread] += block * all + number_in_block();
}

TEST(EachThreadRunsOnceAndKnowsItsPlace) {
  const dim3 grid(3, 2, 2), block(5, 3, 2);
  const unsigned n = 12 * 30;
  Device<unsigned> seen(std::vector<unsigned>(n, 1)), by_function(std::vector<unsigned>(n, 1));
  number_threads<<<grid, block>>>(seen.data, by_function.data);
  const std::vector<unsigned> a = seen.get(), b = by_function.get();
  for (unsigned i = 0; i < n; ++i) {
    EXPECT_EQ(a[i], i + 1);
    EXPECT_EQ(b[i], i + 1);
  }
}

// The thread's own parameters, and ways out of it.
__global__ void count_down(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out += i;
  while (n > i) {
    --n;
    if (n % 7 == 6) return;
    *out += 1;
  }
}

TEST(ParametersAreTheThreadsOwnAndReturnEndsOneThread) {
  const int n = 100;
  Device<int> out(std::vector<int>(128, 0));
  count_down<<<4, 32>>>(out.data, n);
  const std::vector<int> r = out.get();
  for (int i = 0; i < 128; ++i) {
    const int down_to = i <= 97 ? 97 : i;  // 97 % 7 == 6
    EXPECT_EQ(r[i], i >= n ? 0 : i <= 97 ? n - down_to - 1 : n - i);
  }
}

__global__ void mark(int* out) { out[threadIdx.x] = 1; }
__global__ void mark_otherwise(int* out) { out[threadIdx.x] = 2; }

void launch_what_is_named_so(void (*mark)(int*), int* out) { mark<<<1, 4>>>(out); }

TEST(AVariableOfAKernelsNameIsWhatIsLaunched) {
  Device<int> out(std::vector<int>(4, 0));
  launch_what_is_named_so(mark_otherwise, out.data);
  for (const int x : out.get()) EXPECT_EQ(x, 2);
  launch_what_is_named_so(mark, out.data);
  for (const int x : out.get()) EXPECT_EQ(x, 1);
}

__global__ void later(int* out);
void launch_before_definition(int* out) { later<<<1, 4>>>(out); }
__global__ void later(int* out) { out[threadIdx.x] = threadIdx.x + 5; }

TEST(ALaunchBeforeTheDefinition) {
  Device<int> out(std::vector<int>(4, 0));
  launch_before_definition(out.data);
  const std::vector<int> r = out.get();
  for (int i = 0; i < 4; ++i) EXPECT_EQ(r[i], i + 5);
}

namespace inner {
namespace {
__global__ void square(float* a, int n) {
  int i = threadIdx.x;
  if (i < n) a[i] = a[i] * a[i];
}
}  // namespace
}  // namespace inner

TEST(KernelsOfNamespacesAndByAddress) {
  Device<float> a(std::vector<float>{1, 2, 3, 4});
  inner::square<<<1, 8>>>(a.data, 4);
  int n = 3;
  void* arguments[] = {&a.data, &n};
  EXPECT_EQ(cudaLaunchKernel(reinterpret_cast<const void*>(&inner::square), dim3(1), dim3(8),
                             arguments, 0, nullptr),
            cudaSuccess);
  const std::vector<float> r = a.get();
  EXPECT_EQ(r[0], 1.0f);
  EXPECT_EQ(r[1], 16.0f);
  EXPECT_EQ(r[2], 81.0f);
  EXPECT_EQ(r[3], 16.0f);
}

template <class T, int N>
__global__ void multiply(T* a, T factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) a[i] *= factor + T(1);
}

template <int N>
std::vector<double> multiplied(double factor) {
  Device<double> a(std::vector<double>(5, 2));
  multiply<double, N><<<2, 3>>>(a.data, factor);
  return a.get();
}

TEST(Templates) {
  Device<int> a(std::vector<int>(5, 2));
  multiply<int, 4><<<2, 3>>>(a.data, 6);
  const std::vector<int> r = a.get();
  const std::vector<double> of_three = multiplied<3>(0.5);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(r[i], i < 4 ? 14 : 2);
    EXPECT_EQ(of_three[i], i < 3 ? 3.0 : 2.0);
  }
}

// A class's friend is the kernel alone.
class Hidden {
 public:
  explicit Hidden(int* values) : values_(values) {}

 private:
  friend __global__ void fill(Hidden hidden);
  int* values_;
};

__global__ void fill(Hidden hidden) { hidden.values_[threadIdx.x] = 7; }

TEST(AFriendOfAClass) {
  Device<int> a(std::vector<int>(3, 0));
  fill<<<1, 3>>>(Hidden(a.data));
  for (const int each : a.get()) EXPECT_EQ(each, 7);
}

__global__ void store_behind(int* out, int far) {
  if (threadIdx.y == 2 && threadIdx.x == 1) out += far;
  *out = 1;
}

ISOLATED_TEST(AFaultInALoopIsAnError) {
  int* out = nullptr;
  EXPECT_EQ(cudaMalloc(&out, 64), cudaSuccess);
  store_behind<<<1, dim3(4, 4)>>>(out, 1 << 28);
  const cudaError_t error = cudaDeviceSynchronize();
  // What lies so far behind an array is the device's affair.
  EXPECT(error == cudaErrorIllegalAddress || error == cudaErrorInvalidAddressSpace);
}
