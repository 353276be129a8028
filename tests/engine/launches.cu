// Kernel launches: arguments, templates, shared memory, launch limits.
#include "expect.h"

using expect::Device;

struct Parameters {
  double scale;
  int offset[5];
  char tag;
};

__global__ void many_kinds(char c, short s, int i, long long l, float f, double d, Parameters p,
                           const int* in, double* out) {
  p.offset[0] += 1;  // the thread's own copy
  out[threadIdx.x] = c + s + i + static_cast<double>(l) + f + d + p.scale * p.offset[0] +
                     p.offset[4] + p.tag + in[threadIdx.x];
}

TEST(ArgumentsOfManyKinds) {
  Device<int> in(std::vector<int>{1, 2, 3, 4});
  Device<double> out(4);
  const Parameters p{0.5, {9, 0, 0, 0, 100}, 'a'};
  many_kinds<<<1, 4>>>('b', 3, 4u, 5, 6.5, 7.25f, p, in.data, out.data);
  const std::vector<double> r = out.get();
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(r[i], 'b' + 3 + 4 + 5 + 6.5 + 7.25 + 5 + 100 + 'a' + in.get()[i]);
}

template <class T, int N>
__global__ void fill(T* out, T value) {
  if (threadIdx.x < N) out[threadIdx.x] = value;
}

template <class F>
__global__ void apply(int n, F f, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = f(i);
}

struct Affine {
  int a, b;
  __device__ int operator()(int x) const { return a * x + b; }
};

// A class that copies what it owns, on the host.
struct Owner {
  explicit Owner(int n) : size(n) { cudaMallocManaged(&data, n * sizeof(int)); }
  Owner(const Owner& other) : Owner(other.size) {
    for (int i = 0; i < size; ++i) data[i] = other.data[i];
  }
  Owner& operator=(const Owner&) = delete;
  ~Owner() { cudaFree(data); }

  int size;
  int* data;
};

__global__ void change_owned(Owner owner, int* sizes) {
  owner.data[threadIdx.x] += 1;
  owner.size += threadIdx.x;  // its own
  sizes[threadIdx.x] = owner.size + owner.data[threadIdx.x];
}

TEST(ClassesArriveAsTheirBytes) {
  Owner owner(8);
  for (int i = 0; i < 8; ++i) owner.data[i] = 10 * i;
  Device<int> sizes(8);
  change_owned<<<1, 8>>>(owner, sizes.data);
  const std::vector<int> r = sizes.get();
  for (int i = 0; i < 8; ++i) EXPECT_EQ(r[i], 8 + i + 10 * i + 1);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(owner.data[i], 10 * i);
}

TEST(TemplatesAndFunctionObjects) {
  Device<float> f(8);
  fill<float, 8><<<1, 32>>>(f.data, 2.5f);
  for (float x : f.get()) EXPECT_EQ(x, 2.5f);
  Device<int> out(100);
  apply<<<4, 32>>>(100, Affine{3, 4}, out.data);
  const std::vector<int> r = out.get();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(r[i], 3 * i + 4);
}

__global__ void indices(uint3* out) {
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  uint3* o = out + 2 * (block * blockDim.x * blockDim.y * blockDim.z + thread);
  o[0] = blockIdx;
  o[1] = threadIdx;
}

TEST(EveryThreadKnowsItsPlace) {
  const dim3 grid(3, 4, 5), block(6, 7, 2);
  Device<uint3> out(2 * 60 * 84);
  indices<<<grid, block>>>(out.data);
  const std::vector<uint3> r = out.get();
  for (unsigned b = 0; b < 60; ++b)
    for (unsigned t = 0; t < 84; ++t) {
      const uint3 bi = r[2 * (b * 84 + t)], ti = r[2 * (b * 84 + t) + 1];
      EXPECT(bi.x == b % 3 && bi.y == b / 3 % 4 && bi.z == b / 12);
      EXPECT(ti.x == t % 6 && ti.y == t / 6 % 7 && ti.z == t / 42);
    }
}

__global__ void dynamic(int n, double* out) {
  extern __shared__ double buffer[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) buffer[i] = i;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = buffer[n - 1 - i];
}

TEST(DynamicSharedMemoryUpToTheOptIn) {
  const int n = 8000;  // 64000 bytes
  Device<double> out(n);
  dynamic<<<1, 128, n * 8>>>(n, out.data);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, n * 8),
            cudaSuccess);
  dynamic<<<1, 128, n * 8>>>(n, out.data);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  const std::vector<double> r = out.get();
  for (int i = 0; i < n; ++i) EXPECT_EQ(r[i], n - 1.0 - i);
  EXPECT_EQ(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20),
            cudaErrorInvalidValue);
  cudaGetLastError();
}

