// Device code of the lab "cholesky": generates its values and verifies results. UᵀU must be A
// within the reference's bound (reference.cpp), the diagonal of U positive and the value returned
// 0: the matrices generated here are positive definite.
#include <algorithm>

#include "referee/lab_blas.cuh"
#include "referee/lab_tools.cuh"

#ifndef WARPGRADE_PANEL
#define WARPGRADE_PANEL 1024
#endif

namespace warpgrade::referee {
namespace {

/// Rows of U, and of UᵀU, that are processed at a time: two blocks of panel × n doubles are all the
/// memory needed. (Tests use smaller ones.)
constexpr std::size_t panel = WARPGRADE_PANEL;

/// Element (i, j), i ≤ j, of R + Rᵀ + more·I, where R is n×n and drawn first.
__device__ double upper_element(std::uint64_t seed, std::size_t n, std::size_t i, std::size_t j,
                                double more) {
  return uniform_at(seed, i * n + j, -0.5, 0.5) + uniform_at(seed, j * n + i, -0.5, 0.5) +
         (i == j ? more : 0);
}

/// The root of a diagonal element before rounding to `real`: the magnitude of garbage.
__global__ void diagonal_roots(std::size_t n, std::uint64_t seed, double more, double* roots) {
  for (std::size_t i = walk_from(); i < n; i += walk_step()) {
    const double diagonal = fabs(upper_element(seed, n, i, i, more));
    roots[i] = diagonal > 0 ? sqrt(diagonal) : 1;
  }
}

__global__ void fill_matrix(std::size_t n, std::uint64_t seed, double more, const double* roots,
                            real* a) {
  const double root_of_n = sqrt(static_cast<double>(n));
  for (std::size_t e = walk_from(); e < n * n; e += walk_step()) {
    const std::size_t i = e / n, j = e % n;
    if (i <= j) {
      a[e] = static_cast<real>(upper_element(seed, n, i, j, more));
    } else {  // garbage, drawn row by row after R
      const double drawn = uniform_at(seed, n * n + i * (i - 1) / 2 + j, -1, 1);
      a[e] = static_cast<real>(drawn * 0.8 * roots[i] * roots[j] / root_of_n);
    }
  }
}

/// Rows of U from `first` on, columns from `left` on, as doubles, with zeros below the diagonal:
/// rows × (n − left), dense.
__global__ void widen_upper(const real* u, std::size_t n, std::size_t first, std::size_t rows,
                            std::size_t left, double* to) {
  const std::size_t cols = n - left;
  for (std::size_t e = walk_from(); e < rows * cols; e += walk_step()) {
    const std::size_t i = first + e / cols, j = left + e % cols;
    to[e] = i <= j ? static_cast<double>(u[i * n + j]) : 0;
  }
}

/// Rows of the product UᵀU from `first` on, columns from `first` on. `smallest`: the error of a
/// multiplication whose result is below the smallest normal number.
__global__ void judge_rows(const real* a, const real* u, std::size_t n, std::size_t first,
                           std::size_t rows, const double* product, const double* gammas,
                           double smallest, unsigned long long* wrong) {
  const std::size_t cols = n - first;
  for (std::size_t e = walk_from(); e < rows * cols; e += walk_step()) {
    const std::size_t i = first + e / cols, j = first + e % cols;
    if (i > j) continue;
    const double bound = gammas[i] * sqrt(static_cast<double>(a[i * n + i])) *
                             sqrt(static_cast<double>(a[j * n + j])) +
                         static_cast<double>(i + 2) * smallest;
    // Squares would hide a negative diagonal.
    const double found = i == j && u[i * n + i] < 0 ? -product[e] : product[e];
    if (!accepts(found, a[i * n + j], bound)) atomicAdd(wrong, 1ull);
  }
}

class CholeskyDeviceReference : public DeviceReference {
 public:
  bool supports(const Facts& facts) const override {
    return facts.input == "dominant" && facts.integer("n") > 0;
  }

  void make(const Facts& facts, const Arrays& arrays) override {
    const DeviceArray& a = arrays.at("A");
    const std::size_t n = a.rows;
    const double more = n < 16 ? 2 * static_cast<double>(n) : static_cast<double>(n) / 2;
    double* const roots = vector_.room<double>(n);
    diagonal_roots<<<blocks_for(n), threads_of_block>>>(n, facts.seed, more, roots);
    fill_matrix<<<blocks_for(n * n), threads_of_block>>>(n, facts.seed, more, roots, a.data);
    check_launch("making values");
  }

  Found verify(const Facts& facts, const Arrays& inputs, const Arrays& outputs,
               long long returned) override {
    if (returned != 0) return {false, 0};
    const real *const a = inputs.at("A").data, *const u = outputs.at("A").data;
    const std::size_t n = inputs.at("A").rows, rows = std::min(panel, n);
    const double* const gammas = gammas_of_rows(facts, n);
    double* const part = memory_.room<double>(2 * rows * n);
    double* const product = part + rows * n;
    unsigned long long* const wrong = tally_.start();
    for (std::size_t i = 0; i < n; i += panel) {
      const std::size_t m = std::min(panel, n - i), cols = n - i;
      for (std::size_t l = 0; l < i + m; l += panel) {  // rows below i + m do not contribute
        const std::size_t k = std::min(panel, i + m - l);
        widen_upper<<<blocks_for(k * cols), threads_of_block>>>(u, n, l, k, i, part);
        blas_.product(m, cols, k, As::transposed, {part, cols}, {part, cols}, l > 0,
                      {product, cols});
      }
      judge_rows<<<blocks_for(m * cols), threads_of_block>>>(a, u, n, i, m, product, gammas,
                                                             smallest_normal(), wrong);
    }
    check_launch("verification");
    return tally_.found();
  }

 private:
  const double* gammas_of_rows(const Facts& facts, std::size_t n) {
    std::vector<double> gammas(n);
    for (std::size_t i = 0; i < n; ++i) {
      const auto terms = static_cast<double>(i + 2);
      gammas[i] = facts.gamma_real(terms) + facts.gamma_double(terms);
    }
    double* const there = vector_.room<double>(n);
    check_cuda(cudaMemcpy(there, gammas.data(), n * sizeof(double), cudaMemcpyHostToDevice),
               "the bounds");
    return there;
  }

  Blas blas_;
  Scratch vector_, memory_;
  Tally tally_;
};

}  // namespace
}  // namespace warpgrade::referee

WARPGRADE_DEVICE_REFERENCE(CholeskyDeviceReference)
