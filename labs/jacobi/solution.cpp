// x after k sweeps x ← M·x + c (sweep.h) from 0, and the limit x* = A⁻¹b, each with a bound.
//
// The bound. Each sweep in floating point commits a local error of at most
//     δ = γ(n + 2) · |D⁻¹| · (|b| + |A||x|),
// a dot of n terms, a subtraction and a division (Higham, Accuracy and Stability of Numerical
// Algorithms, 2nd ed., §3.1 and §17.2; |A| with its diagonal, since a program may include the term
// j = i and add it back). After k sweeps the error is e = Σ M^j·δ_j over j < k (ibid. (17.7)).
// With any v > 0, μ = max (|M|v)_i / v_i and η = max (|M|δ)_i / v_i, for j ≥ 1
// |M^j|·δ ≤ μ^(j−1)·η·v, so that
//   worst case:   |e| ≤ δ + v·η·Σ μ^j over j < k − 1,
// where the sum is at most min(k, 1/(1 − μ)) for μ < 1. μ is close to the spectral radius of |M|
// when v is close to its Perron vector, and never larger than ‖M‖∞, which is v = 1 (Varga, Matrix
// Iterative Analysis, theorem 2.2).
// For a thousand sweeps this exceeds what happens by so much that half precision would pass. So the
// statistical model also takes the errors of different sweeps as independent while x still moves,
// and as one and the same once it stands still:
//   statistical:  |e| ≤ √(δ² + (v·η)²·Σ μ^2j)  +  |(I − M)⁻¹|·δ,
// where that is less than the worst case.
// Where μ > 1 and x may grow, e is followed sweep by sweep in place of this.
//
// The limit. A chaotic relaxation (Task::judge = "limit") has no k-th iterate: what it returns
// depends on what happened to be written when it was read. It is judged by its distance from the
// limit. If no value is used that is more than s sweeps older than what is computed from
// it (Jacobi: s = 1), every s sweeps shrink the largest |x − x*|_i / v_i by μ at least, whatever
// the order of events (Chazan and Miranker, Linear Algebra Appl. 2, 1969; Bertsekas and Tsitsiklis,
// Parallel and Distributed Computation, 1989, §6.2), so that after k sweeps from 0
//   |x − x*| ≤ μ^⌈k/s⌉·‖x*‖·v  +  rounding,
// with ‖x*‖ = max |x*|_i / v_i. Rounding is as above, with endless sums: a value may come from any
// sweep, also a later one; and in √(…) with s terms for each power of μ.
#include "solution.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/fault.h"

namespace warpgrade::jacobi {
namespace {

/// Multiply-adds up to which the truth is computed sweep by sweep (some tenths of a second).
constexpr double direct_work = 2e8;

/// The largest age, in sweeps, of a value used by a program that is judged by the limit. Of the
/// variants, streams reaches 2 and hybrid 3, enforced by their events.
constexpr double oldest_value = 3;

/// A vector v > 0 and μ with |M|·v ≤ μ·v, as small a μ as thirty steps of the power method find.
struct Contraction {
  Values v;
  double mu = 0;

