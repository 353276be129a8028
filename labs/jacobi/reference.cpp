// Inputs, truth and work count of the lab "jacobi": k sweeps of Jacobi's iteration for A·x = b from
// x = 0, with A n×n and b and x vectors of n.
//
// In short form a sweep is x ← M·x + c, with M = −D⁻¹(L + U), c = D⁻¹b and D the diagonal of A.
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
// limit x* = A⁻¹b. If no value is used that is more than s sweeps older than what is computed from
// it (Jacobi: s = 1), every s sweeps shrink the largest |x − x*|_i / v_i by μ at least, whatever
// the order of events (Chazan and Miranker, Linear Algebra Appl. 2, 1969; Bertsekas and Tsitsiklis,
// Parallel and Distributed Computation, 1989, §6.2), so that after k sweeps from 0
//   |x − x*| ≤ μ^⌈k/s⌉·‖x*‖·v  +  rounding,
// with ‖x*‖ = max |x*|_i / v_i. Rounding is as above, with endless sums: a value may come from any
// sweep, also a later one; and in √(…) with s terms for each power of μ.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "base/blas.h"
#include "base/fault.h"
#include "lab/linear_system.h"
#include "lab/reference.h"

// LAPACK: LU factorisation with partial pivoting, and the inverse from it. Column-major; for a
// row-major matrix they compute the inverse of the transpose, whose row-major form is what we want.
extern "C" {
void dgetrf_(const int* m, const int* n, double* a, const int* lda, int* pivots, int* info);
void dgetri_(const int* n, double* a, const int* lda, const int* pivots, double* work,
             const int* lwork, int* info);
}

namespace warpgrade {
namespace {

using Values = std::vector<double>;

/// Multiply-adds up to which the truth is computed sweep by sweep (some tenths of a second).
constexpr double direct_work = 2e8;

/// The largest age, in sweeps, of a value used by a program that is judged by the limit. Of the
/// variants, streams reaches 2 and hybrid 3, enforced by their events.
constexpr double oldest_value = 3;

/// Multiply-adds of k sweeps up to which the known wrong answers are computed.
constexpr double modest_work = 3e7;

/// The largest matrix, in elements, that is kept until an answer turns out to be wrong.
constexpr double modest_size = 1 << 18;

/// y = A·x + c for a row-major n×n matrix.
Values affine(int n, const Values& a, const Values& x, Values c) {
  if (n > 0)
    cblas_dgemv(CblasRowMajor, CblasNoTrans, n, n, 1.0, a.data(), n, x.data(), 1, 1.0, c.data(), 1);
  return c;
}

Values magnitudes(Values values) {
  for (double& value : values) value = std::fabs(value);
  return values;
}

/// The affine map of one sweep: x ← M·x + c.
struct Sweep {
  int n = 0;
  Values m;  // n×n, zero diagonal
  Values c;

  Values operator()(const Values& x) const { return affine(n, m, x, c); }

