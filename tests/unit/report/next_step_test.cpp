#include "report/document/next_step.h"

#include "tests/unit/catch.h"
#include "tests/unit/samples/grade_samples.h"

using namespace warpgrade;

TEST_CASE("the next step is never the command that was just run") {
  GradeResult grade = samples::wrong();
  TaskResult& task = grade.tasks[0];
  task.findings.clear();
  CHECK(next_step(grade).sentence.find("Add `--case 33x65x32`") != std::string::npos);
  std::erase_if(task.cases, [](const CaseResult& c) { return c.name != "33x65x32"; });
  CHECK(next_step(grade).command.empty());
  CHECK(next_step(grade).sentence == "Fix matmul_tiled, then run the same command again.");
}

TEST_CASE("the next step: what is begun and wrong, then what is not begun, then what is slow") {
  GradeResult grade = samples::mixed();
  CHECK(next_step(grade).command == samples::reproduce("matmul_tiled", "33x65x32"));
  grade.tasks.erase(grade.tasks.begin() + 1);
  CHECK(next_step(grade).sentence ==
        "Fix matmul_best at matmul.cu:88 (race), then run the same command again.");
  grade.tasks.erase(grade.tasks.begin() + 2);
  CHECK(next_step(grade).sentence ==
        "Write matmul_coarse in skeletons/matmul/matmul.cu, then run the same command again.");
}

TEST_CASE("where a change was tried and all is right with it, it is the next step") {
  GradeResult grade = samples::mixed();
  TaskResult& t = grade.tasks[1];
  REQUIRE(t.task == "matmul_tiled");
  t.tried = TriedRemedy{TriedRemedy::Outcome::less,
                        {{"barrier.after", "matmul.cu", 45, "__syncthreads();", "", {}}},
                        {},
                        {},
                        3};
  CHECK(next_step(grade).command == samples::reproduce("matmul_tiled", "33x65x32"));
  t.tried->outcome = TriedRemedy::Outcome::right;
  CHECK(next_step(grade).sentence ==
        "Apply the fix at matmul.cu:45, then run the same command again.");
  CHECK(next_step(grade).command.empty());
  // Places are those of the diff.
  grade.sources["matmul.cu"] = "int a;\nint b;\n\nint c;\nint d;\n";
  t.tried->changes = {{"statement.instead", "matmul.cu", 2, "int e;", "int b;", {}, 1},
                      {"statement.instead", "matmul.cu", 1, "int f;", "int a;", {}, 1}};
  CHECK(next_step(grade).sentence.find("Apply the fix at matmul.cu:1") == 0);
  t.tried->changes.push_back({"statement.instead", "matmul.cu", 5, "int g;", "int d;", {}, 1});
  CHECK(next_step(grade).sentence.find("Apply the fix (2 changes, the first at matmul.cu:1)") == 0);
}

TEST_CASE("right but wasteful: the next step is to waste less") {
  GradeResult grade = samples::checked();
  TaskResult& t = grade.tasks[0];
  t.findings.clear();
  t.verdict = t.check.verdict = Verdict::ok;
  t.check.points = t.check.max_points;
  t.points = samples::points(18);
  CHECK(next_step(grade).sentence == "matmul_tiled is right; now let it waste less.");
  t.findings = samples::checked().tasks[0].findings;
  t.findings[0].level = "advice";
  t.findings.resize(1);
  CHECK(next_step(grade).sentence ==
        "matmul_tiled is right; now let it waste less: its report says where.");
}

TEST_CASE("after what is forbidden the next step says what to take out, and where") {
  // Its other parts may be right: a task that has a check and costs.
  GradeResult grade = samples::checked();
  TaskResult& t = grade.tasks[0];
  t.verdict = Verdict::forbidden;
  t.points = {};
  t.detail = {because("library.forbidden", {{"place", std::string("matmul.cu:12")},
                                            {"library", std::string("cub")},
                                            {"what", std::string("cub/x.cuh")}})};
  CHECK(next_step(grade).sentence ==
        "Take cub out in matmul.cu:12 and write matmul_tiled without it, then run the same command "
        "again.");
  t.detail = {because("library.loaded", {{"what", std::string("dlopen")}})};
  CHECK(next_step(grade).sentence ==
        "Take dlopen out and write matmul_tiled without it, then run the same command again.");
}

TEST_CASE("right but slow: the next step is speed") {
  GradeResult grade = samples::full();
  grade.tasks[1].performance[0].points = samples::points(4);
  grade.tasks[1].points = samples::points(34);
  CHECK(next_step(grade).sentence == "matmul_tiled is right; now make it faster.");
}
