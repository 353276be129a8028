// Poisson on two GPUs: two slabs, each with a stream for its kernels and one for its copies.
#include "poisson.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

inline void check(cudaError_t error, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(error));
  std::abort();
}
#define CHECK(call) check((call), __LINE__)

// planes 1 ... planes are computed, planes 0 and planes + 1 are only read
__global__ void slab_sweep(int N, int planes, real delta2, const real* f, const real* a, real* r) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  const int i = blockIdx.z + 1;
  if (k >= N - 1 || j >= N - 1 || i > planes) return;
  const size_t p = (size_t)N * N;
  const size_t c = i * p + (size_t)j * N + k;
  r[c] = (a[c - p] + a[c + p] + a[c - N] + a[c + N] + a[c - 1] + a[c + 1] + delta2 * f[c]) / 6;
}

class Slab {
 public:
  Slab(int device, int N, int first, int planes, const real* f, const real* u)
      : device_(device), N_(N), first_(first), planes_(planes), plane_((size_t)N * N) {
    CHECK(cudaSetDevice(device_));
    const size_t bytes = (planes_ + 2) * plane_ * sizeof(real);
    CHECK(cudaMalloc(&f_, bytes));
    CHECK(cudaMalloc(&now_, bytes));
    CHECK(cudaMalloc(&next_, bytes));
    CHECK(cudaMemcpy(f_, f + first_ * plane_, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(now_, u + first_ * plane_, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(next_, u + first_ * plane_, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaStreamCreateWithFlags(&compute_, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&copy_, cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&swept_, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&sent_, cudaEventDisableTiming));
    CHECK(cudaDeviceSynchronize());
  }
  Slab(const Slab&) = delete;
  Slab& operator=(const Slab&) = delete;

  ~Slab() {
    CHECK(cudaSetDevice(device_));
    CHECK(cudaEventDestroy(swept_));
    CHECK(cudaEventDestroy(sent_));
    CHECK(cudaStreamDestroy(compute_));
    CHECK(cudaStreamDestroy(copy_));
    CHECK(cudaFree(f_));
    CHECK(cudaFree(now_));
    CHECK(cudaFree(next_));
  }

  void sweep(real delta2, const Slab* other) {
    CHECK(cudaSetDevice(device_));
    // the other slab's face of the last sweep must be here
    if (other) CHECK(cudaStreamWaitEvent(compute_, other->sent_, 0));
    const dim3 block(32, 8);
    const dim3 grid((N_ - 2 + 31) / 32, (N_ - 2 + 7) / 8, planes_);
    CHECK(cudaEventRecord(swept_, compute_));
    slab_sweep<<<grid, block, 0, compute_>>>(N_, planes_, delta2, f_, now_, next_);
    CHECK(cudaGetLastError());
  }

  // plane `from` of what was just computed becomes plane `to` of the other slab
  void send(Slab& other, int from, int to) {
    CHECK(cudaSetDevice(device_));
    CHECK(cudaStreamWaitEvent(copy_, swept_, 0));
    CHECK(cudaMemcpyPeerAsync(other.next_ + to * plane_, other.device_, next_ + from * plane_,
                              device_, plane_ * sizeof(real), copy_));
    CHECK(cudaEventRecord(sent_, copy_));
  }

  void flip() { std::swap(now_, next_); }

  void finish(real* u) {
    CHECK(cudaSetDevice(device_));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(u + (first_ + 1) * plane_, now_ + plane_, planes_ * plane_ * sizeof(real),
                     cudaMemcpyDeviceToHost));
  }

  int planes() const { return planes_; }

 private:
  int device_, N_, first_, planes_;
  size_t plane_;
  real *f_ = nullptr, *now_ = nullptr, *next_ = nullptr;
  cudaStream_t compute_, copy_;
  cudaEvent_t swept_, sent_;
};

void poisson_naive(int, int, real, const real*, real*, real*) {}
int poisson_norm(int, int, real, real, const real*, real*, real*) { return 0; }

void poisson_dual(int N, int iterations, real delta2, const real* f, real* u) {
  if (N < 3) return;
  int devices = 0;
  CHECK(cudaGetDeviceCount(&devices));
  const int half = (N - 2) / 2;  // 0 for N = 3: then there is the upper slab only
  {
    Slab high(devices > 1 ? 1 : 0, N, half, N - 2 - half, f, u);
    if (half == 0) {
      for (int it = 0; it < iterations; ++it) {
        high.sweep(delta2, nullptr);
        high.flip();
      }
      high.finish(u);
    } else {
      Slab low(0, N, 0, half, f, u);
      for (int it = 0; it < iterations; ++it) {
        low.sweep(delta2, &high);
        high.sweep(delta2, &low);
        low.send(high, low.planes(), 0);
        high.send(low, 1, low.planes() + 1);
        low.flip();
        high.flip();
      }
      low.finish(u);
      high.finish(u);
    }
  }
  CHECK(cudaSetDevice(0));
}

int poisson_best(int, int, real, real, const real*, real*, real*) { return 0; }
