#include "memcheck/resolve_check.h"

#include "findings/finding_kind.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

Points points(int whole) { return Points::hundredths(100 * whole); }

/// A task of 10 points for results (two cases), 2 for a clean check, 3 for efficiency, right so
/// far.
TaskResult task() {
  TaskResult result;
  result.max_points = points(15);
  result.points = points(10);
  for (const char* name : {"small", "large"}) {
    result.cases.emplace_back();
    result.cases.back().name = name;
  }
  result.check.max_points = points(2);
  result.efficiency.emplace_back();
  result.efficiency[0].metric = "useful_bytes";
  result.efficiency[0].limit = 0.8;
  result.efficiency[0].max_points = points(3);
  return result;
}

KernelCosts kernel(long long useful_bytes) {
  KernelCosts costs;
  costs.kernel = "k";
  costs.blocks = costs.sampled_blocks = 1;
  costs.lines.emplace_back();
  costs.lines[0].access = "global load";
  costs.lines[0].requests = 10;
  costs.lines[0].sectors = 10;
  costs.lines[0].useful_bytes = useful_bytes;
  return costs;
}

/// Both cases ran, their values are right.
CheckOutcome outcome(std::vector<Finding> findings = {}) {
  CheckOutcome result;
  for (std::size_t i = 0; i < 2; ++i) {
    CheckedCase c;
    c.index = i;
    c.found.completed = true;
    c.has_work = true;
    result.cases.push_back(c);
  }
  result.summary.findings = std::move(findings);
  result.summary.metrics = {kernel(320)};
  return result;
}

Finding finding(const char* kind, const char* level = "error", const char* kernel = "k") {
  return {kind, level, "a.cu", 3, in_text("m"), 1, kernel};
}

struct Sum {
  int points, pending;
  bool operator==(const Sum&) const = default;
};

Sum resolved(TaskResult& result) {
  resolve_check(result);
  const Points lost = result.max_points - result.points - result.pending;
  CHECK(lost >= Points{});
  return {static_cast<int>(result.points.value()), static_cast<int>(result.pending.value())};
}

CheckedCase& make_wrong(CheckOutcome& o, std::size_t index) {
  o.cases[index].found.verdict = Verdict::wrong;
  o.cases[index].found.values = true;
  o.cases[index].found.detail = as_text("x[0] is 1 and should be 2");
  return o.cases[index];
}

CheckedCase& make_end(CheckOutcome& o, std::size_t index, Verdict verdict) {
  o.cases[index].found.verdict = verdict;
  o.cases[index].found.completed = false;
  o.cases[index].found.detail = as_text("ended");
  return o.cases[index];
}

}  // namespace

TEST_CASE("a clean check earns its points, and efficiency by its number") {
  TaskResult result = task();
  add_check(result, outcome(), true);
  CHECK(result.check.verdict == Verdict::ok);
  CHECK(result.check.cases == std::vector<std::string>{"small", "large"});
  CHECK(resolved(result) == Sum{15, 0});
  CHECK(result.efficiency[0].value == 1);
  CHECK(result.verdict == Verdict::ok);
}

TEST_CASE("a kernel that touches no memory does nothing") {
  TaskResult result = task();
  add_check(result, outcome(), true);
  CHECK(result.check.accessed_memory);
  CheckOutcome empty = outcome();
  empty.summary.metrics[0].lines.clear();
  TaskResult other = task();
  add_check(other, std::move(empty), true);
  CHECK_FALSE(other.check.accessed_memory);
}

TEST_CASE("a number that is not good enough costs its own points only") {
  TaskResult result = task();
  CheckOutcome o = outcome();
  o.summary.metrics = {kernel(80)};
  add_check(result, std::move(o), true);
  CHECK(resolved(result) == Sum{12, 0});
  CHECK(result.efficiency[0].verdict == Verdict::wrong);
  CHECK(describe(result.efficiency[0].detail) == "0.25, and at least 0.8 is asked for");
  CHECK(result.verdict == Verdict::ok);
}

TEST_CASE("an error decides the verdict, and right values keep their points") {
  TaskResult result = task();
  add_check(result, outcome({finding("race")}), true);
  CHECK(result.verdict == Verdict::race);
  CHECK(result.check.verdict == Verdict::race);
  CHECK(resolved(result) == Sum{13, 0});
}

