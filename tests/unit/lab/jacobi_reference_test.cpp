// The reference of the lab jacobi: truths that a person can check, and a bound that accepts every
// right float program and refuses zeros, half precision and a sweep more or fewer.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include "base/fault.h"
#include "lab/linear_system.h"
#include "lab/reference.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

using Values = std::vector<double>;

const Reference& reference() { return find_reference("jacobi"); }

const Tolerance tolerance{Tolerance::Model::statistical, 2};

Problem generated(long long n, long long iterations, const std::string& input, Real real,
                  std::uint64_t seed) {
  Case c;
  c.name = "test";
  c.sizes = {{"n", n}, {"iterations", iterations}, {"block_size", 64}};
  c.input = input;
  Random random(seed);
  Problem problem = reference().generate(c, real, random);
  for (Array& array : problem.arrays) {
    for (double& value : array.values) value = round_to(real, value);
  }
  return problem;
}

Problem two_by_two(long long iterations) {
  Problem problem;
  problem.integers = {{"n", 2}, {"iterations", iterations}, {"block_size", 32}};
  problem.arrays = {{"A", Role::input, 2, 2, {2, 1, 1, 4}},
                    {"b", Role::input, 2, 1, {4, 8}},
                    {"x", Role::output, 2, 1, {}}};
  return problem;
}

Expected solved(const Problem& problem, Real real, const Tolerance& how = tolerance) {
  Truth truth = reference().solve(problem, Task{}, real, how);
  REQUIRE(truth.outputs.size() == 1);
  REQUIRE(truth.outputs[0].array == "x");
  return truth.outputs[0];
}

Expected solved_by_limit(const Problem& problem, Real real) {
  Task task;
  task.judge = "limit";
  return reference().solve(problem, task, real, tolerance).outputs.at(0);
}

bool accepts(const Expected& expected, const Values& found) {
  for (std::size_t i = 0; i < expected.values.size(); ++i) {
    if (!(std::fabs(found[i] - expected.values[i]) <= expected.bound[i])) return false;
  }
  return true;
}

Values alternative(const Expected& expected, const std::string& beginning) {
  for (const Alternative& wrong : expected.alternatives) {
    if (wrong.meaning.rfind(beginning, 0) == 0) return wrong.values;
  }
  return {};
}

/// How a program may compute a sweep.
enum class Way { skip, add_back, tree, premultiplied };

template <class T>
Values swept(const Problem& problem, Way way) {
  const auto n = static_cast<std::size_t>(problem.integer("n"));
  const auto& a_values = problem.array("A").values;
  const auto& b_values = problem.array("b").values;
  const std::vector<T> a(a_values.begin(), a_values.end());
  const std::vector<T> b(b_values.begin(), b_values.end());
  std::vector<T> x(n, T{0}), y(n), terms(n);
  for (long long k = 0; k < problem.integer("iterations"); ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      const T* row = a.data() + i * n;
      T sum = 0;
      switch (way) {
        case Way::skip:
          for (std::size_t j = 0; j < n; ++j) {
            if (j != i) sum += row[j] * x[j];
          }
          y[i] = (b[i] - sum) / row[i];
          break;
        case Way::add_back:
          for (std::size_t j = n; j-- > 0;) sum += row[j] * x[j];
          y[i] = (b[i] - sum) / row[i] + x[i];
          break;
        case Way::tree:
          for (std::size_t j = 0; j < n; ++j) terms[j] = j == i ? T{0} : row[j] * x[j];
          for (std::size_t left = n; left > 1; left = (left + 1) / 2) {
            for (std::size_t j = 0; j < left / 2; ++j) terms[j] += terms[(left + 1) / 2 + j];
          }
          y[i] = (b[i] - terms[0]) / row[i];
          break;
        case Way::premultiplied: {
          const T inverse = 1 / row[i];
          for (std::size_t j = 0; j < n; ++j) {
            if (j != i) sum += -(row[j] * inverse) * x[j];
          }
          y[i] = b[i] * inverse + sum;
          break;
        }
      }
    }
    x.swap(y);
  }
  return {x.begin(), x.end()};
}

