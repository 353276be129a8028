// How fast kernels run in FAST mode, or in CHECK mode (check.cu), against a serial loop on the host
// that does the same work. Build with simtcc (or nvcc); prints one row a kernel: medians of
// interleaved runs.
//   simtcc -o fast research/engine/fast.cu && ./fast [repetitions] [row]
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

namespace {

#define CHECK(call)                                                                        \
  do {                                                                                     \
    const cudaError_t error_ = (call);                                                     \
    if (error_ != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_)); \
      std::exit(1);                                                                        \
    }                                                                                      \
  } while (0)

__global__ void matmul_naive(int n, const float* a, const float* b, float* c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || col >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}

constexpr int tile = 32;

__global__ void matmul_tiled(int n, const float* a, const float* b, float* c) {
  __shared__ float as[tile][tile];
  __shared__ float bs[tile][tile];
  const int row = blockIdx.y * tile + threadIdx.y;
  const int col = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < (n + tile - 1) / tile; ++t) {
    const int ac = t * tile + threadIdx.x;
    const int br = t * tile + threadIdx.y;
    as[threadIdx.y][threadIdx.x] = row < n && ac < n ? a[row * n + ac] : 0;
    bs[threadIdx.y][threadIdx.x] = br < n && col < n ? b[br * n + col] : 0;
    __syncthreads();
    for (int k = 0; k < tile; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  if (row < n && col < n) c[row * n + col] = sum;
}

__global__ void dot_tree(int n, const float* a, const float* b, float* r) {
  __shared__ float s[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? a[i] * b[i] : 0;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k /= 2) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(r, s[0]);
}

__global__ void dot_shuffle(int n, const float* a, const float* b, float* r) {
  __shared__ float s[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i < n ? a[i] * b[i] : 0;
  for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(0xffffffff, v, k);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  v = threadIdx.x < blockDim.x / 32 ? s[threadIdx.x] : 0;
  for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(0xffffffff, v, k);
  if (threadIdx.x == 0) atomicAdd(r, v);
}

__global__ void jacobi3d(int n, float h2, const float* f, const float* u, float* v) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  const int k = blockIdx.z * blockDim.z + threadIdx.z;
  if (i < 1 || j < 1 || k < 1 || i >= n - 1 || j >= n - 1 || k >= n - 1) return;
  const int p = (k * n + j) * n + i;
  v[p] = (u[p - 1] + u[p + 1] + u[p - n] + u[p + n] + u[p - n * n] + u[p + n * n] + h2 * f[p]) / 6;
}

__global__ void cholesky_root(int n, int k, float* a) { a[k * n + k] = sqrtf(a[k * n + k]); }

__global__ void cholesky_divide(int n, int k, float* a) {
  const int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) a[k * n + j] /= a[k * n + k];
}

// One block a row, threads striding along it.
__global__ void cholesky_eliminate(int n, int k, float* a) {
  const int i = k + 1 + blockIdx.x;
  for (int j = i + threadIdx.x; j < n; j += blockDim.x) a[i * n + j] -= a[k * n + i] * a[k * n + j];
}

// CHECK is not to look at the loops that it is compared with.
#ifdef SIMT_CHECK
#define SERIAL __attribute__((optimize("O2"), no_sanitize("thread"), no_sanitize_coverage))
#else
#define SERIAL
#endif

SERIAL void serial_matmul(int n, const float* a, const float* b, float* c) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

SERIAL void serial_jacobi(int n, float h2, const float* f, const float* u, float* v) {
  for (int k = 1; k < n - 1; ++k)
    for (int j = 1; j < n - 1; ++j)
      for (int i = 1; i < n - 1; ++i) {
        const int p = (k * n + j) * n + i;
        v[p] =
            (u[p - 1] + u[p + 1] + u[p - n] + u[p + n] + u[p - n * n] + u[p + n * n] + h2 * f[p]) /
            6;
      }
}

SERIAL void serial_cholesky(int n, float* a) {
  for (int k = 0; k < n; ++k) {
    a[k * n + k] = std::sqrt(a[k * n + k]);
    for (int j = k + 1; j < n; ++j) a[k * n + j] /= a[k * n + k];
    for (int i = k + 1; i < n; ++i)
      for (int j = i; j < n; ++j) a[i * n + j] -= a[k * n + i] * a[k * n + j];
  }
}

SERIAL float serial_dot(int n, const float* a, const float* b) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += static_cast<double>(a[i]) * b[i];
  return static_cast<float>(s);
}

std::vector<float> numbers(std::size_t n) {
  std::vector<float> v(n);
  unsigned state = 12345;
  for (float& x : v) {
    state = state * 1664525u + 1013904223u;
    x = static_cast<float>(state >> 8) / 16777216.0f - 0.5f;
  }
  return v;
}

struct DeviceArray {
  float* data = nullptr;
  std::size_t count;
  explicit DeviceArray(std::size_t n) : count(n) { CHECK(cudaMalloc(&data, n * sizeof(float))); }
  explicit DeviceArray(const std::vector<float>& v) : DeviceArray(v.size()) { set(v); }
  DeviceArray(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data); }
  void set(const std::vector<float>& v) {
    CHECK(cudaMemcpy(data, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice));
  }
  std::vector<float> get() const {
    std::vector<float> v(count);
    CHECK(cudaMemcpy(v.data(), data, count * sizeof(float), cudaMemcpyDeviceToHost));
    return v;
  }
};

