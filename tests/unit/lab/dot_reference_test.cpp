// The reference of the lab dot: truths that a person can check, and a bound that accepts every
// order of summation and refuses zeros, the next lower precision and a term too few.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "base/fault.h"
#include "lab/reference.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

using Values = std::vector<double>;

const Reference& reference() { return find_reference("dot"); }

const Tolerance tolerance{Tolerance::Model::statistical, 4};

Problem make_problem(Values a, Values b) {
  Problem problem;
  const std::size_t n = a.size();
  problem.integers = {{"n", static_cast<long long>(n)}, {"block_size", 32}};
  problem.arrays = {{"A", Role::input, n, 1, std::move(a)},
                    {"B", Role::input, n, 1, std::move(b)},
                    {"result", Role::output, 1, 1, {}}};
  return problem;
}

Problem generated(long long n, const std::string& input, Real real, std::uint64_t seed,
                  long long block_size = 64) {
  Case c;
  c.name = "test";
  c.sizes = {{"n", n}, {"block_size", block_size}};
  c.input = input;
  Random random(seed);
  Problem problem = reference().generate(c, real, random);
  round_values(problem, real);
  return problem;
}

Expected solved(const Problem& problem, Real real, const Tolerance& how = tolerance) {
  Truth truth = reference().solve(problem, Task{}, real, how);
  REQUIRE(truth.outputs.size() == 1);
  REQUIRE(truth.outputs[0].array == "result");
  REQUIRE(truth.outputs[0].values.size() == 1);
  return truth.outputs[0];
}

bool accepts(const Expected& expected, double found) {
  return std::fabs(found - expected.values[0]) <= expected.bound[0];
}

double alternative(const Expected& expected, const std::string& beginning) {
  for (const Alternative& wrong : expected.alternatives) {
    if (wrong.meaning.rfind(beginning, 0) == 0) return wrong.values.at(0);
  }
  return std::nan("");
}

/// One sum, from the first term to the last or the other way.
template <class T>
double in_a_row(const Problem& problem, bool backwards) {
  const auto& a = problem.array("A").values;
  const auto& b = problem.array("B").values;
  T sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::size_t at = backwards ? a.size() - 1 - i : i;
    sum += static_cast<T>(a[at]) * static_cast<T>(b[at]);
  }
  return static_cast<double>(sum);
}

/// `threads` partial sums with that stride, then a tree.
template <class T>
double in_a_grid(const Problem& problem, std::size_t threads) {
  const auto& a = problem.array("A").values;
  const auto& b = problem.array("B").values;
  std::vector<T> sums(threads, T{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    sums[i % threads] += static_cast<T>(a[i]) * static_cast<T>(b[i]);
  }
  for (std::size_t left = threads; left > 1; left = (left + 1) / 2) {
    for (std::size_t t = 0; t < left / 2; ++t) sums[t] += sums[(left + 1) / 2 + t];
  }
  return static_cast<double>(sums[0]);
}

/// The nearest number with 11 significant bits: half precision, but for its range.
double half(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(fraction, 11)), exponent - 11);
}

const std::vector<long long> sizes = {1, 2, 3, 10, 31, 33, 100, 1000, 10000, 100000};

}  // namespace

TEST_CASE("Dot products computed by hand", "[reference][dot]") {
  CHECK(solved(make_problem({2}, {3}), Real::f32).values[0] == 6);
  CHECK(solved(make_problem({1, 2, 3}, {4, 5, 6}), Real::f32).values[0] == 32);
  CHECK(solved(make_problem({1, -1}, {1, 1}), Real::f32).values[0] == 0);
  // Exact where a sum in double would lose the 1.
  CHECK(solved(make_problem({1e20, 1, -1e20}, {1, 1, 1}), Real::f64).values[0] == 1);
  CHECK(solved(make_problem({1 + 0x1p-52, 1}, {1 - 0x1p-52, -1}), Real::f64).values[0] ==
        -0x1p-104);
}

TEST_CASE("An empty dot product is exactly 0", "[reference][dot]") {
  const Expected expected = solved(make_problem({}, {}), Real::f32);
  CHECK(accepts(expected, 0));
  CHECK_FALSE(accepts(expected, 1e-300));
  CHECK_FALSE(accepts(expected, std::nan("")));
}

TEST_CASE("Terms without rounding must be summed exactly", "[reference][dot]") {
  const Problem problem = generated(10000, "integers", Real::f32, 1);
  const Expected expected = solved(problem, Real::f32);
  CHECK(expected.bound[0] == 0);
  CHECK(expected.values[0] == in_a_row<float>(problem, false));
  // 2^24 is the last integer that float counts to; a sum beyond it has a bound again.
  CHECK(solved(make_problem({0x1p23, 0x1p23}, {1, 1}), Real::f32).bound[0] == 0);
  CHECK(solved(make_problem({0x1p23, 0x1p23, 1}, {1, 1, 1}), Real::f32).bound[0] > 1);
  CHECK(solved(make_problem({0x1p23, 0x1p23, 1}, {1, 1, 1}), Real::f64).bound[0] == 0);
}

