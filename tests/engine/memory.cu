// Allocation, copies, memset, symbols, managed and pinned memory, and the errors of each.
#include "expect.h"

using expect::Device;

// Vectors taken apart and put together by pointers to another type: C++ promises nothing, nvcc
// does.
__global__ void negate_as_words(const float4* in, float4* out) {
  float4 from = in[threadIdx.x], to;
  unsigned short* halves = reinterpret_cast<unsigned short*>(&from);
  unsigned* words = reinterpret_cast<unsigned*>(&to);
  for (int i = 0; i < 4; ++i)
    words[i] = (halves[2 * i] | static_cast<unsigned>(halves[2 * i + 1]) << 16) ^ 0x80000000u;
  out[threadIdx.x] = to;
}

TEST(OneTypesMemoryIsReadAsAnothers) {
  std::vector<float4> in(32);
  for (int i = 0; i < 32; ++i) in[i] = make_float4(i + 1.0f, i + 2.5f, i - 0.25f, i * 3.0f + 1);
  Device<float4> d(in), out(32);
  negate_as_words<<<1, 32>>>(d.data, out.data);
  const std::vector<float4> r = out.get();
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(r[i].x, -in[i].x);
    EXPECT_EQ(r[i].y, -in[i].y);
    EXPECT_EQ(r[i].z, -in[i].z);
    EXPECT_EQ(r[i].w, -in[i].w);
  }
}