double seconds(const std::function<void()>& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Of all workers together; on a machine that others use as well it tells more than the clock.
double processor_seconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

int repetitions = 5;
const char* only = nullptr;

void row(const char* name, const std::function<void()>& prepare,
         const std::function<void()>& serial, const std::function<void()>& kernels,
         const std::function<double()>& error) {
  if (only && !std::strstr(name, only)) return;
  std::vector<double> s, k, ratio, cpu;
  for (int i = 0; i < repetitions; ++i) {
    s.push_back(seconds(serial));
    prepare();
    CHECK(cudaDeviceSynchronize());
    const double before = processor_seconds();
    k.push_back(seconds([&] {
      kernels();
      CHECK(cudaDeviceSynchronize());
    }));
    cpu.push_back(processor_seconds() - before);
    ratio.push_back(k.back() / s.back());
  }
  std::printf("%-20s %10.4f %10.4f %10.4f %10.2f %10.4f   %.0e\n", name, median(s), median(k),
              *std::min_element(k.begin(), k.end()), median(ratio), median(cpu), error());
  std::fflush(stdout);
}

double largest_difference(const std::vector<float>& x, const std::vector<float>& y) {
  double d = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double e = std::fabs(static_cast<double>(x[i]) - y[i]);
    if (!(e <= d)) d = e;
  }
  return d;
}

void bench_matmul(int n, bool tiled) {
  const std::vector<float> a = numbers(n * n), b = numbers(n * n + 1);
  std::vector<float> c(n * n);
  DeviceArray da(a), db(b), dc(n * n);
  const dim3 block(tile, tile), grid((n + tile - 1) / tile, (n + tile - 1) / tile);
  const std::string name =
      std::string("matmul ") + (tiled ? "tiled " : "naive ") + std::to_string(n);
  row(
      name.c_str(), [] {}, [&] { serial_matmul(n, a.data(), b.data(), c.data()); },
      [&] {
        if (tiled)
          matmul_tiled<<<grid, block>>>(n, da.data, db.data, dc.data);
        else
          matmul_naive<<<grid, block>>>(n, da.data, db.data, dc.data);
      },
      [&] { return largest_difference(c, dc.get()); });
}

void bench_dot(bool shuffle) {
  const int n = 1 << 22;
  const std::vector<float> a = numbers(n), b = numbers(n);
  float sum = 0;
  DeviceArray da(a), db(b), dr(1);
  row(
      shuffle ? "dot shuffle 2^22" : "dot tree 2^22",
      [&] { CHECK(cudaMemset(dr.data, 0, sizeof(float))); },
      [&] { sum = serial_dot(n, a.data(), b.data()); },
      [&] {
        if (shuffle)
          dot_shuffle<<<n / 256, 256>>>(n, da.data, db.data, dr.data);
        else
          dot_tree<<<n / 256, 256>>>(n, da.data, db.data, dr.data);
      },
      [&] { return std::fabs(dr.get()[0] - sum) / sum; });
}

void bench_jacobi() {
  const int n = 128;
  const std::vector<float> f = numbers(n * n * n);
  std::vector<float> u(n * n * n, 20), v = u;
  DeviceArray df(f), du(u), dv(u);
  const std::vector<float> start = u;
  row(
      "jacobi 128^3 x 10",
      [&] {
        du.set(start);
        dv.set(start);
      },
      [&] {
        u = v = start;
        for (int i = 0; i < 10; ++i) {
          serial_jacobi(n, 0.1f, f.data(), u.data(), v.data());
          std::swap(u, v);
        }
      },
      [&] {
        const dim3 block(32, 4, 4), grid(n / 32, n / 4, n / 4);
        for (int i = 0; i < 10; ++i) {
          jacobi3d<<<grid, block>>>(n, 0.1f, df.data, du.data, dv.data);
          std::swap(du.data, dv.data);
        }
      },
      [&] { return largest_difference(u, du.get()); });
}

void bench_cholesky() {
  const int n = 512;
  std::vector<float> a = numbers(n * n), work;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) a[i * n + j] = a[j * n + i];
    a[i * n + i] += n / 2;
  }
  DeviceArray da(a);
  row(
      "cholesky 512", [&] { da.set(a); },
      [&] {
        work = a;
        serial_cholesky(n, work.data());
      },
      [&] {
        for (int k = 0; k < n; ++k) {
          cholesky_root<<<1, 1>>>(n, k, da.data);
          if (k + 1 == n) break;
          cholesky_divide<<<(n - k - 1 + 255) / 256, 256>>>(n, k, da.data);
          cholesky_eliminate<<<n - k - 1, 256>>>(n, k, da.data);
        }
      },
      [&] { return largest_difference(work, da.get()); });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) repetitions = std::atoi(argv[1]);
  if (argc > 2) only = argv[2];
  std::printf("%-20s %10s %10s %10s %10s %10s   %s\n", "kernel", "serial s", "median s", "best s",
              "ratio", "cpu s", "difference");
  bench_matmul(512, false);
  bench_matmul(512, true);
  if (!only || std::strstr("matmul tiled 1024", only)) bench_matmul(1024, true);
  bench_dot(false);
  bench_dot(true);
  bench_jacobi();
  bench_cholesky();
  return 0;
}
