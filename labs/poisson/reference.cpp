// Inputs, truth and work count of the lab "poisson": −Δu = f on a cube by Jacobi's iteration.
//
// A case's sizes are N, `iterations` or `max_iterations`, and for the functions that stop by their
// norm perhaps
//   stop_after   the sweep after which they are to stop: the tolerance is put between the norms of
//                that sweep and of the one before. 0: the tolerance is −1, which never stops.
// Without it the tolerance is 1 for the input "room", as in the course that this problem comes
// from, and −1 for the others.
#include "lab/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "base/fault.h"
#include "grid.h"
#include "input.h"
#include "spectrum.h"
#include "wrong_answers.h"

namespace warpgrade::poisson {
namespace {

/// Point updates up to which the truth is computed by sweeps even if the transform is cheaper (a
/// tenth of a second): sweeping is simpler.
constexpr double direct_work = 1e7;

/// Point updates of all sweeps up to which the known wrong answers are computed.
constexpr double modest_work = 1e6;

/// The longest chain of roundings in (six neighbors + δ²·f)/6, in any order: δ²·f, six additions,
/// and two for the division when it is a product by a rounded 1/6.
constexpr double roundings = 9;

double largest(const Values& values) {
  double result = 0;
  for (const double value : values) result = std::max(result, std::fabs(value));
  return result;
}

Grid make_grid(const Problem& problem) {
  return {static_cast<std::size_t>(problem.integer("N")), problem.real("delta2"),
          problem.array("f").values};
}

/// The iterates of a start and the change of each sweep: sweep by sweep, or by transform.
class Iterates {
 public:
  Iterates(const Grid& grid, const Values& start, long long most)
      : grid_(grid), start_(start), now_(start), next_(start) {
    const double points = static_cast<double>(grid.points()), k = static_cast<double>(most);
    // Two transforms take as long as about n/2 sweeps.
    if (k > static_cast<double>(grid.inner()) / 2 && k * points > direct_work) {
      spectrum_.emplace(grid, start);
    }
  }

  bool swept() const { return !spectrum_; }

  /// u after `count` sweeps. `count` must not decrease from call to call.
  const Values& u(long long count) {
    if (spectrum_) {
      if (count != done_) now_ = spectrum_->iterate(count);
      done_ = count;
    }
    while (done_ < count) step();
    return now_;
  }

  /// The sum of squares of the changes in sweep `number`.
  double change(long long number) {
    if (spectrum_) return spectrum_->change(number);
    while (static_cast<long long>(changes_.size()) < number) step();
    return changes_[static_cast<std::size_t>(number - 1)];
  }

 private:
  void step() {
    sweep(grid_, now_, next_);
    changes_.push_back(poisson::change(grid_, now_, next_));
    now_.swap(next_);
    ++done_;
  }

  const Grid& grid_;
  const Values& start_;
  Values now_, next_;
  long long done_ = 0;
  std::vector<double> changes_;
  std::optional<Spectrum> spectrum_;
};

/// The number of sweeps when a program stops: by exact arithmetic, and minimum and maximum with
/// rounding errors.
struct Stop {
  long long low, exact, high;
};

/// The first sweep from 1 to `most` for which `holds`, which then holds for all later ones; or
/// `most` + 1. Tests only a few, starting at `near`.
template <class Holds>
long long first_that(long long most, long long near, const Holds& holds) {
  long long low = 0, high = most + 1;  // does not hold, holds
  near = std::clamp(near, 1LL, most);
  if (holds(near)) {
    high = near;
    for (long long step = 1; high - step > low; step *= 2) {
      if (!holds(high - step)) {
        low = high - step;
        break;
      }
      high -= step;
    }
  } else {
    low = near;
    for (long long step = 1; low + step < high; step *= 2) {
      if (holds(low + step)) {
        high = low + step;
        break;
      }
      low += step;
    }
  }
  while (high - low > 1) {
    const long long middle = low + (high - low) / 2;
    (holds(middle) ? high : low) = middle;
  }
  return high;
}

/// A program computes the root of the norm to within ρ, a sweep's rounding errors at all points as
/// if they were independent (those of the sweeps before cancel in the difference), and then adds up
/// N³ squares, which by the same statistics is right to √(N³) roundings (Higham & Mary, SIAM J.
/// Sci. Comput. 41, 2019). In float the contract allows one sweep more on either side.
Stop find_stop(const Grid& grid, const Values& start, Iterates& iterates, long long most,
               double tolerance, Real real, double gamma) {
  if (most == 0 || tolerance < 0) return {most, most, most};
  const double root_of_points = std::sqrt(static_cast<double>(grid.points()));
  const double size = largest(start) + std::fabs(grid.delta2) * largest(grid.f) / 6;
  const double rho = root_of_points * gamma * size;
  const double eta = 4 * root_of_points * unit_roundoff(real);
  const auto first = [&](double sign, long long near) {
    return first_that(most, near, [&](long long s) {
      const double root = std::max(0.0, std::sqrt(iterates.change(s)) + sign * rho);
      return root * root * (1 + sign * eta) <= tolerance;
    });
  };
  const long long exact = first(0, 1);
  Stop stop{first(-1, exact), exact, first(1, exact)};
  if (grid.inner() == 0) stop.low = stop.high = stop.exact;  // nothing is rounded
  if (real == Real::f32 && grid.inner() > 0) {
    if (stop.low > 1 && stop.low <= most) --stop.low;
    ++stop.high;
  }
  return {std::min(stop.low, most), std::min(stop.exact, most), std::min(stop.high, most)};
}

/// The error bound after k sweeps when they were not made one by one: γ·m·Σ G^s·1 over s < k, with
/// m the largest local magnitude. The sum is at most k; and it is at most the solution of
/// (I − G)·w = 1 with w = 0 on the walls. That lies below 3·i·(N − 1 − i), for which (I − G) gives
/// 1 as well and which is ≥ 0 on the walls, and below the same of j and k: the discrete maximum
/// principle (I − G is an M-matrix; Varga, Matrix Iterative Analysis, chapter 3).
Values bound_at_once(const Grid& grid, const Values& start, long long count, double gamma) {
  const auto across = [&](std::size_t i) {
    return 3 * static_cast<double>(i) * static_cast<double>(grid.N - 1 - i);
  };
  const auto k = static_cast<double>(count);
  const double source = std::fabs(grid.delta2) * largest(grid.f) / 6;
  const double magnitude = largest(start) + source * (1 + std::min(k, across(grid.N / 2)));
  Values bound(grid.points(), 0.0);
  for_each_inner(grid, [&](std::size_t i, std::size_t at) {
    const std::size_t j = at / grid.N % grid.N, x = at % grid.N;
    bound[at] = gamma * magnitude * std::min({k, across(i), across(j), across(x)});
  });
  return bound;
}

class PoissonReference : public Reference {
 public:
  std::vector<std::string> input_kinds() const override {
    return {"room", "manufactured", "random", "graded", "integers", "asymmetric"};
  }

