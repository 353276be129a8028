// The reference of the lab matmul: truths that a person can check, and a bound that accepts every
// right float program and refuses zeros and half precision.
#include <algorithm>
#include <cmath>
#include <functional>

#include "base/fault.h"
#include "lab/reference.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

using Values = std::vector<double>;

const Reference& reference() { return find_reference("matmul"); }

const Tolerance tolerance{Tolerance::Model::statistical, 4};

Case made(long long m, long long n, long long k, const std::string& input) {
  Case c;
  c.name = "test";
  c.sizes = {{"m", m}, {"n", n}, {"k", k}};
  c.input = input;
  return c;
}

Problem generated(const Case& c, Real real, std::uint64_t seed) {
  Random random(seed);
  Problem problem = reference().generate(c, real, random);
  for (Array& array : problem.arrays) {
    for (double& value : array.values) value = round_to(real, value);
  }
  return problem;
}

Expected solved(const Problem& problem, Real real) {
  Truth truth = reference().solve(problem, Task{}, real, tolerance);
  REQUIRE(truth.outputs.size() == 1);
  return truth.outputs[0];
}

bool accepts(const Expected& expected, const Values& found) {
  for (std::size_t i = 0; i < expected.values.size(); ++i) {
    if (!(std::fabs(found[i] - expected.values[i]) <= expected.bound[i])) return false;
  }
  return true;
}

/// A sum of products in one order; p runs over 0 … k − 1.
template <class T>
using Sum = std::function<T(int k, const std::function<T(int)>& a, const std::function<T(int)>& b)>;

template <class T>
Values multiplied(const Problem& problem, const Sum<T>& sum) {
  const auto& a = problem.array("A").values;
  const auto& b = problem.array("B").values;
  const auto m = static_cast<std::size_t>(problem.integer("m"));
  const auto n = static_cast<std::size_t>(problem.integer("n"));
  const auto k = static_cast<std::size_t>(problem.integer("k"));
  Values c(m * n);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      c[i * n + j] = static_cast<double>(sum(
          static_cast<int>(k),
          [&](int p) { return static_cast<T>(a[i * k + static_cast<std::size_t>(p)]); },
          [&](int p) { return static_cast<T>(b[static_cast<std::size_t>(p) * n + j]); }));
    }
  }
  return c;
}

/// The orders in which programs add up: one after the other with and without fused multiply-add,
/// backwards, in slices of 16, and as a tree.
template <class T>
std::vector<Sum<T>> orders() {
  return {[](int k, const auto& a, const auto& b) {
            T sum = 0;
            for (int p = 0; p < k; ++p) sum = std::fma(a(p), b(p), sum);
            return sum;
          },
          [](int k, const auto& a, const auto& b) {
            T sum = 0;
            for (int p = k - 1; p >= 0; --p) {
              const volatile T product = a(p) * b(p);
              sum += product;
            }
            return sum;
          },
          [](int k, const auto& a, const auto& b) {
            T sum = 0;
            for (int first = 0; first < k; first += 16) {
              T part = 0;
              for (int p = first; p < k && p < first + 16; ++p) part += a(p) * b(p);
              sum += part;
            }
            return sum;
          },
          [](int k, const auto& a, const auto& b) {
            std::vector<T> sums(static_cast<std::size_t>(k) + 1, T{0});
            for (int p = 0; p < k; ++p) sums[static_cast<std::size_t>(p)] = a(p) * b(p);
            for (std::size_t left = sums.size(); left > 1; left = (left + 1) / 2) {
              for (std::size_t p = 0; p < left / 2; ++p) sums[p] += sums[(left + 1) / 2 + p];
            }
            return sums[0];
          }};
}

/// The nearest number with 11 significant bits: half precision, but for its range.
double half(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(fraction, 11)), exponent - 11);
}

struct Shape {
  int m, n, k;
};

const std::vector<Shape> shapes = {{1, 1, 1},       {3, 5, 1},      {2, 3, 2},
                                   {7, 5, 16},      {17, 33, 31},   {64, 65, 63},
                                   {100, 100, 129}, {20, 20, 1000}, {12, 9, 4096}};

}  // namespace