TEST_CASE("advice costs nothing") {
  TaskResult result = task();
  add_check(result, outcome({finding("barrier", "advice"), finding("coalescing", "advice")}), true);
  CHECK(result.verdict == Verdict::ok);
  CHECK(resolved(result) == Sum{15, 0});
}

TEST_CASE("a launch that is refused in every wrong case is what makes them wrong") {
  for (const bool everywhere : {true, false}) {
    TaskResult r = task();
    r.cases[1].verdict = Verdict::wrong;
    r.verdict = Verdict::wrong;
    Finding refused = finding("api-error", "advice");
    refused.cases = {everywhere ? "large" : "small"};
    CheckOutcome o = outcome({refused});
    make_wrong(o, 1);
    add_check(r, std::move(o), true);
    CHECK(r.findings.at(0).level == (everywhere ? "error" : "advice"));
    CHECK(r.verdict == Verdict::wrong);
  }
}

TEST_CASE("a leak costs the points for a clean check and nothing else") {
  TaskResult result = task();
  add_check(result, outcome({finding("leak", "error", "")}), true);
  CHECK(result.verdict == Verdict::ok);
  CHECK(resolved(result) == Sum{13, 0});
}

TEST_CASE("every kind has a verdict that the student can act on, in kernels and in host code") {
  const auto verdict = [](const char* kind, const char* where) {
    TaskResult result = task();
    add_check(result, outcome({finding(kind, "error", where)}), true);
    return result.verdict;
  };
  CHECK(verdict("out-of-bounds", "k") == Verdict::out_of_bounds);
  CHECK(verdict("local-array", "k") == Verdict::out_of_bounds);
  CHECK(verdict("use-after-free", "k") == Verdict::out_of_bounds);
  CHECK(verdict("use-after-free", "") == Verdict::wrong);
  CHECK(verdict("wrong-memory", "k") == Verdict::out_of_bounds);
  CHECK(verdict("wrong-memory", "") == Verdict::crashed);
  CHECK(verdict("misaligned", "k") == Verdict::crashed);
  CHECK(verdict("division", "k") == Verdict::wrong);
  CHECK(verdict("uninitialized", "k") == Verdict::wrong);
  CHECK(verdict("warp-mask", "k") == Verdict::wrong);
  CHECK(verdict("api-error", "") == Verdict::wrong);
  CHECK(verdict("barrier", "k") == Verdict::race);
  CHECK(verdict("deadlock", "k") == Verdict::timeout);
  CHECK(finding_kind("coalescing") == nullptr);
  CHECK(finding_kind("unsupported") == nullptr);
}

TEST_CASE("values that are wrong only in the check are wrong on the CPU and pending on a GPU") {
  TaskResult result = task();
  CheckOutcome o = outcome();
  make_wrong(o, 1);
  add_check(result, std::move(o), true);
  CHECK(result.cases[1].verdict == Verdict::wrong);
  CHECK_THAT(describe(result.cases[1].detail),
             Catch::Contains("Right when it ran fast") && Catch::Contains("x[0] is 1"));
  CHECK(result.verdict == Verdict::wrong);
  CHECK(resolved(result) == Sum{10, 0});

  result = task();
  o = outcome();
  make_wrong(o, 1);
  add_check(result, std::move(o), false);
  CHECK(result.cases[1].verdict == Verdict::ok);
  CHECK(result.verdict == Verdict::ok);
  CHECK(result.check.verdict == Verdict::pending);
  CHECK(resolved(result) == Sum{10, 5});
}

TEST_CASE("a task that is wrong in a checked case earns nothing for efficiency") {
  TaskResult result = task();
  result.verdict = result.cases[0].verdict = Verdict::wrong;
  result.points = points(5);
  CheckOutcome o = outcome();
  make_wrong(o, 0);
  add_check(result, std::move(o), true);
  CHECK(result.cases[0].detail.empty());  // said before
  CHECK(resolved(result) == Sum{5, 0});
  CHECK(describe(result.efficiency[0].detail) == "the values are not right yet.");
}

