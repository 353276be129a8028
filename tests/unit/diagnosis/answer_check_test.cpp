#include "diagnosis/answer_check.h"
#include "diagnosis/arranged.h"
#include "diagnosis/hypotheses.h"

#include <cmath>
#include <limits>

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// A rows × cols truth whose elements all differ, and a right answer to it.
struct Sample {
  Expected expected;
  Answer answer;

  Sample(std::size_t rows, std::size_t cols) {
    expected.array = "C";
    expected.rows = rows;
    expected.cols = cols;
    for (std::size_t i = 0; i < rows * cols; ++i) {
      expected.values.push_back(1 + 0.37 * static_cast<double>(i) +
                                0.01 * static_cast<double>(i * i % 17));
      expected.bound.push_back(1e-6);
    }
    answer.expected = &expected;
    answer.found = expected.values;
    answer.untouched.assign(rows * cols, false);
    answer.poison = 5000.5;
  }

  void never_write(std::size_t i) {
    answer.found[i] = answer.poison;
    answer.untouched[i] = true;
  }

  Causes causes() const { return explain_alone(diagnose(answer, wrong_elements(answer))); }
  std::string diagnosis() const { return describe(causes()); }
};

using Catch::Contains;

}  // namespace

TEST_CASE("a NaN or an infinity is never accepted, whatever the bound") {
  CHECK_FALSE(accepts(not_a_number, 1, infinity));
  CHECK_FALSE(accepts(not_a_number, not_a_number, 1));
  CHECK_FALSE(accepts(infinity, 1, 1e300));
  CHECK_FALSE(accepts(-infinity, 1, 1e300));
  CHECK_FALSE(accepts(1, 1, not_a_number));
  CHECK(accepts(1, 1, 0));
  CHECK(accepts(1.5, 1, 0.5));
  CHECK_FALSE(accepts(1.5, 1, 0.25));
}

TEST_CASE("how much of its bound an answer needs is what the worst element needs") {
  Sample s(2, 3);
  s.expected.bound.assign(6, 0.5);
  s.expected.bound[1] = 0;  // must be exact, and is
  CHECK(share_of_bound(s.answer) == 0);
  s.answer.found[2] += 0.125;
  s.answer.found[4] -= 0.25;
  CHECK(share_of_bound(s.answer) == Approx(0.5));
}

TEST_CASE("a right answer has no wrong elements") {
  CHECK(wrong_elements(Sample(5, 7).answer).empty());
}

TEST_CASE("a missing tail block of rows is named") {
  Sample s(33, 8);
  for (std::size_t j = 0; j < 8; ++j) s.never_write(32 * 8 + j);
  CHECK_THAT(s.diagnosis(), Contains("last row (from row 32 of 33) was never written"));
}

TEST_CASE("a missing tail block of columns is named") {
  Sample s(6, 35);
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 32; j < 35; ++j) s.answer.found[i * 35 + j] = 0;
  }
  CHECK_THAT(s.diagnosis(), Contains("last 3 columns (from column 32 of 35) are 0"));
}

TEST_CASE("a tail is called a missing block only where nothing was written behind a usual block") {
  const auto tail = [](std::size_t rows, std::size_t from, bool written) {
    Sample s(rows, 4);
    for (std::size_t i = 4 * from; i < 4 * rows; ++i)
      written ? void(s.answer.found[i] += 1) : s.never_write(i);
    return s.causes().back().id;
  };
  CHECK(tail(33, 32, false) == "grid.missing-tail");
  CHECK(tail(40, 32, false) == "grid.missing-tail");
  CHECK(tail(33, 30, false) == "values.tail");
  CHECK(tail(64, 32, false) == "grid.only-first");
  CHECK(tail(64, 8, false) == "grid.only-first");
  CHECK(tail(33, 32, true) == "values.tail");
  CHECK(tail(64, 32, true) == "values.first-half");
  CHECK(tail(64, 8, true) == "values.only-first");
}

TEST_CASE("zeros in the last columns are told as zeros") {
  Sample s(6, 35);
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 32; j < 35; ++j) s.answer.found[i * 35 + j] = 0;
  CHECK(s.causes().back().id == "values.tail");
  CHECK_THAT(s.diagnosis(), !Contains("block"));
}

TEST_CASE("lines in the middle, and the first ones, are named") {
  Sample s(16, 4);
  for (std::size_t i = 4 * 4; i < 8 * 4; ++i) s.answer.found[i] += 1;
  CHECK_THAT(s.diagnosis(), Contains("Of the 16 rows those from 4 to 7 are wrong"));
  Sample line(16, 4);
  for (std::size_t i = 12; i < 16; ++i) line.answer.found[i] += 1 + static_cast<double>(i);
  CHECK_THAT(line.diagnosis(), Contains("Only row 3 is wrong, all others are right"));
  Sample vector(16, 1);
  for (std::size_t i = 0; i < 8; ++i) vector.answer.found[i] += 1;
  CHECK_THAT(vector.diagnosis(), Contains("Of the 16 elements those from 0 to 7 are wrong"));
}

