// The reference of the lab cholesky: factors that a person can check, and a bound on UᵀU that
// accepts every right program and refuses zeros, the next lower precision and diag(√a_ii).
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/fault.h"
#include "lab/reference.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

using Values = std::vector<double>;

const Reference& reference() { return find_reference("cholesky"); }

const Tolerance tolerance{Tolerance::Model::worst_case, 2};

Problem make_problem(std::size_t n, Values a) {
  Problem problem;
  problem.integers = {{"n", static_cast<long long>(n)}, {"threads", 32}};
  problem.reals = {{"unit_roundoff", 0x1p-24}};
  problem.arrays = {{"A", Role::inout, n, n, std::move(a)}};
  return problem;
}

Problem generated(long long n, const std::string& input, Real real, std::uint64_t seed) {
  Case c;
  c.name = "test";
  c.sizes = {{"n", n}, {"threads", 64}};
  c.input = input;
  Random random(seed);
  Problem problem = reference().generate(c, real, random);
  round_values(problem, real);
  return problem;
}

Truth solve_problem(const Problem& problem, Real real) {
  return reference().solve(problem, Task{}, real, tolerance);
}

Expected solved(const Problem& problem, Real real) {
  Truth truth = solve_problem(problem, real);
  REQUIRE(truth.outputs.size() == 1);
  REQUIRE(truth.outputs[0].array == "A");
  REQUIRE(truth.returns == std::pair{0LL, 0LL});
  return truth.outputs[0];
}

bool accepts(const Expected& expected, const Values& array) {
  const Values found = expected.seen(array);
  if (found.size() != expected.values.size()) return false;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!(std::fabs(found[i] - expected.values[i]) <= expected.bound[i])) return false;
  }
  return true;
}

/// The image of a known wrong answer.
Values alternative(const Expected& expected, const std::string& part) {
  for (const Alternative& wrong : expected.alternatives) {
    if (wrong.meaning.find(part) != std::string::npos) return wrong.values;
  }
  return {};
}

/// How a program may go about it.
enum class Way { by_rows, by_elements, with_reciprocals, unscaled };

/// The factor in the precision T, or what LAPACK calls info.
template <class T>
std::pair<Values, long long> factored(const Problem& problem, Way way) {
  const auto n = static_cast<std::size_t>(problem.integer("n"));
  const Values& values = problem.array("A").values;
  std::vector<T> a(values.begin(), values.end());
  const auto result = [&a](long long info) { return std::pair{Values(a.begin(), a.end()), info}; };
  if (way == Way::by_elements) {  // each element is finished at once, with its sum from the end
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i; j < n; ++j) {
        T sum = 0;
        for (std::size_t k = i; k-- > 0;) sum += a[k * n + i] * a[k * n + j];
        a[i * n + j] -= sum;
        if (i == j) {
          if (!(a[i * n + i] > 0)) return result(static_cast<long long>(i) + 1);
          a[i * n + i] = std::sqrt(a[i * n + i]);
        } else {
          a[i * n + j] /= a[i * n + i];
        }
      }
    }
    return result(0);
  }
  for (std::size_t k = 0; k < n; ++k) {
    const T pivot = a[k * n + k];
    if (!(pivot > 0)) return result(static_cast<long long>(k) + 1);
    const T root = std::sqrt(pivot), inverse = 1 / root;
    for (std::size_t i = k + 1; i < n && way == Way::unscaled; ++i) {
      for (std::size_t j = i; j < n; ++j) a[i * n + j] -= a[k * n + i] * (a[k * n + j] / pivot);
    }
    a[k * n + k] = root;
    for (std::size_t j = k + 1; j < n; ++j) {
      a[k * n + j] = way == Way::by_rows ? a[k * n + j] / root : a[k * n + j] * inverse;
    }
    for (std::size_t i = k + 1; i < n && way != Way::unscaled; ++i) {
      for (std::size_t j = i; j < n; ++j) a[i * n + j] -= a[k * n + i] * a[k * n + j];
    }
  }
  return result(0);
}

/// The nearest number with 11 significant bits: half precision, but for its range.
double half(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(fraction, 11)), exponent - 11);
}

const std::vector<std::string> definite = {"dominant",   "condition", "graded", "integers",
                                           "structured", "diagonal",  "banded"};
const std::vector<long long> sizes = {1, 2, 3, 8, 15, 16, 33, 64, 100, 150};
constexpr Way ways[] = {Way::by_rows, Way::by_elements, Way::with_reciprocals, Way::unscaled};

}  // namespace

TEST_CASE("A factor computed by hand", "[reference][cholesky]") {
  // U = [2 3; 0 1]; below the diagonal stands garbage.
  const Expected expected = solved(make_problem(2, {4, 6, 77, 10}), Real::f32);
  CHECK(expected.values == Values{4, 6, 0, 10});
  CHECK(expected.answer == Values{2, 3, 77, 1});
  CHECK(expected.seen({2, 3, -5, 1}) == Values{4, 6, 0, 10});
  CHECK(accepts(expected, {2, 3, std::nan(""), 1}));
  CHECK_FALSE(accepts(expected, {2, 3, 0, 1.001}));
  CHECK_FALSE(accepts(expected, {2, std::nan(""), 0, 1}));
  CHECK(expected.bound[2] == 0);  // nothing is asked of what lies below the diagonal
}

