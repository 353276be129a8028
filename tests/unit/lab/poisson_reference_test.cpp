// The reference of the lab poisson: truths that a person can check, the numbers of sweeps that its
// course reported, and a bound that accepts every right program and refuses what is not.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "base/fault.h"
#include "lab/reference.h"
#include "labs/poisson/spectrum.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
using poisson::Grid;
using poisson::Spectrum;
using poisson::Values;

namespace {

const Reference& reference() { return find_reference("poisson"); }

const Tolerance tolerance{Tolerance::Model::worst_case, 1};

Task task_named(const std::string& entry) {
  const bool stops = entry == "poisson_norm";
  Task task;
  task.entry = entry;
  task.signature.entry = entry;
  task.signature.returns = stops ? "int" : "void";
  task.signature.parameters = {{Parameter::Kind::integer, "N"},
                               {Parameter::Kind::integer, stops ? "max_iterations" : "iterations"}};
  if (stops) task.signature.parameters.push_back({Parameter::Kind::real, "tolerance"});
  return task;
}

const Task naive = task_named("poisson_naive");
const Task norm = task_named("poisson_norm");
const Task dual = task_named("poisson_dual");

Problem generated(std::map<std::string, long long> sizes, const std::string& input, Real real,
                  std::uint64_t seed = 1) {
  Case c;
  c.name = "test";
  c.sizes = std::move(sizes);
  c.input = input;
  Random random(seed);
  Problem problem = reference().generate(c, real, random);
  round_values(problem, real);
  return problem;
}

Expected solved(const Problem& problem, Real real, const Task& task = naive) {
  Truth truth = reference().solve(problem, task, real, tolerance);
  REQUIRE(truth.outputs.size() == 1);
  REQUIRE(truth.outputs[0].array == "u");
  return truth.outputs[0];
}

std::pair<long long, long long> returned(const Problem& problem, Real real) {
  const Truth truth = reference().solve(problem, norm, real, tolerance);
  REQUIRE(truth.returns);
  return *truth.returns;
}

bool accepts(const Expected& expected, const Values& found) {
  for (std::size_t i = 0; i < expected.values.size(); ++i) {
    if (!(std::fabs(found[i] - expected.values[i]) <= expected.bound[i])) return false;
  }
  return true;
}

Values alternative(const Expected& expected, const std::string& part) {
  for (const Alternative& wrong : expected.alternatives) {
    if (wrong.meaning.find(part) != std::string::npos) return wrong.values;
  }
  return {};
}

/// How a program may write the sweep.
enum class Way { in_order, backwards, premultiplied };

/// The plain loops, as a student has them. With a tolerance, `*count` gets the sweeps done.
template <class T>
Values swept(const Problem& problem, long long sweeps, Way way = Way::in_order, double stop_at = -1,
             long long* count = nullptr) {
  const auto N = static_cast<std::size_t>(problem.integer("N"));
  const auto& f_values = problem.array("f").values;
  const auto& start = problem.array("u").values;
  const std::vector<T> f(f_values.begin(), f_values.end());
  std::vector<T> u(start.begin(), start.end()), next = u;
  const T d2 = static_cast<T>(problem.real("delta2"));
  const T sixth = T{1} / 6;
  const std::size_t row = N, plane = N * N;
  for (long long s = 1; s <= sweeps; ++s) {
    double change = 0;
    for (std::size_t i = 1; i + 1 < N; ++i) {
      for (std::size_t j = 1; j + 1 < N; ++j) {
        for (std::size_t k = 1; k + 1 < N; ++k) {
          const std::size_t at = i * plane + j * row + k;
          T value = 0;
          switch (way) {
            case Way::in_order:
              value = (u[at - plane] + u[at + plane] + u[at - row] + u[at + row] + u[at - 1] +
                       u[at + 1] + d2 * f[at]) /
                      6;
              break;
            case Way::backwards:
              value = (((d2 * f[at] + u[at + 1]) + (u[at - 1] + u[at + row])) +
                       ((u[at - row] + u[at + plane]) + u[at - plane])) *
                      sixth;
              break;
            case Way::premultiplied:
              value = sixth * d2 * f[at] + sixth * (u[at + 1] + u[at - 1]) +
                      sixth * (u[at + row] + u[at - row]) + sixth * (u[at + plane] + u[at - plane]);
              break;
          }
          next[at] = value;
          const double difference = static_cast<double>(value) - static_cast<double>(u[at]);
          change += difference * difference;
        }
      }
    }
    u.swap(next);
    if (count) *count = s;
    if (change <= stop_at) break;
  }
  return {u.begin(), u.end()};
}

}  // namespace