TEST_CASE("a result that is all zero is told as that, where some right values are 0 as well") {
  Sample s(4, 4);
  s.expected.values[5] = 0;
  for (double& v : s.answer.found) v = 0;
  CHECK_THAT(s.diagnosis(), Contains("All 16 elements of C are 0"));
}

TEST_CASE("a single number is called a multiple of the right one only where that means something") {
  Sample s(1, 1);
  s.answer.found[0] = 3 * s.expected.values[0];
  CHECK_THAT(s.diagnosis(), Contains("It is 3 times the right value"));
  s.answer.found[0] = 4.00002 * s.expected.values[0];  // which rounding explains
  CHECK_THAT(s.diagnosis(), Contains("It is 4 times the right value"));
  s.answer.found[0] = 0.250003 * s.expected.values[0];
  CHECK_THAT(s.diagnosis(), Contains("It is 0.25 times the right value"));
  s.answer.found[0] = 2.37e9 * s.expected.values[0];
  CHECK_THAT(s.diagnosis(), !Contains("times"));
}

TEST_CASE("missing blocks along both edges are named") {
  Sample s(33, 34);
  for (std::size_t i = 0; i < 33; ++i) {
    for (std::size_t j = 0; j < 34; ++j) {
      if (i >= 32 || j >= 32) s.never_write(i * 34 + j);
    }
  }
  CHECK_THAT(s.diagnosis(),
             Contains("last row and the last 2 columns were never written, all others are right."));
}

TEST_CASE("every other tile is named with the tile's size") {
  Sample s(64, 64);
  for (std::size_t i = 0; i < 64; ++i) {
    for (std::size_t j = 0; j < 64; ++j) {
      if ((i / 16 + j / 16) % 2 == 1) s.answer.found[i * 64 + j] += 10;
    }
  }
  CHECK_THAT(s.diagnosis(), Contains("tiles of 16×16") && Contains("every other tile"));
}

TEST_CASE("a transposed result is named, square or not") {
  for (const std::size_t cols : {4, 9}) {
    Sample s(4, cols);
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < cols; ++j)
        s.answer.found[j * 4 + i] = s.expected.values[i * cols + j];
    }
    CHECK_THAT(s.diagnosis(), Contains("transposed"));
  }
}

TEST_CASE("a multiple of the right answer is named with its factor") {
  Sample s(4, 4);
  for (double& v : s.answer.found) v *= 2;
  CHECK_THAT(s.diagnosis(), Contains("2 times the right value"));
}

TEST_CASE("an answer that was added to what stood there is named") {
  Sample s(4, 4);
  for (double& v : s.answer.found) v += s.answer.poison;
  CHECK_THAT(s.diagnosis(), Contains("added to what C held before"));
}

TEST_CASE("nothing written is named") {
  Sample s(4, 4);
  for (std::size_t i = 0; i < 16; ++i) s.never_write(i);
  CHECK_THAT(s.diagnosis(), Contains("Nothing new was written to C"));
}

TEST_CASE("non-finite values are named, and never close") {
  Sample s(4, 4);
  s.answer.found[5] = not_a_number;
  CHECK_FALSE(has(diagnose(s.answer, wrong_elements(s.answer)).holds, "values.close"));
  CHECK_THAT(s.diagnosis(), Contains("C[1][1]") && Contains("not finite"));
}

TEST_CASE("an alternative that the reference knows is named") {
  Sample s(1, 5);
  s.expected.cols = 1;
  s.expected.rows = 5;
  Alternative fewer{"the result after one iteration fewer", s.expected.values};
  for (double& v : fewer.values) v -= 0.5;
  s.answer.found = fewer.values;
  s.expected.alternatives = {fewer};
  CHECK_THAT(s.diagnosis(), Contains("one iteration fewer"));
}

TEST_CASE("known wrong answers are made once, when a result is wrong") {
  Sample s(2, 2);
  int made = 0;
  s.expected.alternatives = [&] {
    ++made;
    return std::vector<Alternative>{{"sevens", std::vector<double>(4, 7.0)}};
  };
  CHECK(wrong_elements(s.answer).empty());
  CHECK(made == 0);
  s.answer.found.assign(4, 7.0);
  CHECK_THAT(s.diagnosis(), Contains("sevens"));
  CHECK_THAT(s.diagnosis(), Contains("sevens"));
  CHECK(made == 1);
}

