// Inputs, truth and work count of the lab "matmul": C = A·B with A m×k, B k×n, C m×n.

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/blas.h"
#include "base/fault.h"
#include "lab/graded_values.h"
#include "lab/reference.h"

namespace warpgrade {
namespace {

using Values = std::vector<double>;

/// Largest m·n·k for which the known wrong answers are computed: they serve the diagnosis of a
/// wrong result, and a case of this size shows every index slip.
constexpr double modest_work = 4e6;

struct Shape {
  int m, n, k;
  std::size_t size_a() const { return static_cast<std::size_t>(m) * static_cast<std::size_t>(k); }
  std::size_t size_b() const { return static_cast<std::size_t>(k) * static_cast<std::size_t>(n); }
  std::size_t size_c() const { return static_cast<std::size_t>(m) * static_cast<std::size_t>(n); }
};

Shape read_shape(const Problem& problem) {
  return {static_cast<int>(problem.integer("m")), static_cast<int>(problem.integer("n")),
          static_cast<int>(problem.integer("k"))};
}

/// C = A·B with only `terms` of the k products of each sum, beginning with number `first`.
Values product(Shape s, const Values& a, const Values& b, int first, int terms) {
  Values c(s.size_c(), 0.0);
  if (c.empty() || terms <= 0) return c;
  multiply(CblasNoTrans, CblasNoTrans, s.m, s.n, terms, a.data() + first, s.k,
           b.data() + static_cast<std::size_t>(first) * static_cast<std::size_t>(s.n), s.n,
           c.data(), s.n);
  return c;
}

/// The product if an operand's array is indexed as if it held the transposed matrix: A[p·m + i] for
/// A[i·k + p], or B[j·k + p] for B[p·n + j]. Possible for every shape, since the array's size is
/// the same.
Values product_misread(Shape s, const Values& a, const Values& b, bool misread_a, bool misread_b) {
  Values c(s.size_c(), 0.0);
  if (c.empty() || s.k == 0) return c;
  multiply(misread_a ? CblasTrans : CblasNoTrans, misread_b ? CblasTrans : CblasNoTrans, s.m, s.n,
           s.k, a.data(), misread_a ? s.m : s.k, b.data(), misread_b ? s.k : s.n, c.data(), s.n);
  return c;
}

std::vector<Alternative> known_wrong_answers(Shape s, const Values& a, const Values& b,
                                             const Values& c) {
  std::vector<Alternative> wrong;
  const auto add = [&wrong](std::string meaning, Values values) {
    wrong.push_back({std::move(meaning), std::move(values)});
  };
  if (s.m > 1 && s.n > 1) {
    Values transposed(c.size());
    for (std::size_t i = 0, m = static_cast<std::size_t>(s.m), n = static_cast<std::size_t>(s.n);
         i < m; ++i) {
      for (std::size_t j = 0; j < n; ++j) transposed[j * m + i] = c[i * n + j];
    }
    add("the transposed product: C[j * m + i] was set in place of C[i * n + j]",
        std::move(transposed));
  }
  if (s.k > 1) {
    if (s.n > 1) {
      add("A·Bᵀ: B[j * k + p] was read in place of B[p * n + j]",
          product_misread(s, a, b, false, true));
    }
    if (s.m > 1) {
      add("Aᵀ·B: A[p * m + i] was read in place of A[i * k + p]",
          product_misread(s, a, b, true, false));
    }
    add("the sums without their last term, p = k − 1", product(s, a, b, 0, s.k - 1));
    add("the sums without their first term, p = 0", product(s, a, b, 1, s.k - 1));
  }
  for (const int tile : {8, 16, 32, 64, 128}) {
    const int whole = s.k - s.k % tile;
    if (whole > 0 && whole < s.k)
      wrong.push_back(rounded_down("the sums without their", "k", std::to_string(tile),
                                   static_cast<std::size_t>(s.k - whole),
                                   product(s, a, b, 0, whole)));
  }
  if (s.m == s.n && s.n == s.k && s.m > 1) {
    add("B·A: the operands are swapped", product(s, b, a, 0, s.k));
    Values entrywise(c.size());
    for (std::size_t i = 0; i < c.size(); ++i) entrywise[i] = a[i] * b[i];
    add("the product of A and B element by element", std::move(entrywise));
  }
  return wrong;
}

class MatmulReference : public Reference {
 public:
  std::vector<std::string> input_kinds() const override {
    return {"uniform", "decimal", "integers", "graded", "identity", "structured"};
  }

  Problem generate(const Case& c, Real /*real*/, Random& random) const override {
    Problem problem;
    problem.integers = {c.sizes.begin(), c.sizes.end()};
    if (!c.data.empty()) throw GraderError("the lab matmul has no data files: " + c.data.string());
    for (const char* size : {"m", "n", "k"}) {
      const long long value = problem.integer(size);
      if (value < 0 || value > std::numeric_limits<int>::max()) {
        throw GraderError("case '" + c.name + "': " + size + " = " + std::to_string(value) +
                          " is not a size");
      }
    }
    const Shape s = read_shape(problem);
    const auto [m, n, k] = s;
    Array a{"A", Role::input, static_cast<std::size_t>(m), static_cast<std::size_t>(k), {}};
    Array b{"B", Role::input, static_cast<std::size_t>(k), static_cast<std::size_t>(n), {}};
    a.values.resize(s.size_a());
    b.values.resize(s.size_b());
    fill(c, a, b, random);
    problem.arrays = {
        std::move(a),
        std::move(b),
        {"C", Role::output, static_cast<std::size_t>(m), static_cast<std::size_t>(n), {}}};
    return problem;
  }

