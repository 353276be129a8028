// Matrix products for expected values, on this process's share of the cores.
#pragma once

#include <cblas.h>

namespace warpgrade {

/// cblas_dgemm for row-major matrices: C = A·B with C of size m×n. A large product is divided among
/// threads (base/thread_share.h), each of which calls single-threaded OpenBLAS.
void multiply(CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b, int m, int n, int k,
              const double* a, int lda, const double* b, int ldb, double* c, int ldc);

/// Lets OpenBLAS use its own threads while it lives, for factorizations of large matrices, which
/// cannot be divided in that way. `n`: rows and columns.
class FactorizationThreads {
 public:
  explicit FactorizationThreads(int n);
  ~FactorizationThreads();
  FactorizationThreads(const FactorizationThreads&) = delete;
  FactorizationThreads& operator=(const FactorizationThreads&) = delete;
};

}  // namespace warpgrade
