// Inputs, truth and work count of the lab "jacobi": k sweeps of Jacobi's iteration for A·x = b from
// x = 0, with A n×n and b and x vectors of n.
#include "lab/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "base/blas.h"
#include "base/fault.h"
#include "lab/linear_system.h"
#include "solution.h"

namespace warpgrade::jacobi {
namespace {

/// Multiply-adds of k sweeps up to which the known wrong answers are computed.
constexpr double modest_work = 3e7;

/// The largest matrix, in elements, that is kept until an answer turns out to be wrong.
constexpr double modest_size = 1 << 18;

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
  const Sweep& sweep = right.sweep;
  add("x after one sweep more than asked for", sweep(right.x));
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
    const Solution solution = jacobi::solve(n, k, a, b, real, tolerance, limit);
    Expected expected;
    expected.array = "x";
    expected.rows = static_cast<std::size_t>(n);
    expected.cols = 1;
    expected.values = solution.x;
    expected.bound = solution.bound;
    if (!limit && n > 0 && static_cast<double>(k) * n * n <= modest_work) {
      expected.alternatives = [n, k, a, b, solution] {
        return known_wrong_answers(n, k, a, b, solution);
      };
      // Very few values are close to many iterates.
      if (k > 3 && n > 3 && static_cast<double>(n) * n <= modest_size)
        expected.closest_alternative =
            [k, sweep = std::make_shared<const Sweep>(solution.sweep)](const Values& found) {
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

  std::string remark(const Problem& problem, const std::vector<Array>& found,
                     bool right) const override {
    if (!right) return {};
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
}  // namespace warpgrade::jacobi