  /// x after `count` sweeps from 0.
  Values iterate(long long count) const {
    Values x(c.size(), 0.0);
    for (long long sweep = 0; sweep < count; ++sweep) x = (*this)(x);
    return x;
  }
};

/// The sweep of A·x = b; of Aᵀ·x = b if `columns`.
Sweep make_sweep(int n, const Values& a, const Values& b, bool columns = false) {
  const auto size = static_cast<std::size_t>(n);
  Sweep sweep{n, Values(a.size()), Values(b.size())};
  for (std::size_t i = 0; i < size; ++i) {
    const double diagonal = a[i * size + i];
    for (std::size_t j = 0; j < size; ++j) {
      sweep.m[i * size + j] =
          i == j ? 0 : -(columns ? a[j * size + i] : a[i * size + j]) / diagonal;
    }
    sweep.c[i] = b[i] / diagonal;
  }
  return sweep;
}

/// x after k sweeps from 0, by powers of the map: (M, c) applied twice is (M², M·c + c), and maps
/// that are powers of one map commute. log₂ k matrix products in place of k sweeps.
Values iterate_by_doubling(Sweep power, long long k) {
  Values x(power.c.size(), 0.0);
  for (;; k /= 2) {
    if (k % 2 == 1) x = power(x);
    if (k <= 1) return x;
    power.c = power(power.c);
    Values squared(power.m.size());
    multiply(CblasNoTrans, CblasNoTrans, power.n, power.n, power.n, power.m.data(), power.n,
             power.m.data(), power.n, squared.data(), power.n);
    power.m = std::move(squared);
  }
}

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

/// The inverse of I − M, or nothing if that is singular.
std::optional<Values> inverse_of_difference(const Sweep& sweep) {
  Values a(sweep.m.size());
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = -sweep.m[i];
  const auto size = static_cast<std::size_t>(sweep.n);
  for (std::size_t i = 0; i < size; ++i) a[i * size + i] = 1;
  std::vector<int> pivots(size);
  const int blocked = 64 * sweep.n;
  Values scratch(static_cast<std::size_t>(blocked));
  int info = 0;
  dgetrf_(&sweep.n, &sweep.n, a.data(), &sweep.n, pivots.data(), &info);
  if (info == 0) {
    dgetri_(&sweep.n, a.data(), &sweep.n, pivots.data(), scratch.data(), &blocked, &info);
  }
  if (info != 0) return std::nullopt;
  return a;
}

/// The iterate or the limit, and the possible error of a program in floating point.
class Solution {
 public:
  Solution(int n, long long k, const Values& a, const Values& b, Real real,
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

  const Values& x() const { return x_; }
  const Values& bound() const { return bound_; }
  const Sweep& sweep() const { return sweep_; }

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

/// k sweeps that use each new element of x immediately.
Values gauss_seidel(const Sweep& sweep, long long k) {
  Values x(sweep.c.size(), 0.0);
  for (long long s = 0; s < k; ++s) {
    for (int i = 0; i < sweep.n; ++i) {
      const auto row = static_cast<std::size_t>(i) * static_cast<std::size_t>(sweep.n);
      x[static_cast<std::size_t>(i)] = sweep.c[static_cast<std::size_t>(i)] +
                                       cblas_ddot(sweep.n, sweep.m.data() + row, 1, x.data(), 1);
    }
  }
  return x;
}

std::vector<Alternative> known_wrong_answers(int n, long long k, const Values& a, const Values& b,
                                             const Solution& right) {
  std::vector<Alternative> wrong;
  const auto add = [&wrong](std::string meaning, Values values) {
    const bool finite = std::all_of(values.begin(), values.end(),
                                    [](double value) { return std::isfinite(value); });
    if (finite) wrong.push_back({std::move(meaning), std::move(values)});
  };
  const Sweep& sweep = right.sweep();
  add("x after one sweep more than asked for", sweep(right.x()));
  if (k == 0) return wrong;
  add("x after one sweep fewer than asked for", sweep.iterate(k - 1));
  if (k > 2) add("x after one sweep only", sweep.c);
  add("x after twice as many sweeps as asked for", sweep.iterate(2 * k));
  if (n > 1 && k > 1) {
    add("Gauss–Seidel's iterate: new elements of x were used within the sweep",
        gauss_seidel(sweep, k));
    add("Jacobi's iterate for the transposed matrix: A[j * n + i] was read in place of A[i * n + "
        "j]",
        make_sweep(n, a, b, true).iterate(k));
  }
  if (k > 1) {
    Sweep with_diagonal = sweep;  // M − I
    for (std::size_t i = 0; i < sweep.c.size(); ++i) with_diagonal.m[i * sweep.c.size() + i] = -1;
    add("the sum includes the term j = i", with_diagonal.iterate(k));
  }
  add("b itself", b);
  return wrong;
}

class JacobiReference : public Reference {
 public:
  std::vector<std::string> input_kinds() const override {
    return {"recipe", "uniform", "alternating", "negative", "strong", "weak", "asymmetric"};
  }

  /// Reads N.txt (lab/linear_system.h).
  bool reads_files() const override { return true; }

  Problem generate(const Case& c, Real real, Random& random) const override {
    Problem problem;
    problem.integers = {c.sizes.begin(), c.sizes.end()};
    LinearSystem system;
    if (!c.data.empty()) {
      system = read_linear_system(c.data);
      problem.integers["n"] = static_cast<long long>(system.n);
      problem.integers.emplace("iterations", static_cast<long long>(system.iterations));
    } else {
      const long long n = problem.integer("n");
      if (n < 0 || n > std::numeric_limits<int>::max()) {
        throw GraderError("case '" + c.name + "': n = " + std::to_string(n) + " is not a size");
      }
      system = make(c, static_cast<int>(n), random);
    }
    if (problem.integer("iterations") < 0) {
      throw GraderError("case '" + c.name + "': iterations must not be negative");
    }
    const auto n = static_cast<std::size_t>(problem.integer("n"));
    check_values(c, real, n, system);
    problem.arrays = {{"A", Role::input, n, n, std::move(system.A)},
                      {"b", Role::input, n, 1, std::move(system.b)},
                      {"x", Role::output, n, 1, {}}};
    return problem;
  }

  Truth solve(const Problem& problem, const Task& task, Real real,
              const Tolerance& tolerance) const override {
    if (!task.judge.empty() && task.judge != "limit") {
      throw GraderError("the lab jacobi has no way to judge called '" + task.judge + "'",
                        "There is \"limit\"; without it x is compared with the k-th iterate.");
    }
    const bool limit = task.judge == "limit";
    const int n = static_cast<int>(problem.integer("n"));
    const long long k = problem.integer("iterations");
    const Values& a = problem.array("A").values;
    const Values& b = problem.array("b").values;
    const Solution solution(n, k, a, b, real, tolerance, limit);
    Expected expected;
    expected.array = "x";
    expected.rows = static_cast<std::size_t>(n);
    expected.cols = 1;
    expected.values = solution.x();
    expected.bound = solution.bound();
    if (!limit && n > 0 && static_cast<double>(k) * n * n <= modest_work) {
      expected.alternatives = [n, k, a, b, solution] {
        return known_wrong_answers(n, k, a, b, solution);
      };
      // Very few values are close to many iterates.
      if (k > 3 && n > 3 && static_cast<double>(n) * n <= modest_size)
        expected.closest_alternative =
            [k, sweep = std::make_shared<const Sweep>(solution.sweep())](const Values& found) {
              return stopped_early("x", k, found, Values(found.size(), 0.0), *sweep);
            };
    }
    Truth truth;
    truth.outputs.push_back(std::move(expected));
    return truth;
  }

  /// One pass over A: no result is possible without it. k sweeps would take 2·k·n² operations, but
  /// the k-th iterate can be computed with far fewer (see iterate_by_doubling), so they are no
  /// lower bound.
  Work work(const Problem& problem, Real real) const override {
    const auto n = static_cast<double>(problem.integer("n"));
    if (problem.integer("iterations") == 0)
      return {0, n * static_cast<double>(bytes_per_value(real))};
    return {2 * n * n, (n * n + 2 * n) * static_cast<double>(bytes_per_value(real))};
  }

  std::string remark(const Problem& problem, const std::vector<Array>& found) const override {
    const auto x = std::find_if(found.begin(), found.end(),
                                [](const Array& array) { return array.name == "x"; });
    const Values& b = problem.array("b").values;
    if (x == found.end() || x->values.size() != b.size() || b.empty()) return {};
    Values difference = b;
    for (double& value : difference) value = -value;
    difference = affine(static_cast<int>(b.size()), problem.array("A").values, x->values,
                        std::move(difference));
    double largest = 0;
    for (const double value : difference) {
      if (!std::isfinite(value)) return {};
      largest = std::max(largest, std::fabs(value));
    }
    return fmt::format("largest residual max |A·x − b| = {:.3g}", largest);
  }

 private:
  /// A file's values may be anything. The framework rounds them to `real` after this.
  static void check_values(const Case& c, Real real, std::size_t n, const LinearSystem& system) {
    const auto check = [&](double value, bool on_diagonal, auto&& place) {
      const double rounded = round_to(real, value);
      if (!std::isfinite(rounded)) {
        throw GraderError(fmt::format("case '{}': {} = {:g} is beyond the range of {}", c.name,
                                      place(), value, name(real)),
                          "Use smaller numbers, or --real double.");
      }
      if (on_diagonal && rounded == 0) {
        throw GraderError(
            fmt::format("case '{}': {} = {:g}{}: Jacobi's iteration divides by it", c.name, place(),
                        value, value == 0 ? "" : fmt::format(" is 0 in {}", name(real))),
            "Use a system without zeros on the diagonal; exchanging rows may help.");
      }
    };
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        check(system.A[i * n + j], i == j, [&] { return fmt::format("A[{}][{}]", i, j); });
      }
      check(system.b[i], false, [&] { return fmt::format("b[{}]", i); });
    }
  }

