// The iterate or the limit, and the possible error of a program in floating point: the class
// Solution of reference.cpp, step by step, with its matrices on the device. The head of that file
// derives the bound.
#pragma once

#include <algorithm>
#include <limits>

#include "referee_matrices.cuh"

namespace warpgrade::referee {

/// Multiply-adds up to which the reference iterates sweep by sweep.
constexpr double direct_work = 2e8;

/// The largest age, in sweeps, of a value used by a program that is judged by the limit.
constexpr double oldest_value = 3;

/// 1 + q + … + q^(k−1), for q ≥ 0 and k ≥ 0.
inline double geometric_sum(double q, double k) {
  if (k <= 1 || q == 0) return std::min(k, 1.0);
  return q == 1 ? k : std::expm1(k * std::log(q)) / (q - 1);
}

inline Values magnitudes(Values values) {
  for (double& value : values) value = std::fabs(value);
  return values;
}

class Solution {
 public:
  Solution(const Facts& facts, std::size_t n, const real* a, const Values& b)
      : n_(n),
        k_(static_cast<double>(facts.integer("iterations"))),
        sums_(k_),
        a_(a),
        passes_(n),
        diagonal_(passes_.diagonal(a)),
        c_(b),
        x_(n, 0.0),
        bound_(n, 0.0) {
    if (k_ == 0) return;
    m_ = memory_.room<double>(3 * n * n);
    scratch_ = m_ + n * n;
    inverse_ = scratch_ + n * n;
    sweep_matrix<<<blocks_for(n * n), threads_of_block>>>(n, a, m_);
    for (std::size_t i = 0; i < n; ++i) c_[i] = b[i] / diagonal_[i];
    contract();
    judges_ = mu_ < 1;  // the reference can continue
    if (!judges_) return;
    const bool limit = facts.judge == "limit";
    const bool statistical = facts.statistical && k_ > 1;
    const bool direct =
        !limit && k_ * static_cast<double>(n) * static_cast<double>(n) <= direct_work;
    if (statistical || !direct) judges_ = invert_difference(n, m_, scratch_, inverse_);
    if (!judges_) return;

    Values remainder(n, 0.0);
    const Values largest = direct  ? iterate()
                           : limit ? approach(remainder)
                                   : limit_or_double(remainder);
    const Values local = local_error(b, largest);
    const Values of_truth_at_most = worst_case(local);
    const Values unit_error = statistical ? accumulated(local) : of_truth_at_most;
    const Values& of_truth = direct ? unit_error : of_truth_at_most;
    const auto terms = static_cast<double>(n + 2);
    for (std::size_t i = 0; i < n; ++i) {
      bound_[i] = facts.gamma_real(terms) * unit_error[i] +
                  facts.gamma_double(terms) * of_truth[i] + remainder[i] +
                  terms * smallest_normal();
    }
    refuse_vacuous_bound();
  }

  const Values& x() const { return x_; }
  const Values& bound() const { return bound_; }
  /// Whether x and bound are meaningful; otherwise the reference must judge.
  bool judges() const { return judges_; }

 private:
  Values sweep(const Values& x) { return passes_.affine(m_, x, c_); }

  /// The smallest factor s with |e| ≤ s·v.
  double norm(const Values& e) const {
    double largest = 0;
    for (std::size_t i = 0; i < n_; ++i) largest = std::max(largest, std::fabs(e[i]) / v_[i]);
    return largest;
  }

  /// v > 0 and μ with |M|·v ≤ μ·v, by thirty steps of the power method.
  void contract() {
    Values v(n_, 1.0);
    for (int step = 0; step < 30; ++step) {
      const Values next = passes_.product(m_, v, Of::magnitudes);
      double mu = 0;
      for (std::size_t i = 0; i < n_; ++i) mu = std::max(mu, next[i] / v[i]);
      if (mu < mu_) {
        mu_ = mu;
        v_ = v;
      }
      double largest = 0;
      for (std::size_t i = 0; i < n_; ++i) largest = std::max(largest, v[i] += next[i]);
      for (double& value : v) value = std::max(value / largest, 1e-3);
    }
  }

  Values iterate() {
    Values largest(n_, 0.0);
    for (double s = 0; s < k_; ++s) {
      x_ = sweep(x_);
      for (std::size_t i = 0; i < n_; ++i) largest[i] = std::max(largest[i], std::fabs(x_[i]));
    }
    return largest;
  }