TEST_CASE("a failed case that is right in the check does not make the check clean") {
  TaskResult result = task();
  result.verdict = result.cases[0].verdict = Verdict::race;
  result.points = points(5);
  add_check(result, outcome(), true);
  CHECK(result.check.verdict == Verdict::race);
  CHECK(resolved(result) == Sum{5, 0});
}

TEST_CASE("a process that ends only in the check leaves it pending, unless a finding explains it") {
  TaskResult result = task();
  CheckOutcome o = outcome();
  make_end(o, 1, Verdict::crashed);
  add_check(result, o, true);
  CHECK(result.verdict == Verdict::ok);
  CHECK_THAT(describe(result.check.detail), Catch::Contains("in case large"));
  CHECK(resolved(result) == Sum{10, 5});

  result = task();
  o.summary.findings = {finding("out-of-bounds")};
  add_check(result, std::move(o), true);
  CHECK(result.verdict == Verdict::out_of_bounds);
  CHECK(resolved(result) == Sum{10, 0});
}

TEST_CASE("a timeout in the check is a remark, not a verdict") {
  TaskResult result = task();
  CheckOutcome o = outcome();
  make_end(o, 1, Verdict::timeout);
  o.stopped = because("check.endless-call", {{"seconds", 20}, {"case", std::string("large")}});
  add_check(result, std::move(o), true);
  CHECK(result.verdict == Verdict::ok);
  CHECK(result.check.verdict == Verdict::pending);
  CHECK_THAT(describe(result.check.detail), Catch::StartsWith("the check was stopped after 20 s"));
  CHECK(resolved(result) == Sum{10, 5});
}

TEST_CASE("a submission that breaks the check off loses its points and keeps those for values") {
  for (const Verdict by : {Verdict::crashed, Verdict::timeout}) {
    TaskResult result = task();
    CheckOutcome o = outcome();
    make_end(o, 1, by).end = CheckEnd::by_submission;
    o.aborted = {because("check.ended-twice", {{"case", std::string("large")}})};
    o.aborted_by = by;
    add_check(result, std::move(o), true);
    CHECK(result.verdict == Verdict::ok);
    CHECK(result.check.verdict == by);
    CHECK(resolved(result) == Sum{10, 0});
    CHECK(result.efficiency[0].verdict == by);
    CHECK_THAT(describe(result.check.detail), Catch::Contains("in case large"));
  }
}

TEST_CASE("if the check is too slow for a large case, the smaller ones decide") {
  TaskResult result = task();
  CheckOutcome o = outcome();
  make_end(o, 1, Verdict::timeout).end = CheckEnd::too_slow;
  o.left_out = {"large"};
  add_check(result, o, true);
  CHECK(result.check.verdict == Verdict::ok);
  CHECK(result.check.cases == std::vector<std::string>{"small"});
  CHECK_THAT(describe(result.check.detail), Catch::Contains("too slow for the check: large"));
  // A limit is one for the large cases, whatever the number is in the small ones.
  CHECK(resolved(result) == Sum{12, 3});
  CHECK_THAT(describe(result.efficiency[0].detail), Catch::Contains("good in the smaller cases"));
  result = task();
  CheckOutcome worse = o;
  worse.summary.metrics = {kernel(80)};
  add_check(result, std::move(worse), true);
  CHECK(resolved(result) == Sum{12, 3});

  // Cases that are next to nothing do not speak for it.
  result = task();
  CheckOutcome tiny = o;
  tiny.only_small = true;
  add_check(result, std::move(tiny), true);
  CHECK(resolved(result) == Sum{10, 5});
  CHECK_THAT(describe(result.check.detail), Catch::Contains("too slow for the check: large"));

  result = task();
  make_end(o, 0, Verdict::timeout).end = CheckEnd::too_slow;
  add_check(result, std::move(o), true);
  CHECK(resolved(result) == Sum{10, 5});
  CHECK_THAT(describe(result.check.detail), Catch::Contains("too slow for every case"));
}

TEST_CASE("a check that checked nothing is a grader error") {
  TaskResult result = task();
  CheckOutcome o = outcome();
  o.unwatched = true;
  add_check(result, std::move(o), true);
  CHECK(result.check.verdict == Verdict::grader_error);
  CHECK(resolved(result) == Sum{10, 5});
}