TEST_CASE("Every order of summation is accepted, in float and in double", "[reference][dot]") {
  for (const std::string& kind : reference().input_kinds()) {
    for (const long long n : sizes) {
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        INFO(kind << " n=" << n << " seed=" << seed);
        const Problem in_float = generated(n, kind, Real::f32, seed);
        const Problem in_double = generated(n, kind, Real::f64, seed);
        const Expected expected_float = solved(in_float, Real::f32);
        const Expected expected_double = solved(in_double, Real::f64);
        for (const bool backwards : {false, true}) {
          CHECK(accepts(expected_float, in_a_row<float>(in_float, backwards)));
          CHECK(accepts(expected_double, in_a_row<double>(in_double, backwards)));
        }
        for (const std::size_t threads : {32, 96, 7680}) {
          CHECK(accepts(expected_float, in_a_grid<float>(in_float, threads)));
          CHECK(accepts(expected_double, in_a_grid<double>(in_double, threads)));
        }
      }
    }
  }
}

TEST_CASE("A serial sum of ten million terms of either sign is accepted in float",
          "[reference][dot]") {
  const Problem problem = generated(10000000, "uniform", Real::f32, 3);
  const Expected expected = solved(problem, Real::f32);
  CHECK(accepts(expected, in_a_row<float>(problem, false)));
  CHECK_FALSE(accepts(expected, 0));
  CHECK(expected.alternatives.empty());
}

TEST_CASE("Zeros and NaN are refused at every size", "[reference][dot]") {
  for (const std::string& kind : reference().input_kinds()) {
    for (const long long n : sizes) {
      INFO(kind << " n=" << n);
      const Expected expected = solved(generated(n, kind, Real::f32, 5), Real::f32);
      CHECK_FALSE(accepts(expected, 0));
      CHECK_FALSE(accepts(expected, std::nan("")));
    }
  }
}

TEST_CASE("A result of the next lower precision is refused for most values", "[reference][dot]") {
  for (const std::string kind : {"uniform", "positive"}) {
    for (const long long n : {31, 100, 1000}) {
      int refused_half = 0, refused_float = 0;
      for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Expected in_float = solved(generated(n, kind, Real::f32, seed), Real::f32);
        refused_half += !accepts(in_float, half(in_float.values[0]));
        const Problem problem = generated(n, kind, Real::f64, seed);
        refused_float += !accepts(solved(problem, Real::f64), in_a_row<float>(problem, false));
      }
      INFO(kind << " n=" << n);
      CHECK(refused_half >= 12);
      CHECK(refused_float >= 19);
    }
  }
}

TEST_CASE("Cancelling terms are a thousand times larger than their sum", "[reference][dot]") {
  const Problem problem = generated(3000, "cancelling", Real::f64, 5);
  const auto& a = problem.array("A").values;
  const auto& b = problem.array("B").values;
  double magnitude = 0;
  for (std::size_t i = 0; i < a.size(); ++i) magnitude += std::fabs(a[i] * b[i]);
  const double condition = magnitude / std::fabs(solved(problem, Real::f64).values[0]);
  CHECK(condition > 500);
  CHECK(condition < 3000);
}

TEST_CASE("Known wrong dot products have the values of the mistake", "[reference][dot]") {
  Values a(300), b(300, 1.0);
  std::iota(a.begin(), a.end(), 1.0);
  Problem problem = make_problem(a, b);
  problem.integers["block_size"] = 96;
  const Expected expected = solved(problem, Real::f64);
  CHECK(expected.values[0] == 45150);
  CHECK(alternative(expected, "the sum without its last term") == 44850);
  CHECK(alternative(expected, "the sum without its first term") == 45149);
  CHECK(alternative(expected, "the sum without its last 44 terms") == 32896);  // 1 + … + 256
  // The tree of 96 threads is 48, 24, 12, 6, 3, 1: of three, the last is lost, and with it every
  // third thread.
  CHECK(alternative(expected, "the sum without the terms that a tree loses") ==
        45150 - 3 * 100 * 101 / 2);
  CHECK(alternative(expected, "the sum of what thread 0") == 1 + 97 + 193 + 289);
  CHECK(std::isnan(alternative(expected, "the sum of the first")));  // the grid is larger than n
  CHECK(std::isnan(alternative(expected, "the sum of A:")));         // which is right here
  CHECK(alternative(expected, "the sum of B:") == 300);

  problem.integers["block_size"] = 64;
  CHECK(std::isnan(alternative(solved(problem, Real::f64), "the sum without what a tree")));
}

TEST_CASE("Without a grid-stride loop, 240 blocks sum as many terms as threads",
          "[reference][dot]") {
  const Problem problem = make_problem(Values(7690, 1.0), Values(7690, 1.0));
  CHECK(alternative(solved(problem, Real::f64), "the sum of the first 7680") == 7680);
}

TEST_CASE("The worst case of a dot product is never below its statistical bound",
          "[reference][dot]") {
  for (const std::string& kind : reference().input_kinds()) {
    for (const long long n : sizes) {
      const Problem problem = generated(n, kind, Real::f32, 3);
      CHECK(solved(problem, Real::f32, {Tolerance::Model::worst_case, 4}).bound[0] >=
            solved(problem, Real::f32).bound[0]);
    }
  }
}

TEST_CASE("A dot product moves each vector once", "[reference][dot]") {
  const Work work = reference().work(generated(1000, "uniform", Real::f32, 1), Real::f32);
  CHECK(work.flops == 2000);
  CHECK(work.bytes == 8004);
}

TEST_CASE("A negative length is an error of the manifest", "[reference][dot]") {
  CHECK_THROWS_AS(generated(-1, "uniform", Real::f32, 1), GraderError);
}