  /// The smallest factor s with |e| ≤ s·v.
  double norm(const Values& e) const {
    double largest = 0;
    for (std::size_t i = 0; i < e.size(); ++i) largest = std::max(largest, std::fabs(e[i]) / v[i]);
    return largest;
  }
};

Contraction find_contraction(const Sweep& sweep) {
  const Values m = magnitudes(sweep.m);
  Contraction best;
  best.mu = std::numeric_limits<double>::infinity();
  Values v(sweep.c.size(), 1.0);
  for (int step = 0; step < 30; ++step) {
    const Values next = affine(sweep.n, m, v, Values(v.size(), 0.0));
    double mu = 0;
    for (std::size_t i = 0; i < v.size(); ++i) mu = std::max(mu, next[i] / v[i]);
    if (mu < best.mu) best = {v, mu};
    // The mean of both has the same limit, and no component becomes 0.
    double largest = 0;
    for (std::size_t i = 0; i < v.size(); ++i) largest = std::max(largest, v[i] += next[i]);
    for (double& value : v) value = std::max(value / largest, 1e-3);
  }
  return best;
}

/// 1 + q + … + q^(k−1), for q ≥ 0 and k ≥ 0.
double geometric_sum(double q, double k) {
  if (k <= 1 || q == 0) return std::min(k, 1.0);
  return q == 1 ? k : std::expm1(k * std::log(q)) / (q - 1);
}

class Solver {
 public:
  Solver(int n, long long k, const Values& a, const Values& b, Real real,
         const Tolerance& tolerance, bool limit)
      : sweep_(make_sweep(n, a, b)), k_(static_cast<double>(k)), sums_(k_), bound_(b.size(), 0.0) {
    x_.assign(b.size(), 0.0);
    if (n == 0 || k == 0) return;
    contraction_ = find_contraction(sweep_);
    if (!std::isfinite(geometric_sum(contraction_.mu, k_)))
      refuse("rounding errors grow without limit");
    statistical_ = tolerance.model == Tolerance::Model::statistical && k > 1;
    const bool direct = !limit && k_ * n * n <= direct_work;
    if (statistical_ || !direct) inverse_ = inverse_of_difference(sweep_);
    if (!direct && !inverse_) refuse("the matrix is singular");
    if (limit && contraction_.mu >= 1) refuse("chaotic relaxation need not converge");

    Values remainder(b.size(), 0.0);
    const Values largest = direct  ? iterate(k)
                           : limit ? approach(remainder)
                                   : limit_or_double(k, remainder);
    const Values local = local_error(a, b, largest, real);
    const double terms = n + 2;
    const double u = unit_roundoff(real);
    const double u_truth = unit_roundoff(Real::f64);
    const double underflow =
        (n + 2) * (real == Real::f32 ? double{std::numeric_limits<float>::min()}
                                     : std::numeric_limits<double>::min());
    const Values unit_error =
        direct && contraction_.mu > 1 ? followed(k, a, b, real) : accumulated(local);
    // Doubling has the error of a matrix product per power, at most that of as many sweeps.
    const Values unit_error_of_truth = direct ? unit_error : worst_case(local);
    for (std::size_t i = 0; i < bound_.size(); ++i) {
      bound_[i] = tolerance.gamma(terms, u) * unit_error[i] +
                  tolerance.gamma(terms, u_truth) * unit_error_of_truth[i] + remainder[i] +
                  underflow;
    }
    refuse_vacuous_bound();
  }

  Solution solution() && { return {std::move(sweep_), std::move(x_), std::move(bound_)}; }

 private:
  /// Iterates sweep by sweep. Returns the largest magnitude that each element of x had on the way.
  Values iterate(long long k) {
    Values largest(x_.size(), 0.0);
    for (long long s = 0; s < k; ++s) {
      x_ = sweep_(x_);
      for (std::size_t i = 0; i < x_.size(); ++i)
        largest[i] = std::max(largest[i], std::fabs(x_[i]));
    }
    return largest;
  }

  Values limit() const {
    Values limit = affine(sweep_.n, *inverse_, sweep_.c, Values(x_.size(), 0.0));
    Values residual = sweep_(limit);  // one step of refinement: c − (I − M)·x is M·x + c − x
    for (std::size_t i = 0; i < residual.size(); ++i) residual[i] -= limit[i];
    return affine(sweep_.n, *inverse_, residual, std::move(limit));
  }

  /// x* for chaotic relaxation, and a bound of the distance from it. Returns a bound of all
  /// intermediate values: |x| ≤ |x*| + ‖x*‖·v.
  Values approach(Values& remainder) {
    x_ = limit();
    sums_ = std::numeric_limits<double>::infinity();
    age_ = oldest_value;
    const double norm = contraction_.norm(x_);
    const double rest = std::pow(contraction_.mu, std::ceil(k_ / age_)) * norm;
    Values largest = magnitudes(x_);
    for (std::size_t i = 0; i < largest.size(); ++i) {
      remainder[i] = rest * contraction_.v[i];
      largest[i] += norm * contraction_.v[i];
    }
    return largest;
  }

  /// The limit x*, if the distance from it, |x* − x_k| ≤ μ^k·‖x*‖·v, is negligible compared with
  /// rounding errors (it becomes part of the bound); otherwise the k-th power of the sweep. Returns
  /// a bound of all iterates: |x_j| ≤ |x*| + μ^(j−1)·‖M·x*‖·v.
  Values limit_or_double(long long k, Values& remainder) {
    Values limit = this->limit();
    const double norm = contraction_.norm(limit);
    const double rest = std::pow(contraction_.mu, k_) * norm;
    if (rest <= unit_roundoff(Real::f64) * norm) {
      x_ = limit;
      for (std::size_t i = 0; i < x_.size(); ++i) remainder[i] = rest * contraction_.v[i];
    } else {
      x_ = iterate_by_doubling(sweep_, k);
    }
    const Values step = affine(sweep_.n, sweep_.m, limit, Values(limit.size(), 0.0));
    const double first = contraction_.norm(step) * std::pow(std::max(contraction_.mu, 1.0), k_ - 1);
    for (std::size_t i = 0; i < limit.size(); ++i) {
      limit[i] = std::fabs(limit[i]) + first * contraction_.v[i];
    }
    return limit;
  }