  Problem generate(const Case& c, Real real, Random& random) const override {
    Problem problem;
    problem.integers = {c.sizes.begin(), c.sizes.end()};
    if (!c.data.empty()) throw GraderError("the lab poisson has no data files: " + c.data.string());
    const long long size = problem.integer("N");
    if (size < 0 || size > 1 << 12) {
      throw GraderError(fmt::format("case '{}': N = {} is not a size", c.name, size));
    }
    for (const auto& [name, value] : c.sizes) {
      if (value < 0 || value > std::numeric_limits<int>::max()) {
        throw GraderError(fmt::format("case '{}': {} = {} is not possible", c.name, name, value));
      }
    }
    const auto N = static_cast<std::size_t>(size);
    Input input(c, N, random);
    const double delta2 = input.delta() * input.delta();
    problem.reals["delta2"] = delta2;
    if (c.input == "manufactured") problem.reals["amplitude"] = input.amplitude();
    Array f{"f", Role::input, N * N, N, {}, 0, N};
    f.values.reserve(f.size());
    Array u{"u", Role::inout, N * N, N, {}, 0, N};
    u.values.reserve(u.size());
    for (std::size_t i = 0; i < N; ++i) {
      for (std::size_t j = 0; j < N; ++j) {
        for (std::size_t k = 0; k < N; ++k) {
          const Point point = input.point(i, j, k);
          u.values.push_back(point.u);
          f.values.push_back(delta2 > 0 ? point.source / delta2 : 0);
        }
      }
    }
    Array u_old = u;
    u_old.name = "u_old";
    problem.arrays = {std::move(f), std::move(u), std::move(u_old)};
    round_values(problem, real);
    problem.reals["tolerance"] = choose_tolerance(c, problem);
    return problem;
  }

  Truth solve(const Problem& problem, const Task& task, Real real,
              const Tolerance& tolerance) const override {
    const Grid grid = make_grid(problem);
    const Values& start = problem.array("u").values;
    const bool stops = stops_by_norm(task);
    const long long most = problem.integer(stops ? "max_iterations" : "iterations");
    const double gamma = tolerance.gamma(roundings, unit_roundoff(real));
    // The truth is computed in double and has errors, too.
    const double both = gamma * (1 + unit_roundoff(Real::f64) / unit_roundoff(real));

    Iterates iterates(grid, start, most);
    Stop stop{most, most, most};
    if (stops)
      stop = find_stop(grid, start, iterates, most, problem.real("tolerance"), real, gamma);

    Truth truth;
    if (stops) truth.returns = {stop.low, stop.high};
    const bool swept = iterates.swept();
    Iterates again(grid, start, swept ? stop.high : 0);
    Expected expected = after(stop.exact, grid, start, swept ? again : iterates, both);
    truth.usual_return = stop.exact;
    if (stop.low < stop.high)
      truth.outputs_for = [problem, both, most = swept ? 0 : most](long long sweeps) {
        const Grid same = make_grid(problem);
        const Values& from = problem.array("u").values;
        Iterates source(same, from, most);
        return std::vector{after(sweeps, same, from, source, both)};
      };
    if (grid.inner() > 0 &&
        static_cast<double>(stop.exact) * static_cast<double>(grid.points()) <= modest_work) {
      expected.alternatives = [k = stop.exact, entry = task.entry, start, N = grid.N,
                               delta2 = grid.delta2, f = grid.f] {
        return known_wrong_answers({N, delta2, f}, start, k, entry);
      };
      if (stop.exact > 3)
        expected.closest_alternative = [k = stop.exact, N = grid.N, delta2 = grid.delta2,
                                        f = std::make_shared<const Values>(grid.f),
                                        start](const Values& found) {
          return stopped_early("the iterate", k, found, start, [&](const Values& u) {
            return iterate({N, delta2, *f}, u, 1);
          });
        };
    }
    truth.outputs.push_back(std::move(expected));
    return truth;
  }

