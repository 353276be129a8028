#include "jacobi.h"

#include <utility>
#include <vector>

namespace {

/// An array on the device that frees itself.
class Buffer {
 public:
  explicit Buffer(size_t count) : bytes_(count * sizeof(real)) { cudaMalloc(&data_, bytes_); }
  Buffer(const Buffer&) = delete;
  ~Buffer() { cudaFree(data_); }
  void upload(const real* from) { cudaMemcpy(data_, from, bytes_, cudaMemcpyHostToDevice); }
  void download(real* to) const { cudaMemcpy(to, data_, bytes_, cudaMemcpyDeviceToHost); }
  real* get() { return data_; }

 private:
  real* data_ = nullptr;
  size_t bytes_;
};

__global__ void sweep(int n, const real* A, const real* b, const real* x, real* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const real* a = A + static_cast<size_t>(i) * n;
  real rest = b[i];
  for (int j = 0; j < i; ++j) rest -= a[j] * x[j];
  for (int j = i + 1; j < n; ++j) rest += a[j] * x[j];
  y[i] = rest / a[i];
}

}  // namespace

void jacobi_swap(int n, int iterations, const real* A, const real* b, real* x, int block_size) {
  if (n == 0) return;
  Buffer dA(static_cast<size_t>(n) * n), db(n), d1(n), d2(n);
  dA.upload(A);
  db.upload(b);
  const std::vector<real> zeros(n, 0);
  d1.upload(zeros.data());

  Buffer* now = &d1;
  Buffer* next = &d2;
  for (int s = 0; s < iterations; ++s) {
    sweep<<<(n - 1) / block_size + 1, block_size>>>(n, dA.get(), db.get(), now->get(), next->get());
    std::swap(now, next);
  }
  now->download(x);
}
