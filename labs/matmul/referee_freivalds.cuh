// Sums of C's elements against the same sums of A·B: Freivalds' test (Probabilistic Machines Can
// Use Less Running Time, IFIP Congress 1977), for devices on which full products in double take too
// long.
//
// The columns are taken in groups of 64, and each element of a group gets a random sign s_j. For
// every row i and every group G
//     S = Σ s_j·c_ij over G   must be   Σ_p a_ip·(Σ s_j·b_pj over G)   within τ.
// Eight choices of the signs are tried. All of it is a product of A and a matrix of n/64 columns
// for each choice, and one of |A| for τ: 9/128 of the two full products.
//
// With e_ij the reference's bound and R the signed sum of the errors of all of a group's elements
// but one, whose error is d,
//     τ = 4·(γ·Σ_p |a_ip|·‖b_pG‖₂ + √64·underflow)  ≥  4·‖e_iG‖₂   (Minkowski's inequality).
// The signs are drawn after the results are there, and unknown to anyone. What is guaranteed:
// - Where |d| > τ, one choice misses it with probability ≤ 1/2, whatever the other elements are: of
//   its two signs only one can leave |R ± d| ≤ τ. All eight miss it with probability ≤ 2⁻⁸.
// - Where |d| > 2τ and the rest of its group is within its bounds, all eight miss it with
//   probability ≤ (2·exp(−8))⁸: then |R| > τ for each (Hoeffding's inequality).
// - A C within half of its bounds fails a sum with probability ≤ 2·exp(−32) = 3e-14. One that uses
//   all of its bounds may fail: what fails here is looked at again by the reference. (Rounding of
//   the sums themselves, in double, is nothing beside that in float; in double it is a part of τ.)
// What is not: an error below τ may pass, and τ is 4·√64 = 32 times a bound where the bounds of a
// group are alike, up to 40 times for our inputs. Errors in all elements show when their root mean
// square in a group exceeds 4 to 5 bounds.
#pragma once

#include <random>

#include "referee_products.cuh"

namespace warpgrade::referee {

constexpr std::size_t group = 64;   // columns
constexpr std::size_t choices = 8;  // of signs
constexpr double deviations = 4;    // the 4 of τ

__device__ inline double choose_sign(std::uint64_t secret, std::size_t choice, std::size_t column) {
  return bits_at(secret, column * choices + choice) >> 63 == 0 ? 1 : -1;
}

/// Sums of rows×cols values: to[r][v·groups + g] = Σ s_vj·from[r][j] over group g. Writes the
/// groups' norms to norms[r][g], if that is not null.
static __global__ void sum_groups(const real* from, std::size_t rows, std::size_t cols,
                                  std::size_t groups, std::uint64_t secret, double* to,
                                  double* norms) {
  for (std::size_t e = walk_from(); e < rows * groups; e += walk_step()) {
    const std::size_t r = e / groups, g = e % groups;
    const std::size_t end = (g + 1) * group < cols ? (g + 1) * group : cols;
    double sums[choices] = {}, squares = 0;
    for (std::size_t j = g * group; j < end; ++j) {
      const double value = from[r * cols + j];
      squares += value * value;
      for (std::size_t v = 0; v < choices; ++v) sums[v] += choose_sign(secret, v, j) * value;
    }
    for (std::size_t v = 0; v < choices; ++v) to[(r * choices + v) * groups + g] = sums[v];
    if (norms != nullptr) norms[r * groups + g] = sqrt(squares);
  }
}

/// `found` and `truth`: rows × choices × groups; `norms`: rows × groups.
static __global__ void judge_sums(std::size_t rows, std::size_t groups, const double* found,
                                  const double* truth, const double* norms, double gamma,
                                  double underflow, unsigned long long* wrong) {
  for (std::size_t e = walk_from(); e < rows * choices * groups; e += walk_step()) {
    const double norm = norms[e / (choices * groups) * groups + e % groups];
    const double bound = gamma * norm + sqrt(static_cast<double>(group)) * underflow;
    if (!accepts(found[e], truth[e], deviations * bound)) atomicAdd(wrong, 1ull);
  }
}

class Freivalds {
 public:
  void operator()(const Product& p, unsigned long long* wrong) {
    std::random_device device;  // the signs must be unknown when the results are computed
    const std::uint64_t secret = std::uint64_t{device()} << 32 | device();
    const std::size_t groups = (p.n + group - 1) / group, wide = choices * groups;
    const std::size_t rows = std::min(panel, p.m), terms = std::min(panel, p.k);
    double* const b =
        memory_.room<double>(p.k * (wide + groups) + rows * terms + rows * (2 * wide + groups));
    double* const b_norms = b + p.k * wide;
    double* const a = b_norms + p.k * groups;
    double* const found = a + rows * terms;
    double* const truth = found + rows * wide;
    double* const norms = truth + rows * wide;
    sum_groups<<<blocks_for(p.k * groups), threads_of_block>>>(p.b, p.k, p.n, groups, secret, b,
                                                               b_norms);
    for_each_panel(p.m, [&](std::size_t i, std::size_t m) {
      sum_groups<<<blocks_for(m * groups), threads_of_block>>>(p.c + i * p.n, m, p.n, groups,
                                                               secret, found, nullptr);
      for_each_panel(p.k, [&](std::size_t l, std::size_t k) {
        widen<<<blocks_for(m * k), threads_of_block>>>(p.a + i * p.k + l, p.k, m, k, a);
        blas_.product(m, wide, k, As::is, {a, k}, {b + l * wide, wide}, l > 0, {truth, wide});
        compute_magnitudes<<<blocks_for(m * k), threads_of_block>>>(a, m * k);
        blas_.product(m, groups, k, As::is, {a, k}, {b_norms + l * groups, groups}, l > 0,
                      {norms, groups});
      });
      judge_sums<<<blocks_for(m * wide), threads_of_block>>>(m, groups, found, truth, norms,
                                                             p.gamma, p.underflow, wrong);
    });
    check_launch("verification");
  }

 private:
  Blas blas_;
  Scratch memory_;
};

}  // namespace warpgrade::referee