  static LinearSystem make(const Case& c, int n, Random& random) {
    if (c.input == "recipe" && n > 0) return make_linear_system(n, 1, random.bits());
    LinearSystem system;
    const auto size = static_cast<std::size_t>(n);
    system.A.resize(size * size);
    system.b.resize(size);
    for (double& value : system.b) value = random.uniform(-1, 1);
    for (std::size_t i = 0; i < size; ++i) {
      double* row = system.A.data() + i * size;
      double sum = 0;
      for (std::size_t j = 0; j < size; ++j) {
        if (j == i) continue;
        row[j] = off_diagonal(c, i, j, random);
        sum += std::fabs(row[j]);
      }
      row[i] = diagonal(c, sum, random);
    }
    return system;
  }

  static double off_diagonal(const Case& c, std::size_t i, std::size_t j, Random& random) {
    if (c.input == "uniform" || c.input == "strong" || c.input == "weak") {
      return random.uniform(-1, 1);
    }
    if (c.input == "alternating") return (i + j) % 2 == 0 ? random.uniform() : -random.uniform();
    if (c.input == "negative") return random.uniform();
    if (c.input == "asymmetric") {
      // Large right of the diagonal, small and of the other sign left of it: exchanged rows and
      // columns, or exchanged triangles, change every result.
      return j > i ? random.uniform(0.5, 1) : random.uniform(-0.1, 0);
    }
    if (c.input == "recipe") return 0;
    throw GraderError("case '" + c.name + "': the lab jacobi has no input kind '" + c.input + "'");
  }

  /// `sum`: of the magnitudes of the row's other elements. "negative": the diagonal is, and with
  /// the positive rest M is positive, so that rounding errors add up instead of cancelling.
  static double diagonal(const Case& c, double sum, Random& random) {
    if (sum == 0) return random.uniform(1, 2);
    if (c.input == "strong") return sum * random.uniform(10, 20);
    if (c.input == "weak") return sum * random.uniform(1.001, 1.01);
    const double dominant = sum * random.uniform(1.05, 1.5);
    return c.input == "negative" ? -dominant : dominant;
  }
};

WARPGRADE_REFERENCE("jacobi", JacobiReference);

}  // namespace
}  // namespace warpgrade