/// As jacobi_best does it: the map (M, c) squared again and again.
template <class T>
Values doubled(const Problem& problem) {
  const auto n = static_cast<std::size_t>(problem.integer("n"));
  const auto& a = problem.array("A").values;
  const auto& b = problem.array("b").values;
  std::vector<T> m(n * n), squared(n * n), c(n), x(n, T{0});
  for (std::size_t i = 0; i < n; ++i) {
    const T diagonal = static_cast<T>(a[i * n + i]);
    for (std::size_t j = 0; j < n; ++j) {
      m[i * n + j] = i == j ? T{0} : -static_cast<T>(a[i * n + j]) / diagonal;
    }
    c[i] = static_cast<T>(b[i]) / diagonal;
  }
  const auto apply = [&](const std::vector<T>& v) {
    std::vector<T> result = c;
    for (std::size_t i = 0; i < n; ++i) {
      T sum = 0;
      for (std::size_t j = 0; j < n; ++j) sum += m[i * n + j] * v[j];
      result[i] += sum;
    }
    return result;
  };
  for (long long k = problem.integer("iterations"); k > 0; k /= 2) {
    if (k % 2 == 1) x = apply(x);
    if (k == 1) break;
    c = apply(c);
    std::fill(squared.begin(), squared.end(), T{0});
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t p = 0; p < n; ++p) {
        for (std::size_t j = 0; j < n; ++j) squared[i * n + j] += m[i * n + p] * m[p * n + j];
      }
    }
    m.swap(squared);
  }
  return {x.begin(), x.end()};
}

/// Chaotic relaxation: each value that a row uses is `age` sweeps old (as old as variants' program
/// may ever use; Jacobi: 1), or of any age up to that, drawn anew each time.
template <class T>
Values chaotic(const Problem& problem, int age, bool drawn) {
  const auto n = static_cast<std::size_t>(problem.integer("n"));
  const auto& a_values = problem.array("A").values;
  const auto& b_values = problem.array("b").values;
  const std::vector<T> a(a_values.begin(), a_values.end());
  const std::vector<T> b(b_values.begin(), b_values.end());
  Random random(11);
  std::vector<std::vector<T>> x(static_cast<std::size_t>(age) + 1, std::vector<T>(n, T{0}));
  for (long long k = 0; k < problem.integer("iterations"); ++k) {
    std::rotate(x.rbegin(), x.rbegin() + 1, x.rend());  // x[1] is the last sweep's
    for (std::size_t i = 0; i < n; ++i) {
      T sum = 0;
      for (std::size_t j = 0; j < n; ++j) {
        const auto old = static_cast<std::size_t>(drawn ? random.integer(1, age) : age);
        if (j != i) sum += a[i * n + j] * x[j < i && drawn ? old - 1 : old][j];
      }
      x[0][i] = (b[i] - sum) / a[i * n + i];
    }
  }
  return {x[0].begin(), x[0].end()};
}

/// The nearest number with 11 significant bits: half precision, but for its range.
double half(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(fraction, 11)), exponent - 11);
}

std::filesystem::path scratch_file() {
  return std::filesystem::temp_directory_path() /
         ("warpgrade_jacobi_reference_test_" + std::to_string(::getpid()) + ".txt");
}

struct Size {
  int n, iterations;
};

const std::vector<Size> sizes = {{1, 1},   {1, 5},    {2, 1},   {2, 2},   {3, 7},
                                 {8, 10},  {31, 1},   {33, 3},  {64, 9},  {65, 40},
                                 {100, 1}, {100, 11}, {129, 6}, {255, 3}, {64, 1000}};

}  // namespace

TEST_CASE("Jacobi's iterates of 2x + y = 4, x + 4y = 8 match those computed by hand",
          "[reference][jacobi]") {
  CHECK(solved(two_by_two(0), Real::f32).values == Values{0, 0});
  CHECK(solved(two_by_two(1), Real::f32).values == Values{2, 2});
  CHECK(solved(two_by_two(2), Real::f32).values == Values{1, 1.5});      // (4 − 2)/2, (8 − 2)/4
  CHECK(solved(two_by_two(3), Real::f32).values == Values{1.25, 1.75});  // (4 − 1.5)/2, (8 − 1)/4
  const Values limit = solved(two_by_two(200), Real::f32).values;
  CHECK(limit[0] == Approx(8.0 / 7));
  CHECK(limit[1] == Approx(12.0 / 7));
}

