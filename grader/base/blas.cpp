#include "base/blas.h"

#include <algorithm>

#include "base/parallel_for.h"
#include "base/thread_share.h"

namespace warpgrade {
namespace {

/// Operations for which another thread is worth starting: some milliseconds of work.
constexpr double worth_a_thread = 1e8;
/// Rows or columns of a part: fewer make OpenBLAS's packed blocks small.
constexpr int least_part = 64;

}  // namespace

void multiply(CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b, int m, int n, int k,
              const double* a, int lda, const double* b, int ldb, double* c, int ldc) {
  const bool by_rows = m >= n;
  const int length = by_rows ? m : n;
  const double parts = std::min(2.0 * m * n * k / worth_a_thread, 1.0 * length / least_part);
  const ComputeThreads threads(parts < 2 ? 1 : static_cast<unsigned long>(parts));
  const auto count = static_cast<int>(threads.count());
  parallel_for(threads.count(), threads.count(), [&](std::size_t part) {
    const auto bound = [&](std::size_t p) {
      return static_cast<int>(static_cast<long long>(length) * static_cast<long long>(p) / count);
    };
    const int first = bound(part), size = bound(part + 1) - first;
    const auto offset = [](int index, int stride) {
      return static_cast<std::ptrdiff_t>(index) * stride;
    };
    if (by_rows)
      cblas_dgemm(CblasRowMajor, trans_a, trans_b, size, n, k, 1.0,
                  a + offset(first, trans_a == CblasNoTrans ? lda : 1), lda, b, ldb, 0.0,
                  c + offset(first, ldc), ldc);
    else
      cblas_dgemm(CblasRowMajor, trans_a, trans_b, m, size, k, 1.0, a, lda,
                  b + offset(first, trans_b == CblasNoTrans ? 1 : ldb), ldb, 0.0, c + first, ldc);
  });
}

FactorizationThreads::FactorizationThreads(int n) {
  constexpr int large = 1536;
  if (n >= large) openblas_set_num_threads(static_cast<int>(thread_share()));
}

FactorizationThreads::~FactorizationThreads() { openblas_set_num_threads(1); }

}  // namespace warpgrade