TEST_CASE("The diagonal of U must be positive, and the remark says so", "[reference][cholesky]") {
  const Problem problem = make_problem(2, {4, 6, 0, 10});
  const Expected expected = solved(problem, Real::f32);
  CHECK_FALSE(accepts(expected, {-2, -3, 0, 1}));
  CHECK_FALSE(accepts(expected, {2, 3, 0, -1}));
  CHECK(reference()
            .remark(problem, {{"A", Role::output, 2, 2, {2, 3, 0, -1}}}, false)
            .find("U[1][1] is -1: the diagonal of U must be positive") == 0);
}

TEST_CASE("The remark is LAPACK's test ratio", "[reference][cholesky]") {
  const Problem problem = make_problem(2, {4, 6, 0, 10});
  // UᵀU = [4 6; 6 11]: the columns of the error sum to 0 and 1, those of A to 10 and 16.
  const std::string remark =
      reference().remark(problem, {{"A", Role::output, 2, 2, {2, 3, 0, std::sqrt(2.0)}}}, true);
  CHECK(remark.find("= 5.2e+05") != std::string::npos);  // 1 / (2 · 2^-24 · 16)
  CHECK(reference().remark(problem, {}, true).empty());
  CHECK(reference().remark(problem, {{"A", Role::output, 2, 2, {2, 3, 0, 5}}}, false).empty());
  CHECK(reference()
            .remark(problem, {{"A", Role::output, 2, 2, {2, std::nan(""), 0, 1}}}, true)
            .empty());
}

TEST_CASE("No rows: nothing is expected but the return value 0", "[reference][cholesky]") {
  for (const std::string& kind : reference().input_kinds()) {
    const Expected expected = solved(generated(0, kind, Real::f32, 1), Real::f32);
    CHECK(expected.values.empty());
    CHECK(expected.seen({}).empty());
  }
}

TEST_CASE("Correct programs are accepted in any order, in float and in double",
          "[reference][cholesky]") {
  for (const std::string& kind : definite) {
    for (const long long n : sizes) {
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        INFO(kind << " n=" << n << " seed=" << seed);
        const Problem in_float = generated(n, kind, Real::f32, seed);
        const Problem in_double = generated(n, kind, Real::f64, seed);
        const Expected expected_float = solved(in_float, Real::f32);
        const Expected expected_double = solved(in_double, Real::f64);
        for (const Way way : ways) {
          const auto [u_float, info_float] = factored<float>(in_float, way);
          const auto [u_double, info_double] = factored<double>(in_double, way);
          CHECK(info_float == 0);
          CHECK(info_double == 0);
          CHECK(accepts(expected_float, u_float));
          CHECK(accepts(expected_double, u_double));
        }
        CHECK(accepts(expected_double, expected_double.answer));
      }
    }
  }
}

TEST_CASE("Zeros, A itself, half precision and the roots of the diagonal are refused",
          "[reference][cholesky]") {
  for (const std::string& kind : definite) {
    for (const long long size : sizes) {
      INFO(kind << " n=" << size);
      const auto n = static_cast<std::size_t>(size);
      const Problem problem = generated(size, kind, Real::f32, 5);
      const Expected expected = solved(problem, Real::f32);
      const Values& a = problem.array("A").values;
      CHECK_FALSE(accepts(expected, Values(n * n, 0.0)));
      // The root of 1 is 1.
      if (n > 1) CHECK_FALSE(accepts(expected, a));
      Values u = expected.answer;
      u.back() = std::nan("");
      CHECK_FALSE(accepts(expected, u));
      if (n < 8) continue;  // a few values may happen to lie close to those of half precision
      if (kind != "diagonal") {
        Values roots(n * n, 0.0);
        for (std::size_t i = 0; i < n; ++i) roots[i * n + i] = std::sqrt(a[i * n + i]);
        CHECK_FALSE(accepts(expected, roots));
      }
      if (kind == "integers" || kind == "structured") continue;  // exact in half precision too
      u = expected.answer;
      for (double& value : u) value = half(value);
      CHECK_FALSE(accepts(expected, u));
    }
  }
}

TEST_CASE("The roots of the diagonal are refused at the course's size", "[reference][cholesky]") {
  const Problem problem = generated(600, "dominant", Real::f32, 2);
  const Expected expected = solved(problem, Real::f32);
  CHECK(expected.alternatives.empty());
  Values roots(600 * 600, 0.0);
  for (std::size_t i = 0; i < 600; ++i) {
    roots[i * 600 + i] = std::sqrt(problem.array("A").values[i * 600 + i]);
  }
  CHECK_FALSE(accepts(expected, roots));
  CHECK(accepts(expected, factored<float>(problem, Way::by_rows).first));
}

TEST_CASE("A factor in float is refused if double is required", "[reference][cholesky]") {
  for (const std::string kind : {"dominant", "graded", "banded"}) {
    const Problem problem = generated(33, kind, Real::f64, 5);
    CHECK_FALSE(accepts(solved(problem, Real::f64), factored<float>(problem, Way::by_rows).first));
  }
}