TEST_CASE("Known wrong answers of Jacobi have the values of the mistake", "[reference][jacobi]") {
  const Expected expected = solved(two_by_two(2), Real::f32);
  CHECK(alternative(expected, "x after one sweep more") == Values{1.25, 1.75});
  CHECK(alternative(expected, "x after one sweep fewer") == Values{2, 2});
  // 4/2 = 2, (8 − 2)/4 = 1.5; then (4 − 1.5)/2 = 1.25, (8 − 1.25)/4 = 1.6875
  CHECK(alternative(expected, "Gauss–Seidel") == Values{1.25, 1.6875});
  // 4/2 = 2, 8/4 = 2; then (4 − 2·2 − 2)/2 = −1, (8 − 2 − 4·2)/4 = −0.5
  CHECK(alternative(expected, "the sum includes the term j = i") == Values{-1, -0.5});
  CHECK(alternative(expected, "b itself") == Values{4, 8});
}

TEST_CASE("Jacobi's iterate of too few sweeps is known, however few", "[reference][jacobi]") {
  const Problem problem = generated(8, 9, "uniform", Real::f32, 1);
  const Expected expected = solved(problem, Real::f32);
  REQUIRE(expected.closest_alternative);
  for (const long long done : {2, 5, 7}) {
    Problem shorter = problem;
    shorter.integers["iterations"] = done;
    const Values found = solved(shorter, Real::f32).values;
    const Alternative closest = expected.closest_alternative(found);
    CHECK(closest.meaning == "x after " + std::to_string(done) + " sweeps, not after 9");
    CHECK(closest.values == found);
    CHECK(closest.mistake == "stopped early");
  }
  CHECK_FALSE(solved(two_by_two(9), Real::f32).closest_alternative);
}

TEST_CASE("No sweeps: only exact zeros are accepted; no rows: nothing is expected",
          "[reference][jacobi]") {
  const Expected expected = solved(generated(33, 0, "recipe", Real::f32, 1), Real::f32);
  CHECK(accepts(expected, Values(33, 0.0)));
  CHECK_FALSE(accepts(expected, Values(33, 1e-300)));
  for (const std::string& kind : reference().input_kinds()) {
    CHECK(solved(generated(0, 3, kind, Real::f32, 1), Real::f32).values.empty());
  }
}

TEST_CASE("Correct float and double sweeps are accepted in every order of summation",
          "[reference][jacobi]") {
  for (const std::string& kind : reference().input_kinds()) {
    for (const Size s : sizes) {
      INFO(kind << " n=" << s.n << " iterations=" << s.iterations);
      const Problem in_float = generated(s.n, s.iterations, kind, Real::f32, 7);
      const Problem in_double = generated(s.n, s.iterations, kind, Real::f64, 7);
      const Expected expected_float = solved(in_float, Real::f32);
      const Expected expected_double = solved(in_double, Real::f64);
      for (const Way way : {Way::skip, Way::add_back, Way::tree, Way::premultiplied}) {
        CHECK(accepts(expected_float, swept<float>(in_float, way)));
        CHECK(accepts(expected_double, swept<double>(in_double, way)));
      }
      CHECK(accepts(expected_float, doubled<float>(in_float)));
      CHECK(accepts(expected_double, doubled<double>(in_double)));
    }
  }
}