TEST_CASE("The product of 3×2 and 2×2 matches the one computed by hand", "[reference][matmul]") {
  Problem problem;
  problem.integers = {{"m", 3}, {"n", 2}, {"k", 2}};
  problem.arrays = {{"A", Role::input, 3, 2, {1, 2, 3, 4, 5, 6}},
                    {"B", Role::input, 2, 2, {7, 8, 9, 10}},
                    {"C", Role::output, 3, 2, {}}};
  const Expected expected = solved(problem, Real::f32);
  CHECK(expected.array == "C");
  CHECK(expected.rows == 3);
  CHECK(expected.cols == 2);
  // 1·7 + 2·9, 1·8 + 2·10, 3·7 + 4·9, …
  CHECK(expected.values == Values{25, 28, 57, 64, 89, 100});
}

TEST_CASE("Known wrong answers of a product have the values of the mistake",
          "[reference][matmul]") {
  Problem problem;
  problem.integers = {{"m", 2}, {"n", 2}, {"k", 2}};
  problem.arrays = {{"A", Role::input, 2, 2, {1, 2, 3, 4}},
                    {"B", Role::input, 2, 2, {5, 6, 7, 8}},
                    {"C", Role::output, 2, 2, {}}};
  const Expected expected = solved(problem, Real::f32);
  CHECK(expected.values == Values{19, 22, 43, 50});
  const auto answer = [&](const std::string& beginning) {
    for (const Alternative& wrong : expected.alternatives) {
      if (wrong.meaning.rfind(beginning, 0) == 0) return wrong.values;
    }
    return Values{};
  };
  CHECK(answer("the transposed product") == Values{19, 43, 22, 50});
  CHECK(answer("A·Bᵀ") == Values{17, 23, 39, 53});
  CHECK(answer("Aᵀ·B") == Values{26, 30, 38, 44});
  CHECK(answer("the sums without their last term") == Values{5, 6, 15, 18});
  CHECK(answer("the sums without their first term") == Values{14, 16, 28, 32});
  CHECK(answer("B·A") == Values{23, 34, 31, 46});
  CHECK(answer("the product of A and B element by element") == Values{5, 12, 21, 32});
}

TEST_CASE("A misread operand has a known wrong answer in every shape", "[reference][matmul]") {
  const Problem problem = generated(made(3, 4, 5, "uniform"), Real::f32, 1);
  const auto& a = problem.array("A").values;
  const auto& b = problem.array("B").values;
  const Expected expected = solved(problem, Real::f32);
  int seen = 0;
  for (const Alternative& wrong : expected.alternatives) {
    CHECK_FALSE(accepts(expected, wrong.values));
    for (const bool in_b : {false, true}) {
      if (wrong.meaning.rfind(in_b ? "A·Bᵀ" : "Aᵀ·B", 0) != 0) continue;
      ++seen;
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
          double sum = 0;
          for (std::size_t p = 0; p < 5; ++p) {
            sum += (in_b ? a[i * 5 + p] : a[p * 3 + i]) * (in_b ? b[j * 5 + p] : b[p * 4 + j]);
          }
          CHECK(wrong.values[i * 4 + j] == Approx(sum).margin(1e-12));
        }
      }
    }
  }
  CHECK(seen == 2);
}

TEST_CASE("An inner dimension rounded down to whole tiles has a known wrong answer",
          "[reference][matmul]") {
  const Problem problem = generated(made(2, 2, 70, "integers"), Real::f32, 1);
  bool sixty_four = false;
  for (const Alternative& wrong : solved(problem, Real::f32).alternatives) {
    sixty_four |=
        wrong.meaning.find("last 6 terms: k rounded down to a multiple of 64") != std::string::npos;
  }
  CHECK(sixty_four);
}

TEST_CASE("An empty product is accepted only as exact zeros", "[reference][matmul]") {
  const Expected expected = solved(generated(made(3, 2, 0, "uniform"), Real::f32, 1), Real::f32);
  CHECK(accepts(expected, Values(6, 0.0)));
  CHECK_FALSE(accepts(expected, Values(6, 1e-300)));
  CHECK(solved(generated(made(0, 7, 5, "uniform"), Real::f32, 1), Real::f32).values.empty());
  CHECK(solved(generated(made(7, 0, 5, "structured"), Real::f32, 1), Real::f32).values.empty());
}

TEST_CASE("Correct float and double programs are accepted in every order of summation",
          "[reference][matmul]") {
  for (const std::string& kind : reference().input_kinds()) {
    for (const Shape s : shapes) {
      INFO(kind << " " << s.m << "x" << s.n << "x" << s.k);
      const Problem in_float = generated(made(s.m, s.n, s.k, kind), Real::f32, 7);
      const Expected expected_float = solved(in_float, Real::f32);
      for (const auto& order : orders<float>()) {
        CHECK(accepts(expected_float, multiplied<float>(in_float, order)));
      }
      const Problem in_double = generated(made(s.m, s.n, s.k, kind), Real::f64, 7);
      const Expected expected_double = solved(in_double, Real::f64);
      for (const auto& order : orders<double>()) {
        CHECK(accepts(expected_double, multiplied<double>(in_double, order)));
      }
    }
  }
}