TEST_CASE("a known wrong answer is known by its own size, and zeros explain nothing") {
  Sample s(4, 4);
  Alternative large{"a million times the square", {}};
  for (const double v : s.expected.values) large.values.push_back(1e6 * v * v);
  s.expected.alternatives = {large};
  for (std::size_t i = 0; i < 16; ++i) s.answer.found[i] = large.values[i] * (1 + 5e-7);
  CHECK_THAT(s.diagnosis(), Contains("a million times the square"));
  s.expected.alternatives = {large, {"nothing at all", std::vector<double>(16, 0.0)}};
  s.answer.found.assign(16, 0.0);
  CHECK_THAT(s.diagnosis(), Contains("are 0") && !Contains("nothing at all"));
}

TEST_CASE("of very many wrong answers the closest one is told, if it is not the right one") {
  Sample s(4, 4);
  std::vector<double> early = s.expected.values;
  for (double& value : early) value *= 1.5 + 1e-3 * value;
  s.expected.closest_alternative = [&](const std::vector<double>&) {
    return Alternative{"x after 6 sweeps, not after 9", early, "stopped early"};
  };
  s.answer.found = early;
  CHECK_THAT(s.diagnosis(), Contains("What was found is x after 6 sweeps, not after 9."));
  s.answer.found[3] += 1;
  CHECK_FALSE(has(diagnose(s.answer, wrong_elements(s.answer)).holds, "values.known"));
  // Too close to the right answer to be told from one that is computed less exactly.
  early = s.expected.values;
  for (double& value : early) value *= 1 + 2e-6;
  s.answer.found = early;
  CHECK_FALSE(has(diagnose(s.answer, wrong_elements(s.answer)).holds, "values.known"));
}

TEST_CASE("all that holds of an answer is noted, and what would have left other values") {
  Sample s(1, 5);
  s.expected.cols = 1;
  s.expected.rows = 5;
  Alternative fewer{"one fewer", s.expected.values}, other{"another", s.expected.values};
  for (double& v : fewer.values) v *= 2;
  other.values[4] = 0;
  s.expected.alternatives = {other, fewer};
  s.answer.found = fewer.values;
  const Reading reading = diagnose(s.answer, wrong_elements(s.answer));
  const auto about = [](const char* meaning) {
    return because("values.known", {{"meaning", meaning}});
  };
  CHECK(has(reading.holds, "values.scaled"));
  CHECK(reading.holds.front() == about("one fewer"));
  CHECK(reading.refuted.count(mistake_name(about("another"))) == 1);
  CHECK(reading.refuted.count(mistake_name(about("one fewer"))) == 0);
  CHECK(reading.refuted.count("grid") == 1);
}

TEST_CASE("elements that were never written say nothing against missing blocks") {
  Sample s(33, 8);
  for (std::size_t j = 0; j < 8; ++j) s.never_write(32 * 8 + j);
  const Reading reading = diagnose(s.answer, wrong_elements(s.answer));
  CHECK(has(reading.holds, "grid.missing-tail"));
  CHECK(has(reading.holds, "values.tail"));
  CHECK(reading.refuted.count("grid") == 0);
}

TEST_CASE("a number of terms rounded down is one mistake, whatever is left out") {
  const Alternative one = rounded_down("the sum without its", "n", "4", 1, {1});
  const Alternative three = rounded_down("the sum without its", "n", "4", 3, {1});
  CHECK(one.meaning == "the sum without its last term: n rounded down to a multiple of 4");
  CHECK(three.meaning == "the sum without its last 3 terms: n rounded down to a multiple of 4");
  CHECK(one.mistake == three.mistake);
}

TEST_CASE("values that are nearly right are called so") {
  Sample s(4, 4);
  for (std::size_t i = 0; i < 16; ++i) s.answer.found[i] *= i % 3 == 0 ? 1 - 3e-4 : 1 + 4e-4;
  CHECK_THAT(s.diagnosis(), Contains("lower precision"));
}

TEST_CASE("the first wrong element is named with what was expected") {
  Sample s(3, 4);
  s.answer.found[6] = 77;
  CHECK_THAT(s.diagnosis(), Contains("C[1][2], is 77") && Contains("1 of 12 elements"));
}

TEST_CASE("padding that the contract grants may be written, what lies behind it may not") {
  Problem problem;
  problem.integers["n"] = 3;
  problem.arrays = {{"x", Role::output, 3, 1, {}, 2}};
  const Signature signature = parse_signature("void f(int n, real* x);", "f", "t.h");
  const CallImage image = compose(problem, signature, Real::f32, Poison::finite, 1);
  const std::size_t end = image.regions[0].array + image.regions[0].array_bytes;
  std::vector<std::byte> returned = image.bytes;
  for (std::size_t i = 0; i < 8; ++i) returned[end + i] = std::byte{1};
  CHECK(broken_guards(image, returned).empty());
  returned[end + 8] ^= std::byte{1};
  CHECK_THAT(describe(broken_guards(image, returned)),
             Catch::Contains("the first 3 elements past the last"));
}