  /// |C − Ĉ| ≤ γ_k·|A||B|, element by element (Higham, Accuracy and Stability of Numerical
  /// Algorithms, 2nd ed., (3.13)), for every order of summation. The truth has such an error of its
  /// own, in double.
  Truth solve(const Problem& problem, const Task& /*task*/, Real real,
              const Tolerance& tolerance) const override {
    const Shape s = read_shape(problem);
    const Values& a = problem.array("A").values;
    const Values& b = problem.array("B").values;
    Expected expected;
    expected.array = "C";
    expected.rows = static_cast<std::size_t>(s.m);
    expected.cols = static_cast<std::size_t>(s.n);
    expected.values = product(s, a, b, 0, s.k);

    Values magnitude_a(a.size()), magnitude_b(b.size());
    const auto magnitude = [](double value) { return std::fabs(value); };
    std::transform(a.begin(), a.end(), magnitude_a.begin(), magnitude);
    std::transform(b.begin(), b.end(), magnitude_b.begin(), magnitude);
    expected.bound = product(s, magnitude_a, magnitude_b, 0, s.k);
    const double gamma =
        tolerance.gamma(s.k, unit_roundoff(real)) + tolerance.gamma(s.k, unit_roundoff(Real::f64));
    // Each of the k operations may also lose a result below the smallest normal number. For k = 0
    // the bound is 0: an empty sum is exactly 0.
    const double underflow = s.k * (real == Real::f32 ? double{std::numeric_limits<float>::min()}
                                                      : std::numeric_limits<double>::min());
    for (double& bound : expected.bound) bound = gamma * bound + underflow;

    if (static_cast<double>(s.m) * s.n * s.k <= modest_work)
      expected.alternatives = [s, a, b, values = expected.values] {
        return known_wrong_answers(s, a, b, values);
      };
    Truth truth;
    truth.outputs.push_back(std::move(expected));
    return truth;
  }

  /// A multiply-add is two operations; each matrix is moved through memory once.
  Work work(const Problem& problem, Real real) const override {
    const Shape s = read_shape(problem);
    return {2.0 * s.m * s.n * s.k, static_cast<double>(s.size_a() + s.size_b() + s.size_c()) *
                                       static_cast<double>(bytes_per_value(real))};
  }

 private:
  static void fill(const Case& c, Array& a, Array& b, Random& random) {
    const auto fill_both = [&](auto value) {
      for (double& x : a.values) x = value();
      for (double& x : b.values) x = value();
    };
    if (c.input == "uniform") {
      fill_both([&] { return random.uniform(-1, 1); });
    } else if (c.input == "decimal") {
      // 0, 0.001 … 0.999: nothing cancels, so rounding errors add up.
      fill_both([&] { return static_cast<double>(random.integer(0, 999)) / 1000; });
    } else if (c.input == "integers") {
      // Every product and sum is exact in float up to k = 2^24/64: a difference is never rounding.
      fill_both([&] { return static_cast<double>(random.integer(-8, 8)); });
    } else if (c.input == "graded") {
      fill_graded(a, b, Inner::rows, random);
    } else if (c.input == "identity") {
      fill_both([&] { return random.uniform(-1, 1); });
      Array& unit = random.integer(0, 1) == 0 ? a : b;
      for (std::size_t i = 0; i < unit.rows; ++i) {
        for (std::size_t j = 0; j < unit.cols; ++j) unit.values[i * unit.cols + j] = i == j;
      }
    } else if (c.input == "structured") {
      fill_structured(a, b, random);
    } else {
      throw GraderError("case '" + c.name + "': the lab matmul has no input kind '" + c.input +
                        "'");
    }
  }

  /// Small integers (exact, as above) that follow the position, by strides that differ for rows and
  /// columns and for A and B: neighbors, transposes and shifted tiles all look different.
  static void fill_structured(Array& a, Array& b, Random& random) {
    // Different in each problem, so that two problems of one size are almost never equal.
    const auto shift = static_cast<std::size_t>(random.integer(0, 58));
    const auto along = static_cast<std::size_t>(random.integer(2, 29));
    const auto across = static_cast<std::size_t>(random.integer(31, 58));
    for (std::size_t i = 0; i < a.rows; ++i) {
      for (std::size_t p = 0; p < a.cols; ++p) {
        a.values[i * a.cols + p] = static_cast<double>(1 + (along * i + across * p + shift) % 61);
      }
    }
    for (std::size_t p = 0; p < b.rows; ++p) {
      for (std::size_t j = 0; j < b.cols; ++j) {
        b.values[p * b.cols + j] = static_cast<double>(1 + (7 * p + 3 * j + shift) % 59);
      }
    }
  }
};

WARPGRADE_REFERENCE("matmul", MatmulReference);

}  // namespace
}  // namespace warpgrade