  /// δ without its factor γ(n + 2).
  Values local_error(const Values& a, const Values& b, const Values& largest, Real real) const {
    Values local = affine(sweep_.n, magnitudes(a), largest, magnitudes(b));
    const std::size_t size = local.size();
    for (std::size_t i = 0; i < size; ++i) {
      if (!std::isfinite(round_to(real, local[i]))) {
        refuse(fmt::format("sums leave the range of {}", name(real)));
      }
      local[i] /= std::fabs(a[i * size + i]);
    }
    return local;
  }

  /// η, without the same factor.
  double spread(const Values& local) const {
    return contraction_.norm(
        affine(sweep_.n, magnitudes(sweep_.m), local, Values(local.size(), 0.0)));
  }

  Values worst_case(const Values& local) const {
    const double sum = spread(local) * geometric_sum(contraction_.mu, sums_ - 1);
    Values error = local;
    for (std::size_t i = 0; i < error.size(); ++i) error[i] += sum * contraction_.v[i];
    return error;
  }

  /// If a sweep may amplify errors, x grows as well, and one δ for all sweeps is too large. Then e
  /// ← |M|·e + δ, with each sweep's own δ.
  Values followed(long long k, const Values& a, const Values& b, Real real) const {
    const Values m = magnitudes(sweep_.m);
    Values x(b.size(), 0.0), error(b.size(), 0.0);
    for (long long s = 0; s < k; ++s) {
      error = affine(sweep_.n, m, error, local_error(a, b, magnitudes(x), real));
      x = sweep_(x);
    }
    return error;
  }

  Values accumulated(const Values& local) const {
    Values error = worst_case(local);
    if (!statistical_ || !inverse_) return error;
    const double sum =
        spread(local) *
        std::sqrt(age_ * geometric_sum(contraction_.mu * contraction_.mu, sums_ - 1));
    const Values still = affine(sweep_.n, magnitudes(*inverse_), local, Values(local.size(), 0.0));
    for (std::size_t i = 0; i < error.size(); ++i) {
      const double moving = std::hypot(local[i], sum * contraction_.v[i]);
      error[i] = std::min(error[i], moving + still[i]);
    }
    return error;
  }

  /// If zeros pass, the bound is meaningless: then no answer is judged.
  void refuse_vacuous_bound() const {
    bool zero = true, zeros_pass = true;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      if (!std::isfinite(x_[i])) refuse("x leaves the range of double");
      zero = zero && x_[i] == 0;
      zeros_pass = zeros_pass && !(std::fabs(x_[i]) > bound_[i]);
    }
    if (zeros_pass && !zero) {
      refuse(age_ > 1 ? "x may still be as far from the solution as 0 is"
                      : "rounding errors may be as large as x itself");
    }
  }

  [[noreturn]] void refuse(const std::string& why) const {
    const bool contracts = contraction_.mu < 1;
    throw GraderError(
        fmt::format("no answer of {:.0f} sweeps can be judged for this system of n = {}: {}{}", k_,
                    sweep_.n, why,
                    contracts ? ""
                              : fmt::format("; a sweep may make errors {:.3g} times as large",
                                            contraction_.mu)),
        contracts
            ? "Use other values, or another number of iterations."
            : "Use a matrix that is strictly diagonally dominant by rows, or fewer iterations.");
  }

  Sweep sweep_;
  double k_;
  double sums_;     // sweeps over which rounding errors add up
  double age_ = 1;  // the largest age in sweeps of a value read by a sweep
  bool statistical_ = false;
  Contraction contraction_;
  std::optional<Values> inverse_;  // of I − M
  Values x_;
  Values bound_;
};

}  // namespace

Solution solve(int n, long long k, const Values& a, const Values& b, Real real,
               const Tolerance& tolerance, bool limit) {
  return Solver(n, k, a, b, real, tolerance, limit).solution();
}

}  // namespace warpgrade::jacobi