TEST_CASE("a check without a case that has work is pending") {
  TaskResult result = task();
  CheckOutcome o = outcome();
  for (CheckedCase& c : o.cases) c.has_work = false;
  add_check(result, std::move(o), true);
  CHECK(resolved(result) == Sum{10, 5});
}

TEST_CASE("points of a check that did not run are pending, or lost if nothing is right") {
  TaskResult result = task();
  result.check.detail = {because("check.left-out")};
  CHECK(resolved(result) == Sum{10, 5});
  CHECK(result.efficiency[0].detail == result.check.detail);

  result = task();
  result.points = {};
  result.verdict = Verdict::wrong;
  CHECK(resolved(result) == Sum{0, 0});
}

TEST_CASE("a check under doubt earns nothing, and neither do its costs") {
  TaskResult result = task();
  CheckOutcome ran = outcome();
  ran.doubt = as_text("something spoke in its place.").front();
  add_check(result, ran, true);
  resolve_check(result);
  CHECK(result.check.verdict == Verdict::forbidden);
  CHECK(describe(result.check.detail) == "something spoke in its place.");
  CHECK(result.efficiency[0].verdict == Verdict::forbidden);
  CHECK(result.points == points(10));
  CHECK(result.verdict == Verdict::ok);
}

TEST_CASE("a case must launch the same kernels with and without the check") {
  const auto launches = [](const std::set<std::string>& symbols) {
    LaunchedKernels kernels;
    for (const std::string& symbol : symbols) kernels.all.push_back({"name", {symbol}});
    return kernels;
  };
  const auto resolved_with = [&](const std::set<std::string>& unwatched, bool launched,
                                 bool values_count) {
    TaskResult result = task();
    result.cases[0].kernels = launches({"k"});
    result.cases[1].kernels = launches(unwatched);
    CheckOutcome ran = outcome();
    ran.kernels = launches({"k"});
    ran.cases[0].launched = true;
    ran.cases[1].launched = launched;
    add_check(result, ran, values_count);
    resolve_check(result);
    return result.check.verdict;
  };
  CHECK(resolved_with({"k"}, true, true) == Verdict::ok);
  CHECK(resolved_with({}, false, true) == Verdict::ok);
  CHECK(resolved_with({"k"}, false, true) == Verdict::ok);  // the other case's may do for this one
  CHECK(resolved_with({}, true, true) == Verdict::forbidden);
  CHECK(resolved_with({"other"}, true, true) == Verdict::forbidden);
  CHECK(resolved_with({"other"}, true, false) == Verdict::ok);
}

TEST_CASE("varying values are a race only if nothing else explains them", "[resolve_check]") {
  const auto verdicts = [](std::vector<Finding> findings) {
    TaskResult result = task();
    result.verdict = result.cases[1].verdict = Verdict::race;
    add_check(result, outcome(std::move(findings)), false);
    return std::pair(result.cases[1].verdict, result.verdict);
  };
  using Both = std::pair<Verdict, Verdict>;
  CHECK(verdicts({}) == Both(Verdict::race, Verdict::race));
  CHECK(verdicts({finding("uninitialized")}) == Both(Verdict::wrong, Verdict::wrong));
  CHECK(verdicts({finding("uninitialized"), finding("race")}) ==
        Both(Verdict::race, Verdict::race));
  CHECK(verdicts({finding("uninitialized", "advice")}) == Both(Verdict::race, Verdict::race));
}

