// The reference of the lab matvec-chunk: truths that a person can check, and a bound that accepts
// every right float program and refuses zeros and half precision.
#include <algorithm>
#include <cmath>
#include <functional>

#include "base/fault.h"
#include "lab/reference.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

using Values = std::vector<double>;

const Reference& reference() { return find_reference("matvec-chunk"); }

const Tolerance tolerance{Tolerance::Model::statistical, 4};

struct Shape {
  int m, n, s;
};

Case made(Shape shape, const std::string& input, long long blocks = 2, long long threads = 64) {
  Case c;
  c.name = "test";
  c.sizes = {
      {"M", shape.m}, {"N", shape.n}, {"S", shape.s}, {"blocks", blocks}, {"threads", threads}};
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

Problem by_hand(Shape shape, Values a, Values in) {
  const auto m = static_cast<std::size_t>(shape.m), n = static_cast<std::size_t>(shape.n),
             s = static_cast<std::size_t>(shape.s);
  Problem problem;
  problem.integers = {
      {"M", shape.m}, {"N", shape.n}, {"S", shape.s}, {"blocks", 1}, {"threads", 32}};
  problem.arrays = {{"A", Role::input, m, n, std::move(a)},
                    {"in", Role::input, s, n, std::move(in)},
                    {"out", Role::output, s, m, {}}};
  return problem;
}

Expected solved(const Problem& problem, Real real) {
  Truth truth = reference().solve(problem, Task{}, real, tolerance);
  REQUIRE(truth.outputs.size() == 1);
  return truth.outputs[0];
}

/// The known wrong answer whose meaning begins so.
Values answer(const Expected& expected, const std::string& beginning) {
  for (const Alternative& wrong : expected.alternatives) {
    if (wrong.meaning.rfind(beginning, 0) == 0) return wrong.values;
  }
  return {};
}

bool accepts(const Expected& expected, const Values& found) {
  for (std::size_t i = 0; i < expected.values.size(); ++i) {
    if (!(std::fabs(found[i] - expected.values[i]) <= expected.bound[i])) return false;
  }
  return true;
}

/// u(h)[i] in arithmetic of type T: element j of v(h) is at vector(h, j) of the input, and the
/// matrix's at matrix(i, j) of A. Every `part` terms are summed on their own.
template <class T>
Values multiplied(const Problem& problem, int part,
                  const std::function<int(int h, int j)>& vector = {},
                  const std::function<int(int i, int j)>& matrix = {}) {
  const int m = static_cast<int>(problem.integer("M")), n = static_cast<int>(problem.integer("N")),
            s = static_cast<int>(problem.integer("S"));
  const Values& a = problem.array("A").values;
  const Values& in = problem.array("in").values;
  Values out;
  for (int h = 0; h < s; ++h) {
    for (int i = 0; i < m; ++i) {
      T sum = 0;
      for (int first = 0; first < n; first += part) {
        T partial = 0;
        for (int j = first; j < n && j < first + part; ++j) {
          const auto at_a = static_cast<std::size_t>(matrix ? matrix(i, j) : i * n + j);
          const auto at_in = static_cast<std::size_t>(vector ? vector(h, j) : h * n + j);
          partial = std::fma(static_cast<T>(a[at_a]), static_cast<T>(in[at_in]), partial);
        }
        sum += partial;
      }
      out.push_back(static_cast<double>(sum));
    }
  }
  return out;
}

/// The nearest number with 11 significant bits: half precision, but for its range.
double half(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(fraction, 11)), exponent - 11);
}

const std::vector<Shape> shapes = {{1, 1, 40},   {1, 9, 20},    {9, 1, 20},   {2, 3, 7},
                                   {8, 8, 33},   {5, 7, 40},    {16, 24, 31}, {33, 20, 129},
                                   {24, 33, 17}, {100, 100, 11}};

}  // namespace

TEST_CASE("Two products with a 2×3 matrix match those computed by hand",
          "[reference][matvec-chunk]") {
  const Expected expected =
      solved(by_hand({2, 3, 2}, {1, 2, 3, 4, 5, 6}, {1, 0, 2, 3, 1, 0}), Real::f32);
  CHECK(expected.array == "out");
  CHECK(expected.rows == 2);
  CHECK(expected.cols == 2);
  // 1·1 + 2·0 + 3·2, 4·1 + 5·0 + 6·2, 1·3 + 2·1 + 3·0, 4·3 + 5·1 + 6·0
  CHECK(expected.values == Values{7, 16, 5, 17});
}