TEST(CopiesOfEveryKind) {
  std::vector<int> in(1000), out(1000, -1);
  for (int i = 0; i < 1000; ++i) in[i] = i * i;
  Device<int> a(in), b(1000);
  EXPECT_EQ(cudaMemcpy(b.data, a.data, 4000, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(out.data(), b.data, 4000, cudaMemcpyDefault), cudaSuccess);
  EXPECT(out == in);
  std::vector<int> copy(1000);
  EXPECT_EQ(cudaMemcpy(copy.data(), in.data(), 4000, cudaMemcpyHostToHost), cudaSuccess);
  EXPECT(copy == in);
  EXPECT_EQ(cudaMemcpy(b.data + 10, in.data(), 40, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(b.get()[19], 81);
  EXPECT_EQ(cudaMemcpy(b.data, in.data(), 0, cudaMemcpyHostToDevice), cudaSuccess);
}

TEST(HostToHostCopiesWhateverThePointersAre) {
  std::vector<int> in(100), out(100, -1);
  for (int i = 0; i < 100; ++i) in[i] = i * i;
  Device<int> a(100), b(100);
  EXPECT_EQ(cudaMemcpy(a.data, in.data(), 400, cudaMemcpyHostToHost), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(b.data, a.data, 400, cudaMemcpyHostToHost), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(out.data(), b.data, 400, cudaMemcpyHostToHost), cudaSuccess);
  EXPECT(out == in);
}

TEST(MemsetFillsBytes) {
  Device<unsigned char> d(100);
  EXPECT_EQ(cudaMemset(d.data, 7, 100), cudaSuccess);
  EXPECT_EQ(cudaMemset(d.data + 10, 0xAB, 5), cudaSuccess);
  const std::vector<unsigned char> r = d.get();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(int(r[i]), i >= 10 && i < 15 ? 0xAB : 7);
}

TEST(PitchedMemory) {
  const int width = 37, height = 11;
  int* d = nullptr;
  std::size_t pitch = 0;
  EXPECT_EQ(cudaMallocPitch(&d, &pitch, width * 4, height), cudaSuccess);
  EXPECT(pitch >= width * 4 && pitch % 32 == 0);
  std::vector<int> in(width * height), out(width * height, 0);
  for (int i = 0; i < width * height; ++i) in[i] = i;
  EXPECT_EQ(cudaMemset2D(d, pitch, 0, width * 4, height), cudaSuccess);
  EXPECT_EQ(cudaMemcpy2D(d, pitch, in.data(), width * 4, width * 4, height, cudaMemcpyHostToDevice),
            cudaSuccess);
  EXPECT_EQ(
      cudaMemcpy2D(out.data(), width * 4, d, pitch, width * 4, height, cudaMemcpyDeviceToHost),
      cudaSuccess);
  EXPECT(out == in);
  EXPECT_EQ(cudaMemcpy2D(d, 100, in.data(), width * 4, width * 4, height, cudaMemcpyHostToDevice),
            cudaErrorInvalidPitchValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidPitchValue);
  EXPECT_EQ(cudaFree(d), cudaSuccess);
}

TEST(AllocationsAreAligned) {
  for (std::size_t size : {1, 3, 100, 256, 257, 5000, 1 << 20}) {
    char* p = nullptr;
    EXPECT_EQ(cudaMalloc(&p, size), cudaSuccess);
    EXPECT_EQ(reinterpret_cast<std::size_t>(p) % 256, 0u);
    EXPECT_EQ(cudaFree(p), cudaSuccess);
  }
  void* p = &p;
  EXPECT_EQ(cudaMalloc(&p, 0), cudaSuccess);
  EXPECT(p == nullptr);
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
}

__global__ void increment(int n, int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) ++data[i];
}

TEST(MemoryThatKernelsOnlyRead) {
  const int* in = nullptr;
  EXPECT_EQ(cudaMalloc(&in, 16), cudaSuccess);
  EXPECT_EQ(cudaMemset(const_cast<int*>(in), 0, 16), cudaSuccess);
  EXPECT_EQ(cudaFree(const_cast<int*>(in)), cudaSuccess);
}

TEST(ManagedAndPinnedMemory) {
  int *managed = nullptr, *pinned = nullptr, *mapped = nullptr;
  EXPECT_EQ(cudaMallocManaged(&managed, 400), cudaSuccess);
  EXPECT_EQ(cudaMallocHost(&pinned, 400), cudaSuccess);
  for (int i = 0; i < 100; ++i) managed[i] = pinned[i] = i;
  EXPECT_EQ(cudaHostGetDevicePointer(&mapped, pinned, 0), cudaSuccess);
  increment<<<1, 128>>>(100, managed);
  increment<<<1, 128>>>(100, mapped);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(managed[i], i + 1);
    EXPECT_EQ(pinned[i], i + 1);
  }
  EXPECT_EQ(cudaFree(managed), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
}

TEST(PointerAttributes) {
  int on_stack = 0;
  int *device = nullptr, *managed = nullptr, *pinned = nullptr;
  cudaMalloc(&device, 400);
  cudaMallocManaged(&managed, 400);
  cudaMallocHost(&pinned, 400);
  const auto type = [](const void* p) {
    cudaPointerAttributes a;
    EXPECT_EQ(cudaPointerGetAttributes(&a, p), cudaSuccess);
    return static_cast<int>(a.type);
  };
  EXPECT_EQ(type(&on_stack), int(cudaMemoryTypeUnregistered));
  EXPECT_EQ(type(device + 5), int(cudaMemoryTypeDevice));
  EXPECT_EQ(type(managed), int(cudaMemoryTypeManaged));
  EXPECT_EQ(type(pinned), int(cudaMemoryTypeHost));
  cudaFree(device);
  cudaFree(managed);
  cudaFreeHost(pinned);
}

__constant__ int table[16];
__device__ int counter = 5;
__device__ float vector_[8];

__global__ void use_symbols(int* out) {
  out[threadIdx.x] = table[threadIdx.x] + counter;
  vector_[threadIdx.x % 8] = threadIdx.x % 8;
  if (threadIdx.x == 0) atomicAdd(&counter, 1);
}

TEST(SymbolsByName) {
  int values[16];
  for (int i = 0; i < 16; ++i) values[i] = 10 * i;
  EXPECT_EQ(cudaMemcpyToSymbol(table, values, sizeof values), cudaSuccess);
  const int patch = 7;
  EXPECT_EQ(cudaMemcpyToSymbol(table, &patch, 4, 12), cudaSuccess);
  int five = 0;
  EXPECT_EQ(cudaMemcpyFromSymbol(&five, counter, sizeof five), cudaSuccess);
  EXPECT_EQ(five, 5);
  Device<int> out(16);
  use_symbols<<<1, 16>>>(out.data);
  const std::vector<int> r = out.get();
  for (int i = 1; i < 16; ++i)
    EXPECT(r[i] == (i == 3 ? 7 : 10 * i) + 5 || r[i] == (i == 3 ? 7 : 10 * i) + 6);
  float v[8];
  EXPECT_EQ(cudaMemcpyFromSymbol(v, vector_, sizeof v), cudaSuccess);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(v[i], float(i));
  void* address = nullptr;
  std::size_t size = 0;
  EXPECT_EQ(cudaGetSymbolAddress(&address, vector_), cudaSuccess);
  EXPECT_EQ(cudaGetSymbolSize(&size, vector_), cudaSuccess);
  EXPECT_EQ(size, sizeof v);
  const float one = 100;
  EXPECT_EQ(cudaMemcpy(static_cast<float*>(address) + 2, &one, 4, cudaMemcpyHostToDevice),
            cudaSuccess);
  EXPECT_EQ(cudaMemcpyFromSymbol(v, vector_, 4, 8), cudaSuccess);
  EXPECT_EQ(v[0], 100.0f);
  EXPECT_EQ(cudaMemcpyToSymbol(table, values, sizeof values, 4), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
}

template <class T>
__constant__ T weights[4];
namespace shared_by_files {
template <class T, int N>
__device__ T sums[N];
static inline __device__ int runs = 2;
}  // namespace shared_by_files

template <class T>
__global__ void weigh(const T* in, T* out) {
  const int i = threadIdx.x;
  const T value = in[i] * weights<T>[i % 4];
  out[i] = value;
  shared_by_files::sums<T, 8>[i] = value + static_cast<T>(shared_by_files::runs);
}

template <class T>
void weigh_by(T factor) {
  std::vector<T> in(8), w(4), sums(8);
  for (int i = 0; i < 8; ++i) in[i] = static_cast<T>(i);
  for (int i = 0; i < 4; ++i) w[i] = static_cast<T>(i + 1) * factor;
  EXPECT_EQ(cudaMemcpyToSymbol(weights<T>, w.data(), 4 * sizeof(T)), cudaSuccess);
  std::size_t size = 0;
  EXPECT_EQ(cudaGetSymbolSize(&size, weights<T>), cudaSuccess);
  EXPECT_EQ(size, 4 * sizeof(T));
  Device<T> from(in), out(8);
  weigh<<<1, 8>>>(from.data, out.data);
  const std::vector<T> got = out.get();
  EXPECT_EQ(cudaMemcpyFromSymbol(sums.data(), shared_by_files::sums<T, 8>, 8 * sizeof(T)),
            cudaSuccess);
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(got[i], in[i] * w[i % 4]);
    EXPECT_EQ(sums[i], got[i] + static_cast<T>(2));
  }
}

TEST(SymbolsThatAreTemplates) {
  weigh_by<float>(0.5f);
  weigh_by<int>(3);
  weigh_by<double>(0.25);
  int runs = 0;
  EXPECT_EQ(cudaMemcpyFromSymbol(&runs, shared_by_files::runs, sizeof runs), cudaSuccess);
  EXPECT_EQ(runs, 2);
}

// Errors that leave the process usable.
TEST(RefusedCopiesAndFrees) {
  int host[10] = {};
  Device<int> d(10);
  const auto refused = [](cudaError_t e, cudaError_t expected) {
    EXPECT_EQ(e, expected);
    EXPECT_EQ(cudaGetLastError(), expected);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  };
  refused(cudaMemcpy(d.data, host, 40, static_cast<cudaMemcpyKind>(9)),
          cudaErrorInvalidMemcpyDirection);
  refused(cudaMemcpy(host, d.data, 40, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  refused(cudaMemcpy(d.data, host, 40, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  refused(cudaMemcpy(nullptr, host, 40, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  refused(cudaMemset(host, 0, 40), cudaErrorInvalidValue);
  refused(cudaFree(host), cudaErrorInvalidValue);
  refused(cudaFreeHost(d.data), cudaErrorInvalidValue);
  refused(cudaMalloc(static_cast<int**>(nullptr), 40), cudaErrorInvalidValue);
  int* p = nullptr;
  refused(cudaMalloc(&p, std::size_t{1} << 46), cudaErrorMemoryAllocation);
}

TEST(MemoryInfo) {
  // On hardware others may free memory meanwhile.
  bool less = false;
  for (int attempt = 0; attempt < 20 && !less; ++attempt) {
    std::size_t before = 0, after = 0, total = 0;
    EXPECT_EQ(cudaMemGetInfo(&before, &total), cudaSuccess);
    char* p = nullptr;
    EXPECT_EQ(cudaMalloc(&p, 64 << 20), cudaSuccess);
    EXPECT_EQ(cudaMemGetInfo(&after, &total), cudaSuccess);
    less = total >= before && before >= after + (64 << 20);
    cudaFree(p);
  }
  EXPECT(less);
}