TEST_CASE("cases that were not checked are listed next to findings and wrong values") {
  CheckOutcome o = outcome({finding("race")});
  o.stopped = because("check.bad-ends", {{"count", 3}, {"case", std::string("small")}});
  o.not_run = {"large", "larger"};
  o.hidden_not_run = 2;
  SECTION("findings") {
    TaskResult result = task();
    add_check(result, o, true);
    CHECK(result.check.detail.front().id == "check.findings");
    CHECK_THAT(describe(result.check.detail),
               Catch::Contains("for 3 different reasons") &&
                   Catch::Contains("therefore not checked: 2 cases and 2 hidden cases."));
  }
  SECTION("values") {
    TaskResult result = task();
    result.cases[1].verdict = result.verdict = Verdict::wrong;
    o.summary.findings.clear();
    add_check(result, o, true);
    CHECK(result.check.detail.front().id == "check.values-not-right");
    CHECK(has(result.check.detail, "check.not-run"));
  }
  SECTION("a stop in a hidden case does not say how that one ended") {
    o.stopped_hidden = true;
    o.not_run.clear();
    TaskResult result = task();
    add_check(result, o, true);
    CHECK_FALSE(has(result.check.detail, "check.bad-ends"));
    CHECK_THAT(describe(result.check.detail),
               Catch::EndsWith("therefore not checked: 2 hidden cases."));
    CHECK_FALSE(result.check.hidden);
  }
  SECTION("nothing, where all of them ran") {
    o.not_run.clear();
    o.hidden_not_run = 0;
    TaskResult result = task();
    add_check(result, o, true);
    CHECK(result.check.detail.size() == 1);
  }
}

TEST_CASE("a stopped check gives its reason once, then the cases that did not run") {
  TaskResult result = task();
  CheckOutcome o = outcome();
  make_end(o, 1, Verdict::timeout);
  o.stopped = because("check.endless-call", {{"seconds", 20}, {"case", std::string("large")}});
  o.not_run = {"larger"};
  add_check(result, std::move(o), true);
  CHECK(result.check.verdict == Verdict::pending);
  REQUIRE(result.check.detail.size() == 2);
  CHECK(result.check.detail[0].id == "check.endless-call");
  CHECK(result.check.detail[1].id == "check.not-run");
}

TEST_CASE("cases that are too slow for the check are listed next to findings") {
  TaskResult result = task();
  CheckOutcome o = outcome({finding("race")});
  o.left_out = {"large (timeout)", "hidden-1 (as large)"};
  o.left_out_shown = {"large (timeout)"};
  o.left_out_hidden = true;
  add_check(result, std::move(o), true);
  CHECK_THAT(describe(result.check.detail), Catch::EndsWith("too slow for them: large (timeout)."));
}

TEST_CASE("no missing tail is reported if threads store to one element", "[check]") {
  const Cause tail = because("grid.missing-tail", {{"axis", "row"}, {"count", 13}});
  const auto leading_cause = [&](const char* cause, const char* does, bool hidden) {
    TaskResult result = task();
    result.cases[0].verdict = Verdict::wrong;
    result.cases[0].detail = {tail};
    Finding f = finding("race");
    f.cause = because(cause, {{"does", does}});
    f.hidden = hidden;
    CheckOutcome found = outcome({f});
    found.cases[0].found.verdict = Verdict::wrong;
    add_check(result, std::move(found), true);
    return result.cases[0].detail.front().id;
  };
  CHECK(leading_cause("race.same-store", "writes", false) == "values.tail");
  CHECK(leading_cause("bounds.outside", "writes", false) == "values.tail");
  CHECK(leading_cause("bounds.outside", "reads", false) == "grid.missing-tail");
  CHECK(leading_cause("race.block", "writes", false) == "grid.missing-tail");
  // What is told of visible cases does not depend on hidden ones.
  CHECK(leading_cause("race.same-store", "writes", true) == "grid.missing-tail");
}

TEST_CASE("no precision advice when a race explains the values", "[check]") {
  const auto asks = [&](const char* kind) {
    TaskResult result = task();
    result.cases[0].verdict = Verdict::wrong;
    result.cases[0].detail = {
        because("values.close", {{"relative", "1e-5"}, {"times", "40"}, {"rounding", "yes"}})};
    CheckOutcome found = outcome({finding(kind)});
    found.cases[0].found.verdict = Verdict::wrong;
    add_check(result, std::move(found), true);
    return !result.cases[0].detail.front().fact("rounding").empty();
  };
  CHECK_FALSE(asks("race"));
  CHECK(asks("leak"));
}

TEST_CASE("a busy machine does not make a case slow, a call that sleeps does", "[check]") {
  TaskResult result = task();
  CheckOutcome found = outcome();
  found.cases[0].seconds = found.cases[1].seconds = 2;
  found.cases[0].cpu_seconds = 0.3;
  found.cases[1].cpu_seconds = 0.01;
  add_check(result, std::move(found), true);
  CHECK(result.check.case_seconds == std::vector<double>{0.3, 2});
}
