// Lab 1, matrix multiplication -- everything owned by objects, no naked cudaFree
#include "matmul.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <stdexcept>

namespace {

void ensure(cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
}

// Owns an array on the GPU. Freed when it goes out of scope.
template <typename T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : size_(count) {
    if (size_ > 0) ensure(cudaMalloc(reinterpret_cast<void**>(&ptr_), size_ * sizeof(T)));
  }
  ~DeviceArray() { cudaFree(ptr_); }

  T* data() const { return ptr_; }
  std::size_t bytes() const { return size_ * sizeof(T); }

 private:
  T* ptr_ = nullptr;
  std::size_t size_ = 0;
};

template <typename T>
void upload(DeviceArray<T> target, const T* source) {
  if (target.bytes() > 0) ensure(cudaMemcpy(target.data(), source, target.bytes(), cudaMemcpyHostToDevice));
}

template <typename T>
void download(T* target, const DeviceArray<T>& source) {
  ensure(cudaMemcpy(target, source.data(), source.bytes(), cudaMemcpyDeviceToHost));
}

__global__ void product(int m, int n, int k, const real* A, const real* B, real* C) {
  const long long cells = static_cast<long long>(m) * n;
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long cell = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; cell < cells;
       cell += step) {
    const long long row = cell / n;
    const long long col = cell % n;
    real acc = 0;
    for (int p = 0; p < k; ++p) acc += A[row * k + p] * B[static_cast<long long>(p) * n + col];
    C[cell] = acc;
  }
}

}  // namespace

void matmul_naive(int m, int n, int k, const real* A, const real* B, real* C) {
  const long long cells = static_cast<long long>(m) * n;
  if (cells == 0) return;
  const long long blocks = (cells + 255) / 256;
  product<<<static_cast<unsigned>(blocks < 100000 ? blocks : 100000), 256>>>(m, n, k, A, B, C);
  ensure(cudaGetLastError());
}

// not done yet
void matmul_coarse(int m, int n, int k, const real* A, const real* B, real* C) {}
void matmul_tiled(int m, int n, int k, const real* A, const real* B, real* C) {}
void matmul_best(int m, int n, int k, const real* A, const real* B, real* C) {}

void matmul_host(int m, int n, int k, const real* A, const real* B, real* C) {
  if (m == 0 || n == 0) return;
  DeviceArray<real> a(static_cast<std::size_t>(m) * k);
  DeviceArray<real> b(static_cast<std::size_t>(k) * n);
  DeviceArray<real> c(static_cast<std::size_t>(m) * n);
  upload(a, A);
  upload(b, B);
  matmul_naive(m, n, k, a.data(), b.data(), c.data());
  download(C, c);
}
