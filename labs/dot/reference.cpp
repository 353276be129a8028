// Inputs, truth and work count of the lab "dot": r = Σ t_i over n terms t_i = A[i]·B[i].
//
// The bound. Each addition may be wrong by u times the partial sum that it makes. No partial sum,
// in any order, exceeds Σ|t_i|, so that
//   worst case:   |r − r̂| ≤ γ_n · Σ|t_i|
// (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., (3.5)). For a million terms
// that lets zeros pass. The statistical model has √n in place of n, since rounding errors are as
// often positive as negative; and where the signs of the terms are mixed, partial sums stay small,
// too: that of k terms drawn at random has the mean r·k/n and a deviation of at most ‖t‖₂/2. Our
// inputs are in random order, so that every order is:
//   statistical:  |r − r̂| ≤ c·√n·u · min(Σ|t_i|, |r| + 3·‖t‖₂)
// (Higham and Mary, Sharper Probabilistic Backward Error Analysis for Basic Linear Algebra Kernels
// with Random Data, SIAM J. Sci. Comput. 42 (2020)). Without signs the minimum is Σ|t_i|.
// Where all terms are integers and Σ|t_i| ≤ 1/u, no addition rounds, and the bound is 0.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "base/fault.h"
#include "base/parallel_for.h"
#include "lab/reference.h"

namespace warpgrade {
namespace {

using Values = std::vector<double>;

/// The largest number of terms for which the known wrong answers are computed: takes a fraction of
/// a second.
constexpr std::size_t modest_size = 1 << 22;

/// Terms per work item of a core.
constexpr std::size_t chunk = 1 << 20;

/// Blocks that tasks 1 to 3 launch in the solution: dot_blocks of the contract.
constexpr std::size_t blocks = 240;

/// A sum and its rounding error.
struct Sum {
  double value = 0;
  double error = 0;

  void add(double term) {  // TwoSum, Knuth: value + term = next + what is added to error, exactly
    const double next = value + term;
    const double part = next - value;
    error += (value - (next - part)) + (term - part);
    value = next;
  }
};

/// Σ a[i]·b[i] as if computed in twice the precision of double and rounded at the end: algorithm
/// Dot2 of Ogita, Rump and Oishi, Accurate Sum and Dot Product, SIAM J. Sci. Comput. 26 (2005).
double accurate_dot(const Values& a, const Values& b) {
  std::vector<Sum> parts((a.size() + chunk - 1) / chunk);
  parallel_for(parts.size(), 0, [&](std::size_t c) {
    Sum sum;
    for (std::size_t i = c * chunk, end = std::min(a.size(), i + chunk); i < end; ++i) {
      const double product = a[i] * b[i];
      sum.add(product);
      sum.error += std::fma(a[i], b[i], -product);
    }
    parts[c] = sum;
  });
  Sum total;
  for (const Sum& part : parts) {
    total.add(part.value);
    total.error += part.error;
  }
  return total.value + total.error;
}

/// The magnitude of the terms, to a few digits.
struct Magnitude {
  double sum = 0;      // Σ|t_i|
  double squares = 0;  // Σ t_i²
  bool integers = true;
};

Magnitude magnitude(const Values& a, const Values& b) {
  std::vector<Magnitude> parts((a.size() + chunk - 1) / chunk);
  parallel_for(parts.size(), 0, [&](std::size_t c) {
    Magnitude part;
    for (std::size_t i = c * chunk, end = std::min(a.size(), i + chunk); i < end; ++i) {
      const double term = a[i] * b[i];
      part.sum += std::fabs(term);
      part.squares += term * term;
      part.integers = part.integers && term == std::nearbyint(term);
    }
    parts[c] = part;
  });
  Magnitude total;
  for (const Magnitude& part : parts) {
    total.sum += part.sum;
    total.squares += part.squares;
    total.integers = total.integers && part.integers;
  }
  return total;
}

/// The threads whose numbers reach thread 0 in a tree that adds [t + k] to [t] for k = size/2,
/// size/4, …, 1. All of them only where `size` is a power of two.
std::vector<bool> reached_by_tree(std::size_t size) {
  std::vector<std::vector<bool>> reaches(size, std::vector<bool>(size));
  for (std::size_t t = 0; t < size; ++t) reaches[t][t] = true;
  for (std::size_t k = size / 2; k > 0; k /= 2) {
    for (std::size_t t = 0; t < k; ++t) {
      for (std::size_t i = 0; i < size; ++i) {
        if (reaches[t + k][i]) reaches[t][i] = true;
      }
    }
  }
  return reaches[0];
}

class WrongAnswers {
 public:
  WrongAnswers(const Values& a, const Values& b, double truth, double bound)
      : a_(a), b_(b), truth_(truth), bound_(bound) {}

