#include "cases/generated_cases.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

Expected output(std::vector<double> values, double bound) {
  Expected e;
  e.array = "C";
  e.rows = values.size();
  e.cols = 1;
  e.bound.assign(values.size(), bound);
  e.values = std::move(values);
  return e;
}

}  // namespace

bool zeros_fit(Truth truth) { return zeros_are_right({{}, std::move(truth)}); }

TEST_CASE("zeros are right only if every element may be 0") {
  CHECK(zeros_fit({{output({0, 0}, 0)}, {}}));
  CHECK(zeros_fit({{output({0, 1e-9}, 1e-8)}, {}}));
  CHECK_FALSE(zeros_fit({{output({0, 1}, 0.1)}, {}}));
  CHECK_FALSE(zeros_fit({{output({0}, 0), output({2}, 0.1)}, {}}));
  CHECK(zeros_fit({{output({}, 0)}, {}}));
}

TEST_CASE("zeros are not right if the return value must not be 0") {
  using Range = std::pair<long long, long long>;
  CHECK_FALSE(zeros_fit({{output({0}, 0)}, Range{3, 4}}));
  CHECK(zeros_fit({{output({0}, 0)}, Range{0, 2}}));
}

TEST_CASE("zeros are no factor of a matrix") {
  Expected factor = output({0, 0}, 0);
  factor.image = [](const std::vector<double>& array) { return array; };
  CHECK_FALSE(zeros_fit({{factor}, {}}));
}

TEST_CASE("problems that are too large are not kept") {
  const Lab lab = load_lab(".", "dot");
  const Task& task = lab.tasks.front();
  const Case& c = task.cases.front();
  const auto keeps = [&](GeneratedCases generated) {
    generated.get({lab, find_reference("dot"), Real::f32, 1}, task, c, 0);
    return generated.keeps(task, c, 0) && !generated.keeps(task, c, 1);
  };
  CHECK(keeps({1 << 20, 1 << 20}));
  CHECK_FALSE(keeps({1, 1 << 20}));
  CHECK_FALSE(keeps({1 << 20, 1}));
}