__global__ void both_kinds(int* out) {
  __shared__ int fixed[1028];  // 4112 bytes
  extern __shared__ int sized[];
  fixed[threadIdx.x] = sized[threadIdx.x] = 3;
  __syncthreads();
  out[threadIdx.x] = fixed[threadIdx.x] + sized[threadIdx.x];
}

TEST(StaticAndDynamicSharedMemoryHaveOneLimit) {
  Device<int> out(std::vector<int>(32, 1));
  for (int again = 0; again < 2; ++again) {
    both_kinds<<<1, 32, 45060>>>(out.data);  // 20 bytes too many
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  }
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out.get()[31], 1);
  both_kinds<<<1, 32, 45040>>>(out.data);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(out.get()[31], 6);
  EXPECT_EQ(cudaFuncSetAttribute(both_kinds, cudaFuncAttributeMaxDynamicSharedMemorySize, 45060),
            cudaSuccess);
  both_kinds<<<1, 32, 45060>>>(out.data);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

__global__ void nothing() {}
__global__ void __launch_bounds__(128) bounded(int* out) { out[threadIdx.x] = threadIdx.x; }

TEST(ImpossibleShapesAreRefused) {
  const auto refused = [](cudaError_t expected) {
    // From CUDA 13 on, every refused launch is an invalid value.
    if (cudaPeekAtLastError() == cudaErrorInvalidValue && expected == cudaErrorInvalidConfiguration)
      expected = cudaErrorInvalidValue;
    EXPECT_EQ(cudaPeekAtLastError(), expected);
    EXPECT_EQ(cudaGetLastError(), expected);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  };
  nothing<<<1, 1025>>>();
  refused(cudaErrorInvalidConfiguration);
  nothing<<<1, 0>>>();
  refused(cudaErrorInvalidConfiguration);
  nothing<<<0, 32>>>();
  refused(cudaErrorInvalidConfiguration);
  nothing<<<1, dim3(32, 33)>>>();
  refused(cudaErrorInvalidConfiguration);
  nothing<<<1, dim3(1, 1, 65)>>>();
  refused(cudaErrorInvalidConfiguration);
  nothing<<<dim3(1, 65536), 32>>>();
  refused(cudaErrorInvalidConfiguration);
  nothing<<<dim3(1, 1, 65536), 32>>>();
  refused(cudaErrorInvalidConfiguration);
  nothing<<<1, 32, 49153>>>();
  refused(cudaErrorInvalidValue);
  nothing<<<dim3(100000), 32>>>();
  refused(cudaSuccess);
}

TEST(LaunchBoundsAreALimit) {
  Device<int> out(256);
  bounded<<<1, 128>>>(out.data);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  bounded<<<1, 256>>>(out.data);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  cudaFuncAttributes a;
  EXPECT_EQ(cudaFuncGetAttributes(&a, bounded), cudaSuccess);
  EXPECT_EQ(a.maxThreadsPerBlock, 128);
}

TEST(LaunchKernelByPointers) {
  Device<int> in(std::vector<int>{5, 6, 7, 8});
  Device<double> out(4);
  char c = 1;
  short s = 2;
  int i = 3;
  long long l = 4;
  float f = 5;
  double d = 6;
  Parameters p{1, {1, 0, 0, 0, 0}, 0};
  void* args[] = {&c, &s, &i, &l, &f, &d, &p, &in.data, &out.data};
  EXPECT_EQ(cudaLaunchKernel(many_kinds, dim3(1), dim3(4), args, 0, nullptr), cudaSuccess);
  const std::vector<double> r = out.get();
  for (int k = 0; k < 4; ++k) EXPECT_EQ(r[k], 23.0 + 5 + k);
}

TEST(Occupancy) {
  int blocks = 0, grid = 0, block = 0;
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 1024, 0), cudaSuccess);
  EXPECT_EQ(blocks, 2);
  EXPECT_EQ(cudaOccupancyMaxPotentialBlockSize(&grid, &block, nothing), cudaSuccess);
  EXPECT(block > 0 && block <= 1024 && grid > 0);
}

__device__ int helper_by_pointer(int x) { return x * 2; }
__global__ void through_pointer(int* out) {
  int (*f)(int) = helper_by_pointer;
  out[threadIdx.x] = f(threadIdx.x);
}

TEST(DeviceFunctionPointers) {
  Device<int> out(10);
  through_pointer<<<1, 10>>>(out.data);
  EXPECT_EQ(out.get()[9], 18);
}

__global__ void print_from_kernel() {
  if (threadIdx.x == 1) printf("thread %d of %d says %.2f\n", threadIdx.x, blockDim.x, 1.5);
}

TEST(KernelsPrint) {
  print_from_kernel<<<1, 2>>>();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}