  Values limit() {
    Values limit = passes_.product(inverse_, c_);
    Values residual = sweep(limit);  // one step of refinement: c − (I − M)·x is M·x + c − x
    for (std::size_t i = 0; i < n_; ++i) residual[i] -= limit[i];
    return passes_.affine(inverse_, residual, std::move(limit));
  }

  Values approach(Values& remainder) {
    x_ = limit();
    sums_ = std::numeric_limits<double>::infinity();
    age_ = oldest_value;
    const double size = norm(x_), rest = std::pow(mu_, std::ceil(k_ / age_)) * size;
    Values largest = magnitudes(x_);
    for (std::size_t i = 0; i < n_; ++i) {
      remainder[i] = rest * v_[i];
      largest[i] += size * v_[i];
    }
    return largest;
  }

  Values limit_or_double(Values& remainder) {
    Values limit = this->limit();
    const double size = norm(limit), rest = std::pow(mu_, k_) * size;
    const double first = norm(passes_.product(m_, limit));
    if (rest <= 0x1p-53 * size) {
      x_ = limit;
      for (std::size_t i = 0; i < n_; ++i) remainder[i] = rest * v_[i];
    } else {
      x_ = by_doubling();
    }
    for (std::size_t i = 0; i < n_; ++i) limit[i] = std::fabs(limit[i]) + first * v_[i];
    return limit;
  }

  /// x after k sweeps, by powers of the map: (M, c) applied twice is (M², M·c + c).
  Values by_doubling() {
    Scratch more;
    const double* power = m_;
    double* next = scratch_;
    double* spare = more.room<double>(n_ * n_);
    Values x(n_, 0.0), c = c_;
    for (auto k = static_cast<long long>(k_);; k /= 2) {
      if (k % 2 == 1) x = passes_.affine(power, x, c);
      if (k <= 1) return x;
      c = passes_.affine(power, c, c);
      const Matrix factor{const_cast<double*>(power), n_};  // read only
      blas_.product(n_, n_, n_, As::is, factor, factor, false, {next, n_});
      power = next;
      std::swap(next, spare);
    }
  }

  /// δ without its factor γ(n + 2).
  Values local_error(const Values& b, const Values& largest) {
    Values local = passes_.affine(a_, largest, magnitudes(b), Of::magnitudes);
    for (std::size_t i = 0; i < n_; ++i) {
      if (!std::isfinite(static_cast<real>(local[i]))) judges_ = false;
      local[i] /= std::fabs(diagonal_[i]);
    }
    return local;
  }

  /// η, without the same factor.
  double spread(const Values& local) { return norm(passes_.product(m_, local, Of::magnitudes)); }

  Values worst_case(const Values& local) {
    const double sum = spread(local) * geometric_sum(mu_, sums_ - 1);
    Values error = local;
    for (std::size_t i = 0; i < n_; ++i) error[i] += sum * v_[i];
    return error;
  }

  Values accumulated(const Values& local) {
    Values error = worst_case(local);
    const double sum = spread(local) * std::sqrt(age_ * geometric_sum(mu_ * mu_, sums_ - 1));
    const Values still = passes_.product(inverse_, local, Of::magnitudes);
    for (std::size_t i = 0; i < n_; ++i)
      error[i] = std::min(error[i], std::hypot(local[i], sum * v_[i]) + still[i]);
    return error;
  }

  void refuse_vacuous_bound() {
    bool zero = true, zeros_pass = true;
    for (std::size_t i = 0; i < n_; ++i) {
      if (!std::isfinite(x_[i])) judges_ = false;
      zero = zero && x_[i] == 0;
      zeros_pass = zeros_pass && !(std::fabs(x_[i]) > bound_[i]);
    }
    if (zeros_pass && !zero) judges_ = false;
  }

  std::size_t n_;
  double k_;
  double sums_;     // sweeps over which rounding errors add up
  double age_ = 1;  // the largest age in sweeps of a value read by a sweep
  const real* a_;
  Passes passes_;
  Blas blas_;
  Values diagonal_;
  Values c_;
  Scratch memory_;
  double *m_ = nullptr, *scratch_ = nullptr, *inverse_ = nullptr;
  Values v_;
  double mu_ = std::numeric_limits<double>::infinity();
  Values x_, bound_;
  bool judges_ = true;
};

}  // namespace warpgrade::referee
