// Launches and declarations in every style that students write; launch_styles.cuh belongs to it.
// Each result is compared with what the kernel should leave there.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <vector>

#include "launch_styles.cuh"

#define CHECK(x)                     \
  do {                               \
    if ((x) != cudaSuccess) {        \
      printf("fail %d\n", __LINE__); \
      exit(1);                       \
    }                                \
  } while (0)
#define LAUNCH(k, g, b, ...) \
  k<<<g, b>>>(__VA_ARGS__);  \
  CHECK(cudaDeviceSynchronize())
#define TILE 8
static int bad = 0;
#define EXPECT(a, b)                                               \
  do {                                                             \
    auto va = (a);                                                 \
    auto vb = (b);                                                 \
    if (!(va == vb)) {                                             \
      std::cout << __LINE__ << ": " << va << " != " << vb << "\n"; \
      bad++;                                                       \
    }                                                              \
  } while (0)

__constant__ float coef[3];
__constant__ const float fixed[2] = {2.f, 3.f};
__device__ int counter = 0;
static __device__ float table[4] = {1, 2, 3, 4};
__device__ const float *cptr, *cptr2;
__managed__ int managed_value = 5;
namespace deep {
namespace er {
__device__ __constant__ int both = 4;
constexpr int kThreads = 64;
__global__ void __launch_bounds__(kThreads * 2, 1) nk(int* p) { p[threadIdx.x] = both; }
struct Holder {
  static __global__ void sk(int* p, int v) { p[threadIdx.x] = v; }
  static __device__ int f(int x) { return x + 1; }
  template <int N>
  static __global__ void stk(int* p) {
    p[threadIdx.x] = f(N);
  }
};
}  // namespace er
}  // namespace deep
namespace {
__global__ void anon(int* p) { *p = 77; }
}  // namespace
__global__ void header_kernel(float* p, float v) { p[threadIdx.x] = twice(v); }

