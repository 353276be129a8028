// malloc, free, new and delete in kernels: the device's heap.
#include "expect.h"

using expect::Device;

#define OK(call) EXPECT_EQ(static_cast<int>(call), static_cast<int>(cudaSuccess))

__global__ void squares(int n, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int* const mine = static_cast<int*>(malloc((i % 7 + 1) * sizeof(int)));
  if (!mine) {
    out[i] = -1;
    return;
  }
  for (int k = 0; k <= i % 7; ++k) mine[k] = i + k;
  out[i] = mine[i % 7];
  free(mine);
}

TEST(EachThreadHasMemoryOfItsOwn) {
  constexpr int n = 1000;
  Device<int> out(n);
  for (int round = 0; round < 3; ++round) squares<<<8, 128>>>(n, out.data);
  const std::vector<int> got = out.get();
  for (int i = 0; i < n; ++i) EXPECT_EQ(got[i], i + i % 7);
}

__global__ void in_common(int* out) {
  __shared__ int* data;
  if (threadIdx.x == 0) data = static_cast<int*>(malloc(blockDim.x * sizeof(int)));
  __syncthreads();
  data[threadIdx.x] = blockIdx.x * 1000 + threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) free(data);
}

TEST(ABlockSharesWhatOneThreadAllocates) {
  Device<int> out(4 * 64);
  in_common<<<4, 64>>>(out.data);
  const std::vector<int> got = out.get();
  for (int b = 0; b < 4; ++b)
    for (int t = 0; t < 64; ++t) EXPECT_EQ(got[b * 64 + t], b * 1000 + 63 - t);
}

struct Node {
  int value;
  Node* next;
};
__device__ Node* lists[32];

__global__ void make_lists(int length) {
  Node* first = nullptr;
  for (int i = 0; i < length; ++i) {
    Node* const node = new Node;
    node->value = threadIdx.x + i;
    node->next = first;
    first = node;
  }
  lists[threadIdx.x] = first;
}
__global__ void add_lists(int* sums) {
  int sum = 0;
  for (const Node* n = lists[threadIdx.x]; n; n = n->next) sum += n->value;
  sums[threadIdx.x] = sum;
}
__global__ void delete_lists() {
  for (Node* n = lists[threadIdx.x]; n;) {
    Node* const next = n->next;
    delete n;
    n = next;
  }
}

TEST(MemoryOutlivesTheKernelThatAllocatedIt) {
  Device<int> sums(32);
  make_lists<<<1, 32>>>(10);
  add_lists<<<1, 32>>>(sums.data);
  delete_lists<<<1, 32>>>();
  const std::vector<int> got = sums.get();
  for (int t = 0; t < 32; ++t) EXPECT_EQ(got[t], 10 * t + 45);
}

class Shape {
 public:
  __device__ virtual ~Shape() {}
  __device__ virtual int area() const = 0;
};
class Square : public Shape {
 public:
  __device__ explicit Square(int a) : a_(a) {}
  __device__ int area() const override { return a_ * a_; }

 private:
  int a_;
};
class Row : public Shape {
 public:
  __device__ Row(int n, int* deleted) : n_(n), parts_(new Square*[n]), deleted_(deleted) {
    for (int i = 0; i < n; ++i) parts_[i] = new Square(i + 1);
  }
  __device__ ~Row() override {
    for (int i = 0; i < n_; ++i) delete parts_[i];
    delete[] parts_;
    ++*deleted_;
  }
  __device__ int area() const override {
    int sum = 0;
    for (int i = 0; i < n_; ++i) sum += parts_[i]->area();
    return sum;
  }

 private:
  int n_;
  Square** parts_;
  int* deleted_;
};

__global__ void areas(int* out, int* deleted) {
  const int t = threadIdx.x;
  Shape* const shape = t % 2 ? static_cast<Shape*>(new Row(t, deleted + t)) : new Square(t);
  out[t] = shape->area();
  delete shape;
}

TEST(ObjectsAreMadeAndDestroyed) {
  Device<int> out(32), deleted(std::vector<int>(32, 0));
  areas<<<1, 32>>>(out.data, deleted.data);
  const std::vector<int> got = out.get(), gone = deleted.get();
  for (int t = 0; t < 32; ++t) {
    EXPECT_EQ(got[t], t % 2 ? t * (t + 1) * (2 * t + 1) / 6 : t * t);
    EXPECT_EQ(gone[t], t % 2);
  }
}

__global__ void alignments(int* wrong) {
  for (int size = 1; size < 100; ++size) {
    void* const p = malloc(size);
    if (reinterpret_cast<unsigned long long>(p) % 16 != 0) ++*wrong;
    free(p);
  }
}

TEST(MemoryBeginsAtMultiplesOf16) {
  Device<int> wrong(std::vector<int>(1, 0));
  alignments<<<1, 1>>>(wrong.data);
  EXPECT_EQ(wrong.get()[0], 0);
}

__global__ void too_much(int* got) {
  got[0] = malloc(std::size_t{1} << 40) != nullptr;
  got[1] = new char[std::size_t{1} << 40] != nullptr;
  free(nullptr);
  delete static_cast<int*>(nullptr);
}

TEST(WhatIsTooMuchGivesNull) {
  Device<int> got(std::vector<int>(2, -1));
  too_much<<<1, 1>>>(got.data);
  EXPECT_EQ(got.get()[0], 0);
  EXPECT_EQ(got.get()[1], 0);
}

__device__ char* kept[64];

__global__ void fill(std::size_t size, int* count) {
  int n = 0;
  while (n < 64 && (kept[n] = static_cast<char*>(malloc(size))) != nullptr) kept[n++][size - 1] = 1;
  *count = n;
}
__global__ void empty(int n) {
  for (int i = 0; i < n; ++i) free(kept[i]);
}

ISOLATED_TEST(AHeapThatIsFullGivesNullUntilSomethingIsFreed) {
  constexpr std::size_t megabyte = std::size_t{1} << 20;
  OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 * megabyte));
  std::size_t limit = 0;
  OK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
  EXPECT(limit >= 16 * megabyte);
  Device<int> count(std::vector<int>(1, -1));
  fill<<<1, 1>>>(megabyte, count.data);
  const int first = count.get()[0];
  EXPECT(first >= 8 && first < 64);
  empty<<<1, 1>>>(first);
  // What was freed is one again.
  fill<<<1, 1>>>(4 * megabyte, count.data);
  const int second = count.get()[0];
  EXPECT(second >= 2 && second <= 16);
  empty<<<1, 1>>>(second);
  fill<<<1, 1>>>(megabyte, count.data);
  EXPECT_EQ(count.get()[0], first);
}

ISOLATED_TEST(TheHeapKeepsItsSizeOnceItIsUsed) {
  OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, std::size_t{32} << 20));
  squares<<<1, 32>>>(32, Device<int>(32).data);
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitMallocHeapSize, std::size_t{64} << 20),
            cudaErrorInvalidValue);
  cudaGetLastError();
}

__global__ void give(int** where) {
  *where = static_cast<int*>(malloc(sizeof(int)));
  **where = 7;
}

ISOLATED_TEST(TheHostCannotUseAKernelsMemory) {
  Device<int*> where(1);
  give<<<1, 1>>>(where.data);
  int* const pointer = where.get()[0];
  EXPECT(pointer != nullptr);
  int value = 0;
  EXPECT(cudaMemcpy(&value, pointer, sizeof value, cudaMemcpyDeviceToHost) != cudaSuccess);
  cudaGetLastError();
}