TEST_CASE("Known wrong answers of small products have the values of the mistake",
          "[reference][matvec-chunk]") {
  const Expected square = solved(by_hand({2, 2, 2}, {1, 2, 3, 4}, {5, 6, 7, 8}), Real::f32);
  CHECK(square.values == Values{17, 39, 23, 53});
  CHECK(answer(square, "Aᵀ·v(h)") == Values{23, 34, 31, 46});
  CHECK(answer(square, "the input stored by columns") == Values{19, 43, 22, 50});
  CHECK(answer(square, "the output stored by columns") == Values{17, 23, 39, 53});
  CHECK(answer(square, "each u(h) is that of the next vector") == Values{23, 53, 17, 39});
  CHECK(answer(square, "the sums without their last term") == Values{5, 15, 7, 21});
  CHECK(answer(square, "the sums without their first term") == Values{12, 24, 16, 32});

  const Expected wide =
      solved(by_hand({2, 3, 2}, {1, 2, 3, 4, 5, 6}, {1, 0, 2, 3, 1, 0}), Real::f32);
  // A as 1 3 5 / 2 4 6, and vectors (1, 0, 2) and (2, 3, 1).
  CHECK(answer(wide, "A stored by columns") == Values{11, 14, 6, 10});
  CHECK(answer(wide, "the products of vectors that begin M elements apart") ==
        Values{7, 16, 11, 29});
}

TEST_CASE("Index mistakes in any shape are recognized", "[reference][matvec-chunk]") {
  for (const Shape s : {Shape{5, 7, 12}, Shape{16, 24, 9}, Shape{33, 20, 10}}) {
    INFO(s.m << "x" << s.n << "x" << s.s);
    const Problem problem = generated(made(s, "integers"), Real::f32, 3);
    const Expected expected = solved(problem, Real::f32);
    CHECK(answer(expected, "the input stored by columns") ==
          multiplied<double>(problem, s.n, [&](int h, int j) { return j * s.s + h; }));
    CHECK(answer(expected, "A stored by columns") ==
          multiplied<double>(problem, s.n, {}, [&](int i, int j) { return j * s.m + i; }));
    if (s.m < s.n) {
      CHECK(answer(expected, "the products of vectors that begin M elements apart") ==
            multiplied<double>(problem, s.n, [&](int h, int j) { return h * s.m + j; }));
    }
  }
}

TEST_CASE("Lost chunks and reordered outputs are recognized", "[reference][matvec-chunk]") {
  const Shape s{16, 20, 3};
  const Problem problem = generated(made(s, "integers"), Real::f32, 5);
  const Expected expected = solved(problem, Real::f32);
  const Values& a = problem.array("A").values;
  const Values& in = problem.array("in").values;
  const auto terms = [&](int first, int last) {
    Values out;
    for (int h = 0; h < s.s; ++h) {
      for (int i = 0; i < s.m; ++i) {
        double sum = 0;
        for (int j = first; j < last; ++j) {
          sum +=
              a[static_cast<std::size_t>(i * s.n + j)] * in[static_cast<std::size_t>(h * s.n + j)];
        }
        out.push_back(sum);
      }
    }
    return out;
  };
  CHECK(answer(expected, "the sums without their last 4 terms: N rounded down") == terms(0, 16));
  CHECK(answer(expected, "the sums of the first chunk") == terms(0, 8));
  CHECK(answer(expected, "the sums of the last chunk alone") == terms(16, 20));

  const Values swapped = answer(expected, "the outputs in another order: output i·CS + k");
  const Values back = answer(expected, "the outputs in another order: output k·(M / CS) + i");
  REQUIRE(swapped.size() == expected.values.size());
  REQUIRE(back.size() == expected.values.size());
  for (std::size_t h = 0; h < 3; ++h) {
    for (std::size_t k = 0; k < 8; ++k) {
      for (std::size_t i = 0; i < 2; ++i) {
        CHECK(swapped[h * 16 + i * 8 + k] == expected.values[h * 16 + k * 2 + i]);
        CHECK(back[h * 16 + k * 2 + i] == expected.values[h * 16 + i * 8 + k]);
      }
    }
  }
}

TEST_CASE("Sums that are not reset accumulate over a thread's vectors",
          "[reference][matvec-chunk]") {
  const Problem problem = generated(made({10, 3, 200}, "integers", 2, 96), Real::f32, 9);
  // Products at a time, of 2 blocks of 96 threads: 9 a block with 10 threads each, 96, 12.
  for (const auto& [entry, round] : std::vector<std::pair<std::string, std::size_t>>{
           {"mxv_o_per_thd", 18}, {"mxv_sh", 192}, {"mxv_sh_ochunk", 24}}) {
    INFO(entry);
    Task task;
    task.entry = entry;
    const Expected expected = reference().solve(problem, task, Real::f32, tolerance).outputs.at(0);
    const Values piled = answer(expected, "the sums of all products that a thread has done so far");
    REQUIRE(piled.size() == 2000);
    for (std::size_t h = 0; h < 200; ++h) {
      for (std::size_t i = 0; i < 10; ++i) {
        double sum = 0;
        for (std::size_t g = h % round; g <= h; g += round) sum += expected.values[g * 10 + i];
        CHECK(piled[h * 10 + i] == sum);
      }
    }
  }
}

TEST_CASE("No known wrong answer of small products is accepted", "[reference][matvec-chunk]") {
  for (const Shape s : shapes) {
    if (s.n == 1) continue;  // two of them may be equal there
    INFO(s.m << "x" << s.n << "x" << s.s);
    const Expected expected = solved(generated(made(s, "uniform"), Real::f32, 1), Real::f32);
    CHECK_FALSE(expected.alternatives.empty());
    for (const Alternative& wrong : expected.alternatives) {
      INFO(wrong.meaning);
      CHECK_FALSE(accepts(expected, wrong.values));
    }
  }
}