TEST_CASE("One point between six walls is their mean and the source", "[poisson]") {
  Problem problem = generated({{"N", 3}, {"iterations", 1}}, "random", Real::f64);
  const Values& u = problem.array("u").values;
  const double f = problem.array("f").values[13];
  CHECK(problem.real("delta2") == 1);
  Values right = u;
  right[13] = (u[4] + u[22] + u[10] + u[16] + u[12] + u[14] + f) / 6;
  const Expected expected = solved(problem, Real::f64);
  for (std::size_t at = 0; at < 27; ++at) {
    CHECK(std::fabs(expected.values[at] - right[at]) <= expected.bound[at]);
    if (at != 13) CHECK(expected.bound[at] == 0);  // a wall, that is never changed
  }
  CHECK(expected.bound[13] < 1e-14);
}

TEST_CASE("Every way to write the sweep passes, for every kind of input", "[poisson]") {
  for (const std::string& input : reference().input_kinds()) {
    for (const long long N : {4, 9, 17}) {
      for (const long long k : {1, 2, 7, 40}) {
        CAPTURE(input, N, k);
        for (const Real real : {Real::f32, Real::f64}) {
          const Problem problem = generated({{"N", N}, {"iterations", k}}, input, real);
          const Expected expected = solved(problem, real);
          for (const Way way : {Way::in_order, Way::backwards, Way::premultiplied}) {
            CHECK(accepts(expected, real == Real::f32 ? swept<float>(problem, k, way)
                                                      : swept<double>(problem, k, way)));
          }
          CHECK_FALSE(accepts(expected, Values(expected.values.size(), 0.0)));
        }
      }
    }
  }
}

TEST_CASE("Float is refused if double is required, also after a thousand sweeps", "[poisson]") {
  for (const long long k : {1, 30, 1000}) {
    const Problem problem = generated({{"N", 12}, {"iterations", k}}, "random", Real::f64);
    const Expected expected = solved(problem, Real::f64);
    CHECK(accepts(expected, swept<double>(problem, k)));
    CHECK_FALSE(accepts(expected, swept<float>(problem, k)));
  }
}

TEST_CASE("A sweep more or fewer and other known mistakes are refused and named", "[poisson]") {
  for (const Real real : {Real::f32, Real::f64}) {
    const Problem problem = generated({{"N", 10}, {"iterations", 5}}, "asymmetric", real);
    const Expected expected = solved(problem, real, dual);
    CHECK(expected.alternatives.size() >= 12);
    for (const Alternative& wrong : expected.alternatives) {
      CAPTURE(wrong.meaning);
      CHECK_FALSE(accepts(expected, wrong.values));
    }
    CHECK(accepts(expected, swept<float>(problem, 5)) == (real == Real::f32));
    const Values late = alternative(expected, "one sweep late (planes i < 5");
    REQUIRE_FALSE(late.empty());
    const Values more = alternative(expected, "one sweep more");
    const Values by_hand = swept<double>(problem, 6);
    for (std::size_t at = 0; at < more.size(); ++at)
      CHECK(std::fabs(more[at] - by_hand[at]) < 1e-9);
  }
}

TEST_CASE("The iterate of too few sweeps is known, however few", "[poisson]") {
  const Problem problem = generated({{"N", 6}, {"iterations", 9}}, "integers", Real::f32);
  const Expected expected = solved(problem, Real::f32);
  REQUIRE(expected.closest_alternative);
  const Alternative closest = expected.closest_alternative(swept<float>(problem, 4));
  CHECK(closest.meaning == "the iterate after 4 sweeps, not after 9");
  CHECK(closest.values == swept<double>(problem, 4));
}

TEST_CASE("Integers are exact for two sweeps where δ² is a power of two", "[poisson]") {
  const Problem problem = generated({{"N", 9}, {"iterations", 2}}, "integers", Real::f32);
  CHECK(swept<float>(problem, 2) == solved(problem, Real::f32).values);
  CHECK(std::any_of(problem.array("f").values.begin(), problem.array("f").values.end(),
                    [](double v) { return v != 0; }));
}

