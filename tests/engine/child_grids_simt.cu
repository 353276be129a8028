// Kernels that launch kernels (dynamic parallelism). With nvcc: -rdc=true -lcudadevrt.
#include "expect.h"

using expect::Device;

__global__ void add(int n, int by, int* v) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] += by;
}

// Each block launches a grid for its own part, with what it has stored there.
__global__ void parts(int n, int* v) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) v[blockIdx.x * n + i] = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) add<<<(n + 31) / 32, 32>>>(n, 100, v + blockIdx.x * n);
}

TEST(ChildrenSeeWhatTheirParentsStored) {
  Device<int> v(8 * 50);
  parts<<<8, 64>>>(50, v.data);
  add<<<7, 64>>>(400, 1000, v.data);  // after the children
  const std::vector<int> r = v.get();
  for (int i = 0; i < 400; ++i) EXPECT_EQ(r[i], i / 50 + 1100);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

template <class T>
__global__ void sort(T* v, int left, int right) {
  if (left >= right) return;
  const T pivot = v[(left + right) / 2];
  int i = left, j = right;
  while (i <= j) {
    while (v[i] < pivot) ++i;
    while (pivot < v[j]) --j;
    if (i > j) break;
    const T t = v[i];
    v[i++] = v[j];
    v[j--] = t;
  }
  cudaStream_t low, high;
  cudaStreamCreateWithFlags(&low, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&high, cudaStreamNonBlocking);
  sort<<<1, 1, 0, low>>>(v, left, j);
  sort<T><<<1, 1, 0, high>>>(v, i, right);
  cudaStreamDestroy(low);
  cudaStreamDestroy(high);
}

TEST(LaunchesAreRecursive) {
  const int n = 200;
  std::vector<float> in(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<float>(i * 73 % n);
  Device<float> v(in);
  sort<<<1, 1>>>(v.data, 0, n - 1);
  const std::vector<float> r = v.get();
  for (int i = 0; i < n; ++i) EXPECT_EQ(r[i], static_cast<float>(i));
}

__global__ void too_large(int* v) { add<<<1, 2048>>>(1, 1, v); }

ISOLATED_TEST(AnImpossibleLaunchIsAFailure) {
  int* v = nullptr;
  too_large<<<1, 1>>>(v);
  EXPECT(cudaDeviceSynchronize() != cudaSuccess);
}

__global__ void double_all(int n, const int* from, int* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = 2 * from[i];
}
__global__ void free_both(int* a, int* sum, int n) {
  for (int i = 0; i < n; ++i) *sum += a[i];
  cudaFree(a);
}

// Memory of a kernel's own cudaMalloc is on the device's heap, and its children may use it.
__global__ void with_memory(int n, int* sum, int* errors) {
  int *a, *nothing;
  if (cudaMalloc(&a, n * sizeof(int)) != cudaSuccess) ++*errors;
  if (cudaMalloc(&nothing, std::size_t{1} << 40) != cudaErrorMemoryAllocation) ++*errors;
  for (int i = 0; i < n; ++i) a[i] = i;
  double_all<<<(n + 31) / 32, 32>>>(n, a, a);
  free_both<<<1, 1>>>(a, sum, n);
}

TEST(KernelsAllocateForTheirChildren) {
  Device<int> sum(std::vector<int>(1, 0)), errors(std::vector<int>(1, 0));
  with_memory<<<1, 1>>>(100, sum.data, errors.data);
  EXPECT_EQ(sum.get()[0], 9900);
  EXPECT_EQ(errors.get()[0], 0);
}