TEST_CASE("The arrays have room after the vectors for one per thread",
          "[reference][matvec-chunk]") {
  const Problem problem = generated(made({5, 7, 10}, "uniform", 3, 96), Real::f32, 1);
  CHECK(problem.array("in").overflow == 3 * 96 * 7);
  CHECK(problem.array("out").overflow == 3 * 96 * 5);
  CHECK(problem.array("A").overflow == 0);
  const Problem none = generated(made({5, 7, 0}, "uniform", 1, 32), Real::f32, 1);
  CHECK(none.array("in").values.empty());
  CHECK(none.array("in").overflow == 32 * 7);
  CHECK(solved(none, Real::f32).values.empty());
}

TEST_CASE("Correct float and double programs of small products are accepted",
          "[reference][matvec-chunk]") {
  for (const std::string& kind : reference().input_kinds()) {
    for (const Shape s : shapes) {
      INFO(kind << " " << s.m << "x" << s.n << "x" << s.s);
      const Problem in_float = generated(made(s, kind), Real::f32, 7);
      const Problem in_double =
          generated(made({s.m, std::min(s.n, 80), s.s}, kind), Real::f64, 7);  // 64 KiB
      for (const int part : {1, 4, 8, 100}) {
        CHECK(accepts(solved(in_float, Real::f32), multiplied<float>(in_float, part)));
        CHECK(accepts(solved(in_double, Real::f64), multiplied<double>(in_double, part)));
      }
    }
  }
}

TEST_CASE("Zeros, a changed element and NaN are refused as small products",
          "[reference][matvec-chunk]") {
  for (const std::string& kind : reference().input_kinds()) {
    for (const Shape s : shapes) {
      INFO(kind << " " << s.m << "x" << s.n << "x" << s.s);
      const Expected expected = solved(generated(made(s, kind), Real::f32, 3), Real::f32);
      const auto largest =
          std::max_element(expected.values.begin(), expected.values.end(),
                           [](double a, double b) { return std::fabs(a) < std::fabs(b); });
      REQUIRE(*largest != 0);
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

TEST_CASE("Half precision is refused in small products, and float if double is required",
          "[reference][matvec-chunk]") {
  for (const Shape s : shapes) {
    INFO(s.m << "x" << s.n << "x" << s.s);
    for (const std::string kind : {"uniform", "decimal", "graded"}) {
      INFO(kind);
      const Problem problem = generated(made(s, kind), Real::f32, 11);
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
    if (s.m * s.n > 8192) continue;
    const Problem in_double = generated(made(s, "uniform"), Real::f64, 5);
    CHECK_FALSE(accepts(solved(in_double, Real::f64), multiplied<float>(in_double, 8)));
  }
}

TEST_CASE("Structured, selecting and integer small products are exact",
          "[reference][matvec-chunk]") {
  for (const std::string kind : {"structured", "integers", "selection"}) {
    const Problem problem = generated(made({33, 20, 129}, kind), Real::f32, 2);
    CHECK(multiplied<float>(problem, 8) == solved(problem, Real::f32).values);
  }
}

TEST_CASE("The same seed generates the same small products, another one others",
          "[reference][matvec-chunk]") {
  for (const std::string& kind : reference().input_kinds()) {
    INFO(kind);
    const Case c = made({5, 6, 70}, kind);
    CHECK(generated(c, Real::f32, 1).array("in").values ==
          generated(c, Real::f32, 1).array("in").values);
    const Problem one = generated(c, Real::f32, 1), other = generated(c, Real::f32, 2);
    CHECK((one.array("A").values != other.array("A").values ||
           one.array("in").values != other.array("in").values));
  }
}

TEST_CASE("Small products that cannot be generated are an error of the lab",
          "[reference][matvec-chunk]") {
  const auto refused = [](const Case& c, Real real) {
    CHECK_THROWS_AS(generated(c, real, 1), GraderError);
  };
  refused(made({1, 1, 1}, "nonsense"), Real::f32);
  refused(made({0, 1, 1}, "uniform"), Real::f32);
  refused(made({1, 101, 1}, "uniform"), Real::f32);
  refused(made({1, 1, -1}, "uniform"), Real::f32);
  refused(made({1, 1, 1}, "uniform", 0), Real::f32);
  refused(made({1, 1, 1}, "uniform", 1, 48), Real::f32);
  refused(made({1, 1, 1}, "uniform", 1, 2048), Real::f32);
  refused(made({91, 91, 1}, "uniform"), Real::f64);  // 8281 · 8 bytes
  CHECK_NOTHROW(generated(made({91, 91, 1}, "uniform"), Real::f32, 1));
}

TEST_CASE("The work of small products is two operations per term and each vector once",
          "[reference][matvec-chunk]") {
  const Work work =
      reference().work(generated(made({2, 3, 4}, "uniform"), Real::f32, 1), Real::f64);
  CHECK(work.flops == 48);
  CHECK(work.bytes == (4 * 3 + 4 * 2) * 8);
}