TEST_CASE("Zeros, NaN and half precision are refused", "[reference][jacobi]") {
  for (const std::string& kind : reference().input_kinds()) {
    for (const Size s : sizes) {
      INFO(kind << " n=" << s.n << " iterations=" << s.iterations);
      const Expected expected = solved(generated(s.n, s.iterations, kind, Real::f32, 5), Real::f32);
      CHECK_FALSE(accepts(expected, Values(expected.values.size(), 0.0)));
      Values found = expected.values;
      found.back() = std::nan("");
      CHECK_FALSE(accepts(expected, found));
      if (s.n < 8) continue;  // a few values may happen to lie close to those of half precision
      for (std::size_t i = 0; i < found.size(); ++i) found[i] = half(expected.values[i]);
      CHECK_FALSE(accepts(expected, found));
    }
  }
}

TEST_CASE("Float sweeps are refused if double is required", "[reference][jacobi]") {
  for (const Size s : sizes) {
    if (s.n < 8) continue;
    INFO("n=" << s.n << " iterations=" << s.iterations);
    const Problem problem = generated(s.n, s.iterations, "uniform", Real::f64, 5);
    CHECK_FALSE(accepts(solved(problem, Real::f64), swept<float>(problem, Way::skip)));
  }
}

TEST_CASE("A sweep more or fewer, Gauss–Seidel and the transposed matrix are distinguished",
          "[reference][jacobi]") {
  // Where signs are random, x is within rounding of its limit after a few sweeps.
  for (const std::string kind : {"recipe", "uniform", "weak", "asymmetric", "negative"}) {
    for (const Size s : {Size{8, 5}, Size{33, 3}, Size{65, 4}, Size{129, 2}}) {
      INFO(kind << " n=" << s.n << " iterations=" << s.iterations);
      const Expected expected = solved(generated(s.n, s.iterations, kind, Real::f32, 5), Real::f32);
      for (const std::string wrong : {"x after one sweep more", "x after one sweep fewer",
                                      "Gauss–Seidel", "Jacobi's iterate for the transposed"}) {
        INFO(wrong);
        const Values values = alternative(expected, wrong);
        REQUIRE(!values.empty());
        CHECK_FALSE(accepts(expected, values));
      }
    }
  }
}

TEST_CASE("Doubling gives the same result as single sweeps", "[reference][jacobi]") {
  // More than 2·10⁸ multiply-adds, far from the limit: the reference doubles.
  const Problem problem = generated(1000, 301, "recipe", Real::f64, 3);
  const Expected expected = solved(problem, Real::f64);
  CHECK(expected.alternatives.empty());
  CHECK(accepts(expected, swept<double>(problem, Way::skip)));
}

TEST_CASE("Enough sweeps give the limit of x", "[reference][jacobi]") {
  const Problem problem = generated(40, 200001, "recipe", Real::f64, 3);
  Problem fewer = problem;
  fewer.integers["iterations"] = 5000;
  CHECK(accepts(solved(problem, Real::f64), swept<double>(fewer, Way::skip)));
}

TEST_CASE("The worst-case bound is never below the statistical one at the same constant",
          "[reference][jacobi]") {
  const Problem problem = generated(64, 20, "recipe", Real::f32, 3);
  const Expected statistical = solved(problem, Real::f32);
  const Expected worst = solved(problem, Real::f32, {Tolerance::Model::worst_case, 2});
  for (std::size_t i = 0; i < 64; ++i) CHECK(worst.bound[i] >= statistical.bound[i]);
}

TEST_CASE("Judged by the limit, the truth is A⁻¹b and not an iterate", "[reference][jacobi]") {
  const Expected expected = solved_by_limit(two_by_two(200), Real::f32);
  CHECK(expected.values[0] == Approx(8.0 / 7));
  CHECK(expected.values[1] == Approx(12.0 / 7));
  // Three sweeps more are sure to shrink the error by √(1/8), the spectral radius of
  // {0, 1/2; 1/4, 0}; from one to three sweeps the bound is the same.
  const auto bound = [](long long iterations) {
    return solved_by_limit(two_by_two(iterations), Real::f32).bound[0];
  };
  CHECK(bound(4) == Approx(bound(6)));
  CHECK(bound(7) == Approx(bound(6) * std::sqrt(0.125)).epsilon(0.001));
}

