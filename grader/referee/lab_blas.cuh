// Double-precision matrix products for the labs' device code, row-major.
#pragma once

#include <cublas_v2.h>

#include <string>

#include "referee/device_reference.h"

namespace warpgrade::referee {

inline void check_blas(cublasStatus_t status, const char* what) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw std::runtime_error(std::string(what) + ": cuBLAS error " + std::to_string(status));
}

enum class As { is, transposed };

/// A matrix of doubles on the device: element (i, j) is data[i * stride + j].
struct Matrix {
  double* data;
  std::size_t stride;
};

class Blas {
 public:
  Blas() = default;
  Blas(const Blas&) = delete;
  Blas& operator=(const Blas&) = delete;
  ~Blas() {
    if (handle_ != nullptr) cublasDestroy(handle_);
  }

  /// C = op(A)·B, or C += op(A)·B; C is m×n and B k×n. On the legacy default stream.
  void product(std::size_t m, std::size_t n, std::size_t k, As op, Matrix a, Matrix b, bool add,
               Matrix c) {
    if (handle_ == nullptr) check_blas(cublasCreate(&handle_), "cublasCreate");
    const double one = 1, beta = add ? 1 : 0;
    // A row-major matrix is cuBLAS's transpose: Cᵀ = Bᵀ·op(A)ᵀ.
    check_blas(cublasDgemm(handle_, CUBLAS_OP_N, op == As::is ? CUBLAS_OP_N : CUBLAS_OP_T, whole(n),
                           whole(m), whole(k), &one, b.data, whole(b.stride), a.data,
                           whole(a.stride), &beta, c.data, whole(c.stride)),
               "a matrix product");
  }

 private:
  static int whole(std::size_t size) { return static_cast<int>(size); }

  cublasHandle_t handle_ = nullptr;
};

}  // namespace warpgrade::referee
