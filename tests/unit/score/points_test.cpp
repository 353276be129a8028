#include "score/points.h"

#include <cmath>
#include <numeric>

#include "base/fault.h"
#include "findings/verdict.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

Points of(long long hundredths) { return Points::hundredths(hundredths); }

std::vector<long long> split_hundredths(long long total, const std::vector<double>& weights) {
  std::vector<long long> parts;
  for (Points part : split(of(total), weights)) parts.push_back(part.hundredths());
  return parts;
}

using Parts = std::vector<long long>;

}  // namespace

TEST_CASE("points are formatted without trailing zeros") {
  CHECK(of(0).text() == "0");
  CHECK(of(1200).text() == "12");
  CHECK(of(1250).text() == "12.5");
  CHECK(of(1225).text() == "12.25");
  CHECK(of(1205).text() == "12.05");
  CHECK(of(5).text() == "0.05");
  CHECK(of(-50).text() == "-0.5");
  CHECK(of(-125).text() == "-1.25");
}

TEST_CASE("a share is clamped and rounded to the nearest hundredth") {
  CHECK(share_of_points(of(1000), 0.5) == of(500));
  CHECK(share_of_points(of(1000), 0.3333) == of(333));
  CHECK(share_of_points(of(1000), 0.9999) == of(1000));
  CHECK(share_of_points(of(1000), 1.7) == of(1000));
  CHECK(share_of_points(of(1000), -1) == of(0));
  CHECK(share_of_points(of(1000), std::nan("")) == of(0));
  CHECK(share_of_points(of(1), 0.5) == of(1));
}

TEST_CASE("parts sum exactly and follow the largest remainder") {
  CHECK(split_hundredths(1000, {1, 1, 1}) == Parts{334, 333, 333});
  CHECK(split_hundredths(1000, {1, 2}) == Parts{333, 667});
  CHECK(split_hundredths(2000, {0.1, 0.2, 0.7}) == Parts{200, 400, 1400});
  CHECK(split_hundredths(100, {0, 1, 0}) == Parts{0, 100, 0});
  CHECK(split_hundredths(1, {1, 1, 1}) == Parts{1, 0, 0});
  CHECK(split_hundredths(0, {1, 1}) == Parts{0, 0});
}

TEST_CASE("all zero weights split evenly, no weights give no parts") {
  CHECK(split_hundredths(301, {0, 0}) == Parts{151, 150});
  CHECK(split_hundredths(301, {}).empty());
}

TEST_CASE("very large and very small weights keep the sum") {
  CHECK(split_hundredths(1000, {1e308, 1e308}) == Parts{500, 500});
  CHECK(split_hundredths(1000, {1e-300, 3e-300}) == Parts{250, 750});
}

TEST_CASE("sums are exact for all totals and many parts") {
  for (long long total = 0; total < 300; total += 7)
    for (std::size_t count = 1; count < 40; ++count) {
      std::vector<double> weights;
      for (std::size_t i = 0; i < count; ++i)
        weights.push_back(1 + 0.1 * static_cast<double>(i % 7));
      const Parts parts = split_hundredths(total, weights);
      CHECK(std::accumulate(parts.begin(), parts.end(), 0LL) == total);
    }
}

TEST_CASE("negative and NaN weights are an error of the lab") {
  CHECK_THROWS_AS(split(of(1), {1, -1}), GraderError);
  CHECK_THROWS_AS(split(of(1), {std::nan("")}), GraderError);
}

TEST_CASE("every verdict is found by its name") {
  int count = 0;
  for (int i = 0; i <= static_cast<int>(Verdict::grader_error); ++i, ++count) {
    const auto verdict = static_cast<Verdict>(i);
    CHECK(parse_verdict(name(verdict)) == verdict);
    CHECK((verdict == Verdict::ok) + is_open(verdict) + is_students_fault(verdict) == 1);
    CHECK(worse(verdict, verdict) == verdict);
    CHECK(worse(Verdict::ok, verdict) == verdict);
    CHECK(worse(Verdict::grader_error, verdict) == Verdict::grader_error);
  }
  CHECK(count == 14);
  CHECK(name(Verdict::out_of_bounds) == "out-of-bounds");
  CHECK_FALSE(parse_verdict("OK").has_value());
}

TEST_CASE("the worse of two verdicts does not depend on their order") {
  for (int i = 0; i <= static_cast<int>(Verdict::grader_error); ++i)
    for (int j = 0; j <= static_cast<int>(Verdict::grader_error); ++j) {
      const auto a = static_cast<Verdict>(i), b = static_cast<Verdict>(j);
      CHECK(worse(a, b) == worse(b, a));
    }
  CHECK(worse(Verdict::pending, Verdict::wrong) == Verdict::wrong);
  CHECK(worse(Verdict::crashed, Verdict::wrong) == Verdict::crashed);
  CHECK(worse(Verdict::ok, Verdict::pending) == Verdict::pending);
}