TEST_CASE("The transform gives the same result and changes as sweeping", "[poisson]") {
  const Problem problem = generated({{"N", 15}, {"iterations", 0}}, "random", Real::f64);
  const Values& start = problem.array("u").values;
  const Grid grid{15, problem.real("delta2"), problem.array("f").values};
  const Spectrum spectrum(grid, start);
  Values now = start, next = start;
  for (long long s = 1; s <= 300; ++s) {
    sweep(grid, now, next);
    const double change = poisson::change(grid, now, next);
    CHECK(std::fabs(spectrum.change(s) - change) <= 1e-11 * change + 1e-28);
    now.swap(next);
    if (s % 60 != 0 && s > 3) continue;
    const Values at_once = spectrum.iterate(s);
    double largest = 0;
    for (std::size_t at = 0; at < now.size(); ++at) {
      largest = std::max(largest, std::fabs(at_once[at] - now[at]));
    }
    CHECK(largest < 1e-13);
  }
}

TEST_CASE("Many sweeps, with a transformed reference, pass in float and double", "[poisson]") {
  // 22³ points, 1000 sweeps: more than the reference sweeps one by one.
  for (const char* input : {"random", "room"}) {
    for (const Real real : {Real::f32, Real::f64}) {
      const Problem problem = generated({{"N", 22}, {"iterations", 1000}}, input, real);
      const Expected expected = solved(problem, real);
      CHECK(accepts(expected, real == Real::f32 ? swept<float>(problem, 1000)
                                                : swept<double>(problem, 1000)));
      CHECK_FALSE(accepts(expected, swept<float>(problem, 40)));
    }
  }
}

TEST_CASE("The room needs as many sweeps as its course reported", "[poisson]") {
  // The other two, 8361 for N = 256 and 23248 for N = 512, take a minute and more memory.
  for (const auto& [N, sweeps] : {std::pair{64, 973}, {128, 2925}}) {
    const Problem problem = generated({{"N", N}, {"max_iterations", 100000}}, "room", Real::f64);
    CHECK(problem.real("tolerance") == 1);
    CHECK(returned(problem, Real::f64) == std::pair{0LL + sweeps, 0LL + sweeps});
  }
}

TEST_CASE("A serial loop stops at the reference's sweep", "[poisson]") {
  const Problem problem = generated({{"N", 20}, {"max_iterations", 1000}}, "room", Real::f64);
  long long count = 0;
  const Values u = swept<double>(problem, 1000, Way::in_order, 1, &count);
  CHECK(returned(problem, Real::f64) == std::pair{count, count});
  CHECK(accepts(solved(problem, Real::f64, norm), u));
}

TEST_CASE("stop_after puts the tolerance between two norms", "[poisson]") {
  for (const std::string& input : reference().input_kinds()) {
    for (const long long k : {1, 2, 9}) {
      CAPTURE(input, k);
      const std::map<std::string, long long> sizes{
          {"N", 11}, {"max_iterations", 20}, {"stop_after", k}};
      for (const Real real : {Real::f32, Real::f64}) {
        const Problem problem = generated(sizes, input, real);
        long long count = 0;
        const double at = problem.real("tolerance");
        const Values u = real == Real::f32 ? swept<float>(problem, 20, Way::backwards, at, &count)
                                           : swept<double>(problem, 20, Way::backwards, at, &count);
        CHECK(count == k);
        CHECK(accepts(solved(problem, real, norm), u));
        const long long slack = real == Real::f32 ? 1 : 0;
        CHECK(returned(problem, real) == std::pair{std::max(1LL, k - slack), k + slack});
      }
    }
  }
}

TEST_CASE("In float, a sweep more or fewer is right with its own values", "[poisson]") {
  const Problem problem =
      generated({{"N", 11}, {"max_iterations", 20}, {"stop_after", 9}}, "random", Real::f32);
  const Truth truth = reference().solve(problem, norm, Real::f32, tolerance);
  REQUIRE(truth.outputs_for);
  CHECK(truth.returns == std::pair{8LL, 10LL});
  for (const long long returned : {8, 9, 10})
    for (const long long swept_through : {7, 8, 9, 10, 11})
      CHECK(accepts(truth.outputs_for(returned).front(), swept<float>(problem, swept_through)) ==
            (returned == swept_through));
}

TEST_CASE("In double, the number of sweeps is exact", "[poisson]") {
  const Problem problem =
      generated({{"N", 11}, {"max_iterations", 20}, {"stop_after", 9}}, "random", Real::f64);
  const Truth truth = reference().solve(problem, norm, Real::f64, tolerance);
  CHECK_FALSE(truth.outputs_for);
  CHECK(truth.returns == std::pair{9LL, 9LL});
  for (const long long k : {8, 9, 10})
    CHECK(accepts(truth.outputs.front(), swept<double>(problem, k)) == (k == 9));
}