TEST_CASE("Judged by the limit, chaotic relaxation is accepted however old its values are",
          "[reference][jacobi]") {
  for (const std::string& kind : reference().input_kinds()) {
    for (const Size s : {Size{1, 1}, Size{2, 2}, Size{8, 30}, Size{33, 7}, Size{65, 100}}) {
      INFO(kind << " n=" << s.n << " iterations=" << s.iterations);
      const Problem in_float = generated(s.n, s.iterations, kind, Real::f32, 7);
      const Problem in_double = generated(s.n, s.iterations, kind, Real::f64, 7);
      for (const int age : {1, 2, 3}) {
        for (const bool drawn : {false, true}) {
          INFO("age " << age << (drawn ? ", drawn" : ""));
          CHECK(
              accepts(solved_by_limit(in_float, Real::f32), chaotic<float>(in_float, age, drawn)));
          CHECK(accepts(solved_by_limit(in_double, Real::f64),
                        chaotic<double>(in_double, age, drawn)));
        }
      }
    }
  }
}

TEST_CASE("Judged by the limit, values without bound on their age, zeros and NaN are refused",
          "[reference][jacobi]") {
  for (const std::string& kind : reference().input_kinds()) {
    INFO(kind);
    const int iterations = kind == "weak" || kind == "recipe" ? 4000 : 200;
    const Problem problem = generated(65, iterations, kind, Real::f64, 7);
    const Expected expected = solved_by_limit(problem, Real::f64);
    CHECK_FALSE(accepts(expected, Values(65, 0.0)));
    CHECK_FALSE(accepts(expected, Values(65, std::nan(""))));
    // Copies that ran far ahead of the sweeps: they used what was there half of the sweeps ago, or
    // the start.
    CHECK_FALSE(accepts(expected, chaotic<double>(problem, iterations / 2, false)));
    Problem one_sweep = problem;
    one_sweep.integers["iterations"] = 1;
    CHECK_FALSE(accepts(expected, swept<double>(one_sweep, Way::skip)));
  }
}

TEST_CASE("Judged by the limit, float is refused if double is required", "[reference][jacobi]") {
  const Problem problem = generated(65, 2000, "uniform", Real::f64, 7);
  CHECK_FALSE(accepts(solved_by_limit(problem, Real::f64), chaotic<float>(problem, 2, true)));
}

TEST_CASE("Problems that cannot be judged by the limit are an error of the lab",
          "[reference][jacobi]") {
  Problem growing = two_by_two(10);
  growing.arrays[0].values = {1, 9, 9, 1};
  CHECK_THROWS_AS(solved_by_limit(growing, Real::f32), GraderError);
  Task task;
  task.judge = "residual";
  CHECK_THROWS_AS(reference().solve(two_by_two(3), task, Real::f32, tolerance), GraderError);
}

TEST_CASE("A growing iterate is judged while a float can hold it", "[reference][jacobi]") {
  // |M| = {0, 2, 3; 4, 0, 2; 3, 5, 0}: a sweep makes errors and x about six times as large.
  Problem problem;
  problem.integers = {{"n", 3}, {"iterations", 40}, {"block_size", 32}};
  problem.arrays = {{"A", Role::input, 3, 3, {1, 2, 3, 4, 1, 2, 3, 5, 1}},
                    {"b", Role::input, 3, 1, {1, 2, 3}},
                    {"x", Role::output, 3, 1, {}}};
  const Expected expected = solved(problem, Real::f32);
  CHECK(std::fabs(expected.values[0]) > 1e30);
  CHECK(expected.bound[0] < 1e-3 * std::fabs(expected.values[0]));
  for (const Way way : {Way::skip, Way::add_back, Way::tree, Way::premultiplied}) {
    CHECK(accepts(expected, swept<float>(problem, way)));
  }
  CHECK_FALSE(accepts(expected, Values(3, 0.0)));
  problem.integers["iterations"] = 50;  // 10³⁹
  CHECK_THROWS_AS(solved(problem, Real::f32), GraderError);
  CHECK_NOTHROW(solved(problem, Real::f64));
}

