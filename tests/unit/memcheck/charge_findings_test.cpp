// What an error of the check costs beside the points for a clean check.
#include "memcheck/charge_findings.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

Points points(double n) { return Points::hundredths(static_cast<long long>(n * 100)); }

Finding check_found(const char* kind, const char* level = "error") {
  Finding found;
  found.kind = kind;
  found.level = level;
  found.kernel = "k";
  return found;
}

/// 12 of 16 points for results, 2 for efficiency, 6 for speed that are open; the check found
/// `what`.
TaskResult charged(OnFinding rule, Finding what, TaskPoints results = {points(12), {}, points(4)}) {
  TaskResult task;
  task.max_points = points(27);
  task.findings = {std::move(what)};
  task.check.verdict = Verdict::race;
  task.check.max_points = points(3);
  task.efficiency.resize(1);
  task.efficiency[0].verdict = Verdict::ok;
  task.efficiency[0].points = task.efficiency[0].max_points = points(2);
  task.performance.resize(1);
  task.performance[0].pending = task.performance[0].max_points = points(6);
  task.points = results.earned + points(2);
  task.pending = results.pending + points(6);
  charge_findings(rule, results, task);
  return task;
}

}  // namespace

TEST_CASE("a race leaves a quarter of the points for results, and none for efficiency and speed") {
  for (const char* kind : {"race", "barrier"}) {
    const TaskResult task = charged(OnFinding::limit_races, check_found(kind));
    CHECK(task.points == points(4));
    CHECK(task.pending == Points{});
    CHECK(task.efficiency[0].points == Points{});
    CHECK(task.performance[0].verdict == Verdict::race);
    CHECK(describe(task.charged) ==
          "a race leaves this task at most 4 of its 16 points for results, and none for "
          "efficiency and speed. Whether its values are right is chance.");
  }
}

TEST_CASE("a store outside of an array is charged as a race") {
  const auto access = [](const char* kind, const char* id, const char* does) {
    Finding found = check_found(kind);
    found.cause = because(id, {{"does", does}});
    return charged(OnFinding::limit_races, found);
  };
  CHECK(access("out-of-bounds", "bounds.row", "writes").points == points(4));
  CHECK(access("out-of-bounds", "bounds.outside", "updates").points == points(4));
  CHECK(access("use-after-free", "memory.freed", "writes").points == points(4));
  CHECK(access("out-of-bounds", "bounds.outside", "reads").points == points(14));
  CHECK_THAT(describe(access("out-of-bounds", "bounds.outside", "writes").charged),
             Catch::StartsWith("a store outside of an array leaves this task at most 4 of its 16"));
}

TEST_CASE("an atomic on each thread's own copy is charged as the race that it hides") {
  Finding found = check_found("wrong-memory");
  found.cause = because("atomic.own-copy");
  const TaskResult task = charged(OnFinding::limit_races, found);
  CHECK(task.points == points(4));
  CHECK_THAT(describe(task.charged), Catch::StartsWith("an atomic that orders no threads"));
}

TEST_CASE("a store outside of an array costs no more where all its cases are wrong") {
  TaskResult task;
  task.cases = {{"16", false, Verdict::out_of_bounds, {}, "", false, 0},
                {"32", false, Verdict::ok, {}, "", false, 0}};
  task.findings = {check_found("out-of-bounds")};
  task.findings[0].cause = because("bounds.outside", {{"does", "writes"}});
  task.findings[0].cases = {"16"};
  task.points = points(8);
  charge_findings(OnFinding::limit_races, {points(8), {}, points(8)}, task);
  CHECK(task.points == points(8));
  task.findings[0].cases = {"16", "32"};
  charge_findings(OnFinding::limit_races, {points(8), {}, points(8)}, task);
  CHECK(task.points == points(4));
}

TEST_CASE("a race costs measured and pending speed points alike") {
  TaskResult task;
  task.findings = {check_found("race")};
  task.check.verdict = Verdict::race;
  task.performance.resize(1);
  task.performance[0].verdict = Verdict::ok;
  task.performance[0].points = task.performance[0].max_points = points(6);
  task.points = points(16 + 6);
  charge_findings(OnFinding::limit_races, {points(16), {}, {}}, task);
  CHECK(task.points == points(4));
}

TEST_CASE("a race leaves scores below a quarter unchanged") {
  const TaskResult task =
      charged(OnFinding::limit_races, check_found("race"), {points(1), points(9), points(6)});
  CHECK(task.points == points(1));
  CHECK(task.pending == points(3));
}

TEST_CASE("other errors, advice and the rule of a course can leave points unchanged") {
  const auto same = [](const TaskResult& task) {
    return task.points == points(14) && task.pending == points(6) && task.charged.empty();
  };
  CHECK(same(charged(OnFinding::limit_races, check_found("out-of-bounds"))));
  CHECK(same(charged(OnFinding::limit_races, check_found("leak"))));
  CHECK(same(charged(OnFinding::limit_races, check_found("race", "advice"))));
  CHECK(same(charged(OnFinding::fail, check_found("race", "advice"))));
  CHECK(same(charged(OnFinding::check_points, check_found("race"))));
}

TEST_CASE("with the rule fail any error costs all points of a task") {
  for (const char* kind : {"race", "out-of-bounds", "uninitialized", "leak"}) {
    const TaskResult task = charged(OnFinding::fail, check_found(kind));
    CHECK(task.points + task.pending == Points{});
    CHECK(describe(task.charged).find("all 27 points") != std::string::npos);
  }
}

TEST_CASE("each rule has a name in files and in options") {
  for (const OnFinding rule : {OnFinding::limit_races, OnFinding::check_points, OnFinding::fail}) {
    CHECK(parse_on_finding(name(rule)) == rule);
    CHECK(parse_on_finding(option_word(rule)) == rule);
  }
  CHECK(option_word(OnFinding::check_points) == "check-points");
  CHECK(parse_on_finding("") == std::nullopt);
}