TEST_CASE("of a cube layers are told, and elements by three indices") {
  constexpr std::size_t N = 8;
  const auto cube = [] {
    Sample s(N * N, N);
    s.expected.depth = N;
    return s;
  };
  const auto spoil = [](Sample& s, auto&& where) {
    s.answer.expected = &s.expected;
    for (std::size_t i = 1; i + 1 < N; ++i)
      for (std::size_t j = 1; j + 1 < N; ++j)
        for (std::size_t k = 1; k + 1 < N; ++k)
          if (where(i, j, k)) s.answer.found[(i * N + j) * N + k] += 1;
    return s.diagnosis();
  };
  Sample plane = cube(), columns = cube(), walls = cube(), all = cube();
  CHECK_THAT(spoil(plane, [](auto i, auto, auto) { return i == 3; }),
             Contains("C[3][1][1]") && Contains("What is wrong lies at i = 3 alone."));
  CHECK_THAT(spoil(columns, [](auto, auto, auto k) { return k > 4; }),
             Contains("lies at k = 5 to 6 alone."));
  CHECK_THAT(spoil(walls, [](auto, auto j, auto k) { return j == N - 2 || k == N - 2; }),
             Contains("lies at j = 6 or k = 6 alone: next to the walls."));
  CHECK_THAT(spoil(all, [](auto, auto, auto) { return true; }), !Contains("alone"));
}

TEST_CASE("rounding is only suspected where it could be") {
  const auto off = [](auto&& by) {
    Sample s(10, 10);
    s.answer.expected = &s.expected;
    for (std::size_t i = 0; i < 100; ++i) s.answer.found[i] *= 1 + by(i);
    return s.diagnosis();
  };
  CHECK_THAT(off([](std::size_t i) { return i % 2 == 0 ? 1e-4 : -1e-4; }),
             Contains("times what rounding explains, as in lower precision."));
  // Where terms cancel, an error is small beside them, not beside what is left.
  Sample cancelled(10, 10);
  cancelled.answer.expected = &cancelled.expected;
  for (std::size_t i = 0; i < 100; ++i) {
    cancelled.expected.bound[i] = 1e-6 * cancelled.expected.values[i];
    cancelled.answer.found[i] += (i % 2 == 0 ? 1e-4 : -1e-4) * cancelled.expected.values[i];
  }
  cancelled.answer.found[7] -= cancelled.expected.values[7];
  cancelled.expected.values[7] = 0;
  CHECK_THAT(cancelled.diagnosis(), Contains("as in lower precision."));
  CHECK_THAT(off([](std::size_t i) { return 1e-5 * static_cast<double>(1 + i % 7); }),
             Contains("times what rounding explains."));
}

TEST_CASE("elements in any order within their groups are right") {
  Expected expected;
  expected.values = {1, 2, 2, 7, 9};
  expected.bound.assign(5, 0);
  expected.unordered = {0, 3};
  CHECK(arranged(expected, {2, 1, 2, 9, 7}).values == std::vector<double>{2, 1, 2, 9, 7});
  CHECK(arranged(expected, {2, 9, 2, 1, 7}).values == std::vector<double>{2, 1, 2, 9, 7});
  CHECK(arranged(expected, {1, 1, 2, not_a_number, 9}).values ==
        std::vector<double>{1, 2, 2, 7, 9});
}

TEST_CASE("a wrong element in any order is named with a value that is missing") {
  Sample s(4, 1);
  s.expected.unordered = {0};
  s.expected.values = {5, 6, 7, 8};
  s.answer.found = {8, 7, 7, 5};
  s.expected = arranged(s.expected, s.answer.found);
  CHECK_THAT(s.diagnosis(), Contains("C[2] is 7, which occurs too often, and 6 is missing."));
}

TEST_CASE("whole numbers that are all too small are said to be") {
  Sample s(9, 1);
  s.expected.element = Element::u32;
  s.expected.values = s.answer.found = {3, 1, 4, 1, 5, 9, 2, 6, 5};
  for (const std::size_t i : {2, 5, 7}) s.answer.found[i] -= 2;
  CHECK_THAT(s.diagnosis(), Contains("is 2 and should be 4"));
  CHECK_THAT(s.diagnosis(), Contains("All wrong elements are too small, by 6 together."));
}