__global__ void plain(float* p, int n, float v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = v + coef[1] * fixed[0];
}
__global__ void with_default(int* p, int v = 9) { *p = v; }
__global__ void over(int* p) { *p = 1; }
__global__ void over(float* p) { *p = 2.5f; }
template <class T>
__global__ void deduced(T* p, int n, T v) {
  for (int i = 0; i < n; i++) p[i] = v;
}
template <int N, typename T = float>
__global__ void tiled(T* p) {
  __shared__ T tile[N][N + 1], one, *ptr;
  __shared__ struct {
    int a;
    T b;
  } pair;
  tile[threadIdx.y][threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    one = 3;
    ptr = &tile[1][0];
    pair.a = 4;
    pair.b = 5;
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < 2; ++k)
    p[threadIdx.y * N + threadIdx.x] =
        tile[threadIdx.x][threadIdx.y] + one + ptr[2] + pair.a + pair.b;
}
template <class F>
__global__ void apply(int n, F f) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) f(i);
}
__global__ void carved(int nf, double* out) {
  extern __shared__ __align__(16) unsigned char raw[];
  float* f = reinterpret_cast<float*>(raw);
  double* d = (double*)(f + nf);
  f[threadIdx.x] = threadIdx.x;
  d[threadIdx.x] = 2.0 * threadIdx.x;
  __syncthreads();
  auto sum = [=](int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += f[i] + d[i];
    return s;
  };
  if (threadIdx.x == 0) *out = sum(blockDim.x);
}
__global__ void lambda_capture(int* out) {
  __shared__ int s[4];
  __shared__ __align__(16) float4 v4[2];
  volatile __shared__ int vol;
  auto store = [=](int i) { s[i] = i * 10; };
  auto load = [](int i) { return s[i]; };
  store(threadIdx.x);
  vol = 1;
  v4[0].x = vol;
  __syncthreads();
  out[threadIdx.x] =
      load(threadIdx.x) + (int)v4[0].x + ((unsigned long long)&v4 % 16 == 0 ? 0 : 1000);
}
__global__ void pooled(float* out) {
  pool[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = pool[threadIdx.x] + 1;
}
__global__ void structarg(Params p) {
  if (threadIdx.x < p.n) p.out[threadIdx.x] = p.scale;
}
__global__ void constptr(const Params* __restrict__ p, const float* __restrict__ in) {
  p->out[0] = in[0];
}
typedef void (*Kernel)(int*, int);
using Kernel2 = void (*)(int*);
__global__ void ka(int* p, int v) { *p += v; }
__global__ void kb(int* p, int v) { *p -= v; }
struct KS {
  Kernel kernel;
};
template <void (*K)(int*, int)>
void by_template(int* p, int v) {
  K<<<1, 1>>>(p, v);
}
template <class T>
struct Solver {
  T* d;
  void run(int n) {
    deduced<T><<<1, 1>>>(d, n, T(3));
    tiled<TILE, T><<<1, dim3(TILE, TILE)>>>(d);
  }
};
Kernel pick(bool a) { return a ? ka : kb; }
template <class A>
struct Num {
  static constexpr int v = 2;
};
template <class A>
struct Wrap {};
__host__ __device__ inline int hd(int x) { return x * 3; }
__device__ __noinline__ int slow(int x) { return hd(x); }
__launch_bounds__(128) __global__ void lb(int* p) { *p = slow(2); }
__global__ void unused_kernel();
int main() {
  float* p;
  int* q;
  double* d;
  CHECK(cudaMallocManaged(&p, 4096));
  CHECK(cudaMallocManaged(&q, 4096));
  CHECK(cudaMallocManaged(&d, 4096));
  float h[3] = {1, 2, 3};
  CHECK(cudaMemcpyToSymbol(coef, h, sizeof h));
  const int n = 100;
  plain<<<(n + 31) / 32, 32>>>(p, n, 1.5f);
  CHECK(cudaDeviceSynchronize());
  EXPECT(p[99], 1.5f + 2 * 2);
  if (n)
    with_default<<<1, 1>>>(q);
  else
    with_default<<<1, 1>>>(q, 3);
  CHECK(cudaDeviceSynchronize());
  EXPECT(q[0], 9);
  int i = 0;
  q[0] = 0;
  for (; i < 3; ka<<<1, 1>>>(q, 2), i++)
    ;
  CHECK(cudaDeviceSynchronize());
  EXPECT(q[0], 6);
  i ? ka<<<1, 1>>>(q, 2) : kb<<<1, 1>>>(q, 2);
  (i > 7 ? ka : kb)<<<1, 1>>>(q, 1);
  CHECK(cudaDeviceSynchronize());
  EXPECT(q[0], 7);
  Kernel kernels[] = {ka, kb};
  KS ks{ka}, *pks = &ks;
  kernels[i - 2]<<<1, 1>>>(q, 1);
  ks.kernel<<<1, 1>>>(q, 10);
  pks->kernel<<<1, 1>>>(q, 10);
  pick(i > 7)<<<1, 1>>>(q, 3);
  (*kernels[0])<<<1, 1>>>(q, 1);
  by_template<ka>(q, 100);
  CHECK(cudaDeviceSynchronize());
  EXPECT(q[0], 7 - 1 + 20 - 3 + 1 + 100);
  over<<<1, 1>>>(p);
  over<<<1, 1>>>(q);
  CHECK(cudaDeviceSynchronize());
  EXPECT(p[0], 2.5f);
  EXPECT(q[0], 1);
  deduced<<<1, 1>>>(p, 4, 6.f);
  CHECK(cudaDeviceSynchronize());
  EXPECT(p[3], 6.f);
  deduced<float><<<1, 1>>>(p, 4, 7);
  CHECK(cudaDeviceSynchronize());
  EXPECT(p[3], 7.f);
  tiled<TILE><<<1, dim3(TILE, TILE)>>>(p);
  CHECK(cudaDeviceSynchronize());
  EXPECT(p[1], 0 + 3 + 2 + 9.f);
  tiled<1 << 3, float><<<dim3(1, 1, 1), dim3(TILE, TILE), 0, 0>>>(p);
  CHECK(cudaDeviceSynchronize());
  EXPECT(p[TILE], 1 + 3 + 2 + 9.f);
  Solver<float> s{p};
  s.run(5);
  CHECK(cudaDeviceSynchronize());
  apply<<<1, 4>>>(8, [=] __device__(int j) { q[j] = j * j; });
  CHECK(cudaDeviceSynchronize());
  EXPECT(q[7], 49);
  auto fn = [=] __host__ __device__(int j) -> void { q[j] = hd(j); };
  apply<<<dim3(Num<Wrap<Wrap<int>>>::v), Num<Wrap<Wrap<int>>>::v>>>(8, fn);
  CHECK(cudaDeviceSynchronize());
  EXPECT(q[7], 21);
  size_t bytes = 32 * (sizeof(float) + sizeof(double));
  carved<<<1, 32, bytes>>>(32, d);
  CHECK(cudaDeviceSynchronize());
  EXPECT(d[0], 496.0 * 3);
  lambda_capture<<<1, 4>>>(q);
  CHECK(cudaDeviceSynchronize());
  EXPECT(q[3], 31);
  pooled<<<1, 8, 8 * sizeof(float)>>>(p);
  CHECK(cudaDeviceSynchronize());
  EXPECT(p[7], 8.f);
  structarg<<<1, 4>>>(Params{3, 2.5f, p});
  structarg<<<1, 4>>>({2, 3.5f, p});
  CHECK(cudaDeviceSynchronize());
  EXPECT(p[1], 3.5f);
  EXPECT(p[2], 2.5f);
  deep::er::nk<<<1, 2>>>(q);
  CHECK(cudaDeviceSynchronize());
  EXPECT(q[1], 4);
  {
    using namespace deep::er;
    nk<<<1, 3>>>(q);
    Holder::sk<<<1, 2>>>(q, 5);
    Holder::stk<4><<<1, 1>>>(q);
    CHECK(cudaDeviceSynchronize());
    EXPECT(q[1], 5);
    EXPECT(q[0], 5);
    EXPECT(q[2], 4);
  }
  {
    using deep::er::nk;
    ::deep::er::nk<<<1, 1>>>(q);
    nk<<<1, 1>>>(q);
  }
  anon<<<1, 1>>>(q);
  CHECK(cudaDeviceSynchronize());
  EXPECT(q[0], 77);
  // clang-format off
  header_kernel<< <
      1,
      2
  >> >(
      p,
      4);
  // clang-format on
  CHECK(cudaDeviceSynchronize());
  EXPECT(p[1], 8.f);
  LAUNCH(header_kernel, 1, 2, p, 5);
  LAUNCH((deduced<float>), 1, 2, p, 5, 3);
  LAUNCH(lb, 1, 1, q);
  EXPECT(q[0], 6);
  void (*fp)(int*, int) = &ka;
  q[0] = 0;
  fp<<<1, 1>>>(q, 1);
  (*fp)<<<1, 1>>>(q, 1);
  [&] { fp<<<1, 1>>>(q, 1); }();
  auto al = [&](auto k, auto... a) { k<<<1, 1>>>(a...); };
  al(ka, q, 2);
  CHECK(cudaDeviceSynchronize());
  EXPECT(q[0], 5);
  std::vector<int> v{3, 1, 2};
  std::sort(v.begin(), v.end());
  std::ostringstream text;
  text << v[0] << (1 << 3 >> 1) << "<<<ok>>>"
       << R"(k<<<1,1>>>(x))";
  EXPECT(text.str(), "14<<<ok>>>k<<<1,1>>>(x)");
  managed_value = 8;
  EXPECT(managed_value, 8);
  if (bad == 0) printf("all as expected\n");
  return bad != 0;
}