TEST_CASE("Zeros, a changed element and NaN are refused", "[reference][matmul]") {
  for (const std::string& kind : reference().input_kinds()) {
    for (const Shape s : shapes) {
      INFO(kind << " " << s.m << "x" << s.n << "x" << s.k);
      const Expected expected =
          solved(generated(made(s.m, s.n, s.k, kind), Real::f32, 3), Real::f32);
      const auto largest =
          std::max_element(expected.values.begin(), expected.values.end(),
                           [](double a, double b) { return std::fabs(a) < std::fabs(b); });
      if (*largest == 0) continue;  // a tiny product of integers may be all 0
      const auto at = static_cast<std::size_t>(largest - expected.values.begin());
      CHECK_FALSE(accepts(expected, Values(expected.values.size(), 0.0)));
      Values found = expected.values;
      found[at] *= 1.001;
      CHECK_FALSE(accepts(expected, found));
      found[at] = std::nan("");
      CHECK_FALSE(accepts(expected, found));
    }
  }
}

TEST_CASE("Half precision is refused: in the result, and in the operands", "[reference][matmul]") {
  for (const std::string kind : {"uniform", "decimal", "graded"}) {
    for (const Shape s : shapes) {
      // A few values may happen to lie close to those of half precision; and in 4096 terms rounding
      // errors of float may become as large as one of half.
      if (s.m * s.n < 10 || s.k > 1000) continue;
      INFO(kind << " " << s.m << "x" << s.n << "x" << s.k);
      const Problem problem = generated(made(s.m, s.n, s.k, kind), Real::f32, 11);
      const Expected expected = solved(problem, Real::f32);
      Values rounded = expected.values;
      for (double& value : rounded) value = half(value);
      CHECK_FALSE(accepts(expected, rounded));
      Problem coarse = problem;
      for (Array& array : coarse.arrays) {
        for (double& value : array.values) value = half(value);
      }
      CHECK_FALSE(accepts(expected, solved(coarse, Real::f32).values));
    }
  }
}

TEST_CASE("Float is refused if double is required", "[reference][matmul]") {
  for (const Shape s : shapes) {
    if (s.m * s.n < 10) continue;
    INFO(s.m << "x" << s.n << "x" << s.k);
    const Problem problem = generated(made(s.m, s.n, s.k, "uniform"), Real::f64, 5);
    CHECK_FALSE(
        accepts(solved(problem, Real::f64), multiplied<float>(problem, orders<float>()[0])));
  }
}

TEST_CASE("Structured and integer inputs are exact: transposes and slips change every row",
          "[reference][matmul]") {
  for (const std::string kind : {"structured", "integers"}) {
    const Problem problem = generated(made(64, 65, 63, kind), Real::f32, 2);
    const Expected expected = solved(problem, Real::f32);
    CHECK(multiplied<float>(problem, orders<float>()[0]) == expected.values);
  }
}

TEST_CASE("The same seed generates the same product, another one another", "[reference][matmul]") {
  for (const std::string& kind : reference().input_kinds()) {
    INFO(kind);
    const Case c = made(5, 6, 7, kind);
    CHECK(generated(c, Real::f32, 1).array("A").values ==
          generated(c, Real::f32, 1).array("A").values);
    const Problem one = generated(c, Real::f32, 1), other = generated(c, Real::f32, 2);
    CHECK((one.array("A").values != other.array("A").values ||
           one.array("B").values != other.array("B").values));
  }
}

TEST_CASE("A product that cannot be generated is an error of the lab", "[reference][matmul]") {
  CHECK_THROWS_AS(generated(made(1, 1, 1, "nonsense"), Real::f32, 1), GraderError);
  CHECK_THROWS_AS(generated(made(-1, 1, 1, "uniform"), Real::f32, 1), GraderError);
}

TEST_CASE("The work of a product is two operations per term and each matrix once",
          "[reference][matmul]") {
  const Work work = reference().work(generated(made(2, 3, 4, "uniform"), Real::f32, 1), Real::f64);
  CHECK(work.flops == 48);
  CHECK(work.bytes == (8 + 12 + 6) * 8);
}