  void add(Alternative wrong) {
    if (std::fabs(wrong.values.front() - truth_) > bound_) found_.push_back(std::move(wrong));
  }

  void add(std::string meaning, double value) { add({std::move(meaning), {value}}); }

  /// The sum of the terms for which `takes` is true.
  double sum_chosen_terms(auto&& takes) const {
    Sum sum;
    for (std::size_t i = 0; i < a_.size(); ++i) {
      if (takes(i)) sum.add(a_[i] * b_[i]);
    }
    return sum.value + sum.error;
  }

  void add_terms(std::string meaning, auto&& takes) {
    add(std::move(meaning), sum_chosen_terms(takes));
  }

  std::vector<Alternative> take() { return std::move(found_); }

 private:
  const Values& a_;
  const Values& b_;
  double truth_;
  double bound_;
  std::vector<Alternative> found_;
};

/// `block_size`: 0 if the task has none.
std::vector<Alternative> known_wrong_answers(const Values& a, const Values& b,
                                             std::size_t block_size, double truth, double bound) {
  const std::size_t n = a.size();
  WrongAnswers wrong(a, b, truth, bound);
  if (block_size > 0) {
    // The thread's number in its block.
    const auto number = [block_size](std::size_t i) { return i % block_size; };
    if (const std::size_t grid = blocks * block_size; n > grid) {
      wrong.add({"the sum of the first " + std::to_string(grid) +
                     " terms, one for each thread: without the loop by the stride of the grid",
                 {wrong.sum_chosen_terms([grid](std::size_t i) { return i < grid; })},
                 "one term a thread"});
    }
    const std::vector<bool> reached = reached_by_tree(block_size);
    wrong.add(
        {"the sum without the terms that a tree loses by halving " + std::to_string(block_size) +
             " threads again and again: " + std::to_string(block_size) + " is not a power of two",
         {wrong.sum_chosen_terms([&](std::size_t i) { return reached[number(i)]; })},
         "tree over no power of two"});
    wrong.add_terms(
        "the sum of what the first warp of each block has: those of the other warps are "
        "not added",
        [&](std::size_t i) { return number(i) < 32; });
    wrong.add_terms("the sum of what thread 0 of each block has",
                    [&](std::size_t i) { return number(i) == 0; });
    wrong.add_terms("the sum of what lane 0 of each warp has",
                    [](std::size_t i) { return i % 32 == 0; });
  }
  wrong.add_terms("the sum without its last term, i = n − 1",
                  [n](std::size_t i) { return i + 1 < n; });
  wrong.add_terms("the sum without its first term, i = 0", [](std::size_t i) { return i > 0; });
  for (const std::size_t part : {2, 4, 8, 16, 32, 64, 128, 256, 512, 1024}) {
    const std::size_t whole = n - n % part;
    if (whole == n) continue;
    wrong.add(rounded_down("the sum without its", "n", std::to_string(part), n - whole,
                           {wrong.sum_chosen_terms([whole](std::size_t i) { return i < whole; })}));
  }
  const Values ones(n, 1.0);
  wrong.add("the sum of A: B is not used", accurate_dot(a, ones));
  wrong.add("the sum of B: A is not used", accurate_dot(b, ones));
  wrong.add("A·A: B is not used", accurate_dot(a, a));
  wrong.add("B·B: A is not used", accurate_dot(b, b));
  wrong.add("the sum of the magnitudes |A[i]·B[i]|", magnitude(a, b).sum);
  wrong.add("the dot product divided by n", truth / static_cast<double>(n));
  wrong.add("the root of the dot product", std::sqrt(truth));
  return wrong.take();
}

class DotReference : public Reference {
 public:
  std::vector<std::string> input_kinds() const override {
    return {"uniform", "positive", "integers", "graded", "cancelling", "unit"};
  }

  Problem generate(const Case& c, Real /*real*/, Random& random) const override {
    if (!c.data.empty()) throw GraderError("the lab dot has no data files: " + c.data.string());
    Problem problem;
    problem.integers = {c.sizes.begin(), c.sizes.end()};
    const long long n = problem.integer("n");
    if (n < 0 || n > std::numeric_limits<int>::max()) {
      throw GraderError("case '" + c.name + "': n = " + std::to_string(n) + " is not a size");
    }
    const auto size = static_cast<std::size_t>(n);
    Values a(size), b(size);
    fill(c, a, b, random);
    problem.arrays = {{"A", Role::input, size, 1, std::move(a)},
                      {"B", Role::input, size, 1, std::move(b)},
                      {"result", Role::output, 1, 1, {}}};
    return problem;
  }