  /// u and f must be read and u be written, once. The operations are those of fast sine transforms
  /// (two along each of three axes, 2.5·log₂ N per point and axis), which give any iterate.
  Work work(const Problem& problem, Real real) const override {
    const Grid grid = make_grid(problem);
    const auto points = static_cast<double>(grid.inner() * grid.inner() * grid.inner());
    const double sweeps = static_cast<double>(
        std::max(count_sweeps(problem, "iterations"), count_sweeps(problem, "max_iterations")));
    if (sweeps == 0 || points == 0) return {};
    const double transforms = 15 * std::log2(static_cast<double>(grid.N));
    return {points * std::min(8 * sweeps, std::max(8.0, transforms)),
            points * 3 * static_cast<double>(bytes_per_value(real))};
  }

  std::string remark(const Problem& problem, const std::vector<Array>& found,
                     bool right) const override {
    if (!right) return {};
    const auto u = std::find_if(found.begin(), found.end(),
                                [](const Array& array) { return array.name == "u"; });
    const Grid grid = make_grid(problem);
    if (u == found.end() || u->values.size() != grid.points() || grid.inner() == 0) return {};
    const Values& values = u->values;
    if (!std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); })) {
      return {};
    }
    Values next = values;
    sweep(grid, values, next);
    for (std::size_t at = 0; at < next.size(); ++at) next[at] -= values[at];
    std::string text = fmt::format("another sweep would change u by {:.3g} at most", largest(next));
    const auto amplitude = problem.reals.find("amplitude");
    if (amplitude == problem.reals.end()) return text;
    const Manufactured solution(std::sqrt(grid.delta2), grid.N);
    const auto distance = [&](double sines) {
      double most = 0;
      for (std::size_t i = 0; i < grid.N; ++i)
        for (std::size_t j = 0; j < grid.N; ++j)
          for (std::size_t k = 0; k < grid.N; ++k)
            most = std::max(most,
                            std::fabs(values[grid.at(i, j, k)] - solution.value(i, j, k, sines)));
      return most;
    };
    return text + fmt::format(
                      "; u is {:.3g} away from the solution of the grid's equations and {:.3g} "
                      "from that of the differential equation",
                      distance(amplitude->second * on_the_grid(std::sqrt(grid.delta2))),
                      distance(amplitude->second));
  }

 private:
  static bool stops_by_norm(const Task& task) {
    const auto& parameters = task.signature.parameters;
    return std::any_of(parameters.begin(), parameters.end(),
                       [](const Parameter& each) { return each.name == "tolerance"; });
  }

  static long long count_sweeps(const Problem& problem, const std::string& name) {
    const auto found = problem.integers.find(name);
    return found == problem.integers.end() ? 0 : found->second;
  }

  static double choose_tolerance(const Case& c, const Problem& problem) {
    const auto found = c.sizes.find("stop_after");
    if (found == c.sizes.end()) return c.input == "room" ? 1 : -1;
    const long long sweep = found->second;
    if (sweep == 0) return -1;
    const Grid grid = make_grid(problem);
    Iterates iterates(grid, problem.array("u").values, sweep);
    const double last = iterates.change(sweep);
    // Every sweep changes less than the one before, by a ratio that exceeds rounding errors.
    const double before = sweep > 1 ? iterates.change(sweep - 1) : 2 * last + 1;
    return std::sqrt(last * before);
  }

  /// u after that many sweeps, which `source` computes.
  static Expected after(long long sweeps, const Grid& grid, const Values& start, Iterates& source,
                        double gamma) {
    Expected expected;
    expected.array = "u";
    expected.rows = grid.N * grid.N;
    expected.cols = grid.N;
    expected.depth = grid.N;
    expected.values = source.u(sweeps);
    expected.bound = bound(grid, start, sweeps, gamma, source.swept());
    return expected;
  }

  static Values bound(const Grid& grid, const Values& start, long long count, double gamma,
                      bool swept) {
    if (!swept) return bound_at_once(grid, start, count, gamma);
    ErrorBound error(grid, gamma);
    Values now = start, next = start;
    for (long long s = 0; s < count; ++s) {
      error.sweep(now);
      sweep(grid, now, next);
      now.swap(next);
    }
    return error.values();
  }
};

WARPGRADE_REFERENCE("poisson", PoissonReference);

}  // namespace
}  // namespace warpgrade::poisson
