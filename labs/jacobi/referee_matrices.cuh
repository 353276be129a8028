// Matrices on the device and vectors on the host, for following the reference's steps: passes over
// matrices take the time; vectors are small in comparison.
#pragma once

#include <cusolverDn.h>

#include <utility>

#include "referee/lab_blas.cuh"
#include "referee/lab_tools.cuh"

namespace warpgrade::referee {

using Values = std::vector<double>;

enum class Of { values, magnitudes };

/// y[i] = Σ_j a[i][j]·x[j], or with magnitudes |a[i][j]|: one block per row.
template <class Value>
__global__ void rows_by_vector(std::size_t n, const Value* a, const double* x, Of of, double* y) {
  for (std::size_t i = blockIdx.x; i < n; i += gridDim.x) {
    double sum = 0;
    for (std::size_t j = threadIdx.x; j < n; j += blockDim.x) {
      const double value = a[i * n + j];
      sum += (of == Of::magnitudes ? fabs(value) : value) * x[j];
    }
    const double total = block_sum(sum);
    if (threadIdx.x == 0) y[i] = total;
  }
}

/// M = −D⁻¹(L + U), with D the diagonal of A.
static __global__ void sweep_matrix(std::size_t n, const real* a, double* m) {
  for (std::size_t e = walk_from(); e < n * n; e += walk_step()) {
    const std::size_t i = e / n, j = e % n;
    m[e] = i == j ? 0 : -static_cast<double>(a[e]) / static_cast<double>(a[i * n + i]);
  }
}

static __global__ void extract_diagonal(std::size_t n, const real* a, double* diagonal) {
  for (std::size_t i = walk_from(); i < n; i += walk_step()) diagonal[i] = a[i * n + i];
}

/// I − M, and the identity.
static __global__ void difference_and_identity(std::size_t n, const double* m, double* difference,
                                               double* identity) {
  for (std::size_t e = walk_from(); e < n * n; e += walk_step()) {
    const bool diagonal = e / n == e % n;
    difference[e] = diagonal ? 1 : -m[e];
    identity[e] = diagonal ? 1 : 0;
  }
}

/// Passes over n×n matrices on the device.
class Passes {
 public:
  explicit Passes(std::size_t n) : n_(n), x_(vectors_.room<double>(2 * n)), y_(x_ + n) {}

  /// a·x + c, or |a|·x + c.
  template <class Value>
  Values affine(const Value* a, const Values& x, Values c, Of of = Of::values) {
    check_cuda(cudaMemcpy(x_, x.data(), n_ * sizeof(double), cudaMemcpyHostToDevice), "a vector");
    rows_by_vector<<<blocks_for(n_ * threads_of_block), threads_of_block>>>(n_, a, x_, of, y_);
    const Values product = read(y_);
    for (std::size_t i = 0; i < n_; ++i) c[i] += product[i];
    return c;
  }

  template <class Value>
  Values product(const Value* a, const Values& x, Of of = Of::values) {
    return affine(a, x, Values(n_, 0.0), of);
  }

  Values diagonal(const real* a) {
    extract_diagonal<<<blocks_for(n_), threads_of_block>>>(n_, a, y_);
    return read(y_);
  }

  Values read(const double* from) const {
    check_launch("a pass over the matrix");
    Values values(n_);
    check_cuda(cudaMemcpy(values.data(), from, n_ * sizeof(double), cudaMemcpyDeviceToHost),
               "a vector");
    return values;
  }

 private:
  std::size_t n_;
  Scratch vectors_;
  double *x_, *y_;
};

/// The inverse of I − M in `inverse`; false if it is singular. `scratch`: n×n, too. cuSOLVER is
/// column-major: it inverts the transpose, whose column-major inverse is the row-major one needed
/// here.
inline bool invert_difference(std::size_t n, const double* m, double* scratch, double* inverse) {
  const auto check = [](cusolverStatus_t status) {
    if (status != CUSOLVER_STATUS_SUCCESS)
      throw std::runtime_error("an inverse: cuSOLVER error " + std::to_string(status));
  };
  static const cusolverDnHandle_t handle = [&] {
    cusolverDnHandle_t made = nullptr;
    check(cusolverDnCreate(&made));
    return made;
  }();
  const int size = static_cast<int>(n);
  difference_and_identity<<<blocks_for(n * n), threads_of_block>>>(n, m, scratch, inverse);
  check_launch("an inverse");
  int room = 0;
  check(cusolverDnDgetrf_bufferSize(handle, size, size, scratch, size, &room));
  Scratch work_memory, pivot_memory;
  double* const work = work_memory.room<double>(static_cast<std::size_t>(room) + 1);
  int* const pivots = pivot_memory.room<int>(n + 1);
  int* const info = pivots + n;
  check(cusolverDnDgetrf(handle, size, size, scratch, size, work, pivots, info));
  int singular = 0;
  check_cuda(cudaMemcpy(&singular, info, sizeof singular, cudaMemcpyDeviceToHost), "an inverse");
  if (singular != 0) return false;
  check(cusolverDnDgetrs(handle, CUBLAS_OP_N, size, size, scratch, size, pivots, inverse, size,
                         info));
  return true;
}

}  // namespace warpgrade::referee