TEST_CASE("Every correct program finds the same info, float or double", "[reference][cholesky]") {
  for (const std::string kind : {"indefinite", "singular", "nan"}) {
    for (const long long n : sizes) {
      for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        INFO(kind << " n=" << n << " seed=" << seed);
        const Problem in_float = generated(n, kind, Real::f32, seed);
        const Problem in_double = generated(n, kind, Real::f64, seed);
        const Truth truth = solve_problem(in_float, Real::f32);
        CHECK(truth.outputs.empty());
        REQUIRE(truth.returns);
        const auto [low, high] = *truth.returns;
        CHECK(low == high);
        CHECK(low > 0);
        CHECK(low <= n);
        for (const Way way : ways) {
          CHECK(factored<float>(in_float, way).second == low);
          CHECK(factored<double>(in_double, way).second ==
                solve_problem(in_double, Real::f64).returns->first);
        }
      }
    }
  }
}

TEST_CASE("info starts at 1, and a NaN is not a pivot", "[reference][cholesky]") {
  const double nan = std::nan("");
  CHECK(solve_problem(make_problem(1, {0}), Real::f32).returns == std::pair{1LL, 1LL});
  CHECK(solve_problem(make_problem(1, {nan}), Real::f32).returns == std::pair{1LL, 1LL});
  CHECK(solve_problem(make_problem(2, {1, 2, 0, 4}), Real::f32).returns == std::pair{2LL, 2LL});
  CHECK(solve_problem(make_problem(3, {1, 0, nan, 0, 1, 0, 0, 0, 1}), Real::f32).returns ==
        std::pair{3LL, 3LL});
  // What lies below the diagonal does not matter.
  CHECK(solve_problem(make_problem(2, {1, 0, nan, 1}), Real::f32).returns == std::pair{0LL, 0LL});
}

TEST_CASE("Known wrong factors have the product of the mistake", "[reference][cholesky]") {
  // U = [2 3; 0 1], and [2 1; 0 3] from the mirror image of the lower triangle, [4 2; 2 10].
  const Expected expected = solved(make_problem(2, {4, 6, 2, 10}), Real::f32);
  CHECK(alternative(expected, "that is still A") == Values{16, 24, 0, 136});
  const Values roots = alternative(expected, "the roots of A's diagonal");
  CHECK(roots[1] == 0);
  CHECK(roots[3] == Approx(10));
  CHECK(alternative(expected, "the lower triangle") == Values{4, 2, 0, 10});
  // No roots: [4 1.5; 0 10 − 2.25].
  CHECK(alternative(expected, "roots were not taken") == Values{16, 6, 0, 2.25 + 7.75 * 7.75});
  // Divided by the pivot: [2 1.5; 0 √7.75].
  const Values by_pivot = alternative(expected, "by the pivot in place of its root");
  CHECK(by_pivot[1] == 3);
  CHECK(by_pivot[3] == Approx(10));
  // Nothing eliminated: [2 3; 0 √10].
  CHECK(alternative(expected, "nothing was eliminated")[3] == Approx(19));
  // The last pivot stays 1, whose root is 1: no mistake that could be seen.
  CHECK(alternative(expected, "whose last row was left out").empty());
}

TEST_CASE("Known wrong factors of a larger matrix are distinguished", "[reference][cholesky]") {
  for (const std::string kind : {"dominant", "banded"}) {
    const Expected expected = solved(generated(40, kind, Real::f32, 3), Real::f32);
    CHECK(expected.alternatives.size() >= 10);
    for (const Alternative& wrong : expected.alternatives) {
      INFO(kind << ": " << wrong.meaning);
      bool differs = false;
      for (std::size_t i = 0; i < wrong.values.size(); ++i) {
        differs =
            differs || !(std::fabs(wrong.values[i] - expected.values[i]) <= expected.bound[i]);
      }
      CHECK(differs);
    }
  }
}

TEST_CASE("The garbage below the diagonal is not the mirror image", "[reference][cholesky]") {
  for (const std::string& kind : reference().input_kinds()) {
    const Problem problem = generated(20, kind, Real::f32, 3);
    const Values& a = problem.array("A").values;
    int mirrored = 0;
    for (std::size_t i = 0; i < 20; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        CHECK(std::isfinite(a[i * 20 + j]));
        mirrored += a[i * 20 + j] == a[j * 20 + i];
      }
    }
    INFO(kind);
    CHECK(mirrored == 0);
  }
}

TEST_CASE("The condition number is that of the case", "[reference][cholesky]") {
  Case c;
  c.name = "test";
  c.sizes = {{"n", 2}, {"threads", 32}, {"log10_condition", 3}};
  c.input = "condition";
  Random random(1);
  const Values a = reference().generate(c, Real::f64, random).array("A").values;
  // Eigenvalues 1 and 0.001.
  CHECK(a[0] + a[3] == Approx(1.001));
  CHECK(a[0] * a[3] - a[1] * a[1] == Approx(0.001));
}