TEST_CASE("Too many growing sweeps are refused at once", "[reference][jacobi]") {
  Problem problem = two_by_two(2000000000);
  problem.arrays[0].values = {1, 9, 9, 1};
  CHECK_THROWS_AS(solved(problem, Real::f64), GraderError);
}

TEST_CASE("Half precision is refused at the course's sizes too", "[reference][jacobi]") {
  for (const Size s : {Size{256, 1500}, Size{1024, 10000}}) {
    INFO("n=" << s.n << " iterations=" << s.iterations);
    const Expected expected =
        solved(generated(s.n, s.iterations, "recipe", Real::f32, 9), Real::f32);
    Values found = expected.values;
    for (double& value : found) value = half(value);
    CHECK_FALSE(accepts(expected, found));
    CHECK_FALSE(accepts(expected, Values(found.size(), 0.0)));
  }
}

TEST_CASE("A data file contains n and the sweeps; a case may use fewer", "[reference][jacobi]") {
  const std::filesystem::path path = scratch_file();
  write_linear_system(path, make_linear_system(5, 7, 1));
  Case c;
  c.name = "test";
  c.data = path;
  c.sizes = {{"block_size", 32}};
  Random random(1);
  const Problem whole = reference().generate(c, Real::f32, random);
  CHECK(whole.integer("n") == 5);
  CHECK(whole.integer("iterations") == 7);
  CHECK(whole.integer("block_size") == 32);
  c.sizes["iterations"] = 3;
  CHECK(reference().generate(c, Real::f32, random).integer("iterations") == 3);
  std::filesystem::remove(path);
}

TEST_CASE("A 0 on the diagonal and a diverging iteration are an error of the lab",
          "[reference][jacobi]") {
  const std::filesystem::path path = scratch_file();
  write_linear_system(path, {2, 3, {1, 2, 3, 0}, {1, 1}});
  Case c;
  c.name = "test";
  c.data = path;
  c.sizes = {{"block_size", 32}};
  Random random(1);
  CHECK_THROWS_AS(reference().generate(c, Real::f32, random), GraderError);
  std::filesystem::remove(path);

  Problem diverging = two_by_two(100000);
  diverging.arrays[0].values = {1, 9, 9, 1};
  CHECK_THROWS_AS(solved(diverging, Real::f32), GraderError);
}

TEST_CASE("A value too large for the number type is reported", "[reference][jacobi]") {
  const std::filesystem::path path = scratch_file();
  const auto message = [&](std::vector<double> a, std::vector<double> b, Real real) {
    write_linear_system(path, {2, 3, std::move(a), std::move(b)});
    Case c;
    c.name = "test";
    c.data = path;
    c.sizes = {{"block_size", 32}};
    Random random(1);
    std::string text;
    try {
      reference().generate(c, real, random);
    } catch (const GraderError& e) {
      text = e.what();
    }
    std::filesystem::remove(path);
    return text;
  };
  CHECK(message({4, 1e200, 1, 4}, {1, 1}, Real::f32) ==
        "case 'test': A[0][1] = 1e+200 is beyond the range of float");
  CHECK(message({4, 1e200, 1, 4}, {1, 1}, Real::f64).empty());
  CHECK(message({4, 1, 1, 4}, {1, -1e60}, Real::f32) ==
        "case 'test': b[1] = -1e+60 is beyond the range of float");
  CHECK(message({4, 1, 1, 1e-60}, {1, 1}, Real::f32) ==
        "case 'test': A[1][1] = 1e-60 is 0 in float: Jacobi's iteration divides by it");
  CHECK(message({4, 1, 1, 0}, {1, 1}, Real::f64) ==
        "case 'test': A[1][1] = 0: Jacobi's iteration divides by it");
}

TEST_CASE("The remark names the largest residual", "[reference][jacobi]") {
  const Problem problem = two_by_two(1);
  // A·(2, 2) − b = (6 − 4, 10 − 8)
  CHECK(reference().remark(problem, {{"x", Role::output, 2, 1, {2, 2}}}, true) ==
        "largest residual max |A·x − b| = 2");
  CHECK(reference().remark(problem, {{"x", Role::output, 2, 1, {2, std::nan("")}}}, true).empty());
}