TEST_CASE("Without convergence, exactly the maximum number of sweeps is done", "[poisson]") {
  for (const long long after : {0, 12}) {
    const Problem problem =
        generated({{"N", 11}, {"max_iterations", 7}, {"stop_after", after}}, "random", Real::f32);
    CHECK(returned(problem, Real::f32) == std::pair{7LL, 7LL});
    CHECK_FALSE(accepts(solved(problem, Real::f32, norm), swept<float>(problem, 6)));
  }
  const Problem none = generated({{"N", 11}, {"max_iterations", 0}}, "room", Real::f32);
  CHECK(returned(none, Real::f32) == std::pair{0LL, 0LL});
  CHECK(solved(none, Real::f32, norm).values == none.array("u").values);
}

TEST_CASE("Without inner points the initial values are the result, and an empty norm stops",
          "[poisson]") {
  for (const long long N : {0, 1, 2}) {
    const Problem never = generated({{"N", N}, {"max_iterations", 5}}, "random", Real::f32);
    CHECK(returned(never, Real::f32) == std::pair{5LL, 5LL});
    const Problem stops =
        generated({{"N", N}, {"max_iterations", 5}, {"stop_after", 1}}, "random", Real::f32);
    CHECK(returned(stops, Real::f32) == std::pair{1LL, 1LL});
    CHECK(solved(stops, Real::f32, norm).values == stops.array("u").values);
    CHECK(reference().work(stops, Real::f32).flops == 0);
  }
}

TEST_CASE("The manufactured solution is that of the equation, and of the grid's", "[poisson]") {
  const Problem problem = generated({{"N", 13}, {"iterations", 3000}}, "manufactured", Real::f64);
  Array u = problem.array("u");
  u.values = solved(problem, Real::f64).values;
  const std::string remark = reference().remark(problem, {u}, true);
  CAPTURE(remark);
  const auto number_after = [&](const std::string& words) {
    const auto at = remark.find(words);
    REQUIRE(at != std::string::npos);
    return std::stod(remark.substr(at + words.size()));
  };
  CHECK(number_after("u is ") < 1e-10);
  const double coarse = number_after("equations and ");
  // Second order: a third of the distance between the points, a ninth of the error.
  const Problem finer = generated({{"N", 37}, {"iterations", 30000}}, "manufactured", Real::f64);
  u = finer.array("u");
  u.values = solved(finer, Real::f64).values;
  const std::string fine = reference().remark(finer, {u}, true);
  const double error = std::stod(fine.substr(fine.find("equations and ") + 14));
  CHECK(coarse / error > 7);
  CHECK(coarse / error < 16);
}

TEST_CASE("Invalid sizes and kinds are an error of the lab", "[poisson]") {
  CHECK_THROWS_AS(generated({{"N", -1}, {"iterations", 1}}, "random", Real::f32), GraderError);
  CHECK_THROWS_AS(generated({{"N", 5}, {"iterations", -1}}, "random", Real::f32), GraderError);
}

TEST_CASE("The work is that of one pass over memory, and grows with the sweeps", "[poisson]") {
  const Work one =
      reference().work(generated({{"N", 12}, {"iterations", 1}}, "random", Real::f64), Real::f64);
  CHECK(one.flops == 8000);
  CHECK(one.bytes == 24000);
  const Work many = reference().work(
      generated({{"N", 12}, {"iterations", 1000}}, "random", Real::f64), Real::f64);
  CHECK(many.bytes == one.bytes);
  CHECK(many.flops > one.flops);
  CHECK(many.flops < 1000 * one.flops);
}

TEST_CASE("Without halo exchange, the last plane is wrong first", "[poisson]") {
  constexpr std::size_t N = 10, plane = N * N;
  const Problem problem =
      generated({{"N", static_cast<long long>(N)}, {"iterations", 2}}, "asymmetric", Real::f64);
  const Expected expected = solved(problem, Real::f64, dual);
  const auto wrong_planes = [&](const std::string& meaning) {
    const Values values = alternative(expected, meaning);
    REQUIRE(values.size() == N * plane);
    std::set<std::size_t> planes;
    for (std::size_t at = 0; at < values.size(); ++at)
      if (std::fabs(values[at] - expected.values[at]) > expected.bound[at])
        planes.insert(at / plane);
    return planes;
  };
  CHECK(wrong_planes("first half never gets the second one's face (planes i < 5") ==
        std::set<std::size_t>{4});
  CHECK(wrong_planes("second half never gets the first one's face (planes i < 5") ==
        std::set<std::size_t>{5});
}