  Truth solve(const Problem& problem, const Task& /*task*/, Real real,
              const Tolerance& tolerance) const override {
    const Values& a = problem.array("A").values;
    const Values& b = problem.array("B").values;
    const auto n = static_cast<double>(a.size());
    const double truth = accurate_dot(a, b);
    const Magnitude terms = magnitude(a, b);
    double largest = terms.sum;  // partial sum
    if (tolerance.model == Tolerance::Model::statistical) {
      largest = std::min(largest, std::fabs(truth) + 3 * std::sqrt(terms.squares));
    }
    // Each of the n products may also lose what lies below the smallest normal number.
    const double underflow = n * (real == Real::f32 ? double{std::numeric_limits<float>::min()}
                                                    : std::numeric_limits<double>::min());
    const double u = unit_roundoff(real);
    const bool exact = terms.integers && terms.sum <= 1 / u;
    Expected expected;
    expected.array = "result";
    expected.rows = expected.cols = 1;
    expected.values = {truth};  // more accurate than double, so it adds nothing to the bound
    expected.bound = {exact ? 0 : tolerance.gamma(n, u) * largest + underflow};
    if (a.size() > 1 && a.size() <= modest_size) {
      const auto block = problem.integers.find("block_size");
      expected.alternatives = [a, b, truth, bound = expected.bound[0],
                               threads = block == problem.integers.end()
                                             ? 0
                                             : static_cast<std::size_t>(block->second)] {
        return known_wrong_answers(a, b, threads, truth, bound);
      };
    }
    return {{std::move(expected)}, {}};
  }

  /// A multiplication and an addition per term; each vector is read once.
  Work work(const Problem& problem, Real real) const override {
    const auto n = static_cast<double>(problem.integer("n"));
    return {2 * n, (2 * n + 1) * static_cast<double>(bytes_per_value(real))};
  }

 private:
  static void fill(const Case& c, Values& a, Values& b, Random& random) {
    const auto each = [&](auto&& value) {
      for (double& x : a) x = value();
      for (double& x : b) x = value();
    };
    if (c.input == "uniform") {
      each([&] { return random.uniform(-0.5, 0.5); });
    } else if (c.input == "positive") {
      // Nothing cancels: the relative error is the bound itself.
      each([&] { return random.uniform(0.1, 1); });
    } else if (c.input == "integers") {
      // No partial sum needs rounding in float while n < 2^24 / 16, so that order does not matter.
      each([&] { return static_cast<double>(random.integer(1, 4)); });
    } else if (c.input == "graded") {
      // A and B differ by up to 2^48 in magnitude, their products little, so a wrong term A[i]·B[j]
      // with j ≠ i shows.
      for (std::size_t i = 0; i < a.size(); ++i) {
        const int exponent = static_cast<int>(random.integer(-24, 24));
        a[i] = std::ldexp(random.uniform(-1, 1), exponent);
        b[i] = std::ldexp(random.uniform(-1, 1), -exponent);
      }
    } else if (c.input == "cancelling") {
      fill_cancelling(a, b, random);
    } else if (c.input == "unit") {
      // The result is one element of A, at a random place.
      for (double& x : a) x = random.uniform(1, 2) * (random.bits() % 2 == 0 ? 1 : -1);
      std::fill(b.begin(), b.end(), 0.0);
      if (!b.empty()) {
        b[static_cast<std::size_t>(random.integer(0, static_cast<std::int64_t>(b.size()) - 1))] = 1;
      }
    } else {
      throw GraderError("case '" + c.name + "': the lab dot has no input kind '" + c.input + "'");
    }
  }

  /// Ill-conditioned: Σ|A[i]·B[i]| is a thousand times |Σ A[i]·B[i]|. Pairs of terms, far apart,
  /// cancel exactly; what is left is one small term for each pair.
  static void fill_cancelling(Values& a, Values& b, Random& random) {
    const std::size_t n = a.size();
    std::vector<std::size_t> place(n);
    std::iota(place.begin(), place.end(), std::size_t{0});
    for (std::size_t i = n; i > 1; --i) {
      std::swap(
          place[i - 1],
          place[static_cast<std::size_t>(random.integer(0, static_cast<std::int64_t>(i) - 1))]);
    }
    const std::size_t triples = n / 3;
    for (std::size_t t = 0; t < triples; ++t) {
      const std::size_t i = place[3 * t], j = place[3 * t + 1], small = place[3 * t + 2];
      a[i] = a[j] = random.uniform(0.5, 1);
      b[i] = random.uniform(0.5, 1);
      b[j] = -b[i];
      a[small] = random.uniform(0.5, 1);
      b[small] = random.uniform(0.5, 1) / 512;
    }
    for (std::size_t rest = 3 * triples; rest < n; ++rest) {
      a[place[rest]] = random.uniform(0.5, 1) / 512;
      b[place[rest]] = random.uniform(0.5, 1);
    }
  }
};

WARPGRADE_REFERENCE("dot", DotReference);

}  // namespace
}  // namespace warpgrade
