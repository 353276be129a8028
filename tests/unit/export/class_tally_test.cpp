// Summaries of a class's grades.
#include "export/class_tally.h"

#include "findings/finding_kind.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/class_samples.h"

using namespace warpgrade;
using samples::graded_with;
using samples::make_row;
using samples::summarize;

TEST_CASE("of several attempts the last one counts, and all are listed") {
  const ClassSummary summary = summarize({make_row("ada", "", graded_with("matmul", 1, "x"), 1),
                                          make_row("ada", "", graded_with("matmul", 1, ""), 2),
                                          make_row("bob", "", graded_with("matmul", 1, "x"), 1)});
  REQUIRE(summary.rows.size() == 3);
  CHECK_FALSE(summary.rows[0].last);
  CHECK(summary.rows[1].last);
  const std::vector<Distribution>& distributions = summary.distributions.at("matmul");
  REQUIRE(distributions.size() == 3);
  CHECK(distributions[0].grades == 2);
  CHECK(distributions[0].most == samples::points(40));
  CHECK(distributions[0].full == 1);
  CHECK(distributions[0].bins[10] == 1);
  CHECK(distributions[0].bins[6] == 1);
  CHECK(distributions[0].median == samples::points(32.5));
  CHECK(distributions[2].task == "matmul_tiled");
  CHECK(distributions[2].verdicts == std::map<std::string, std::size_t>{{"ok", 1}, {"wrong", 1}});
}

TEST_CASE("grades with different maxima count relative to their own") {
  const auto row = [](const std::string& id, double score, double most) {
    GradebookRow graded = make_row(id, "", graded_with("matmul", 1, ""));
    graded.grade.score = samples::points(score);
    graded.grade.max_score = samples::points(most);
    graded.grade.pending = Points{};
    graded.grade.json.clear();
    return graded;
  };
  const Distribution whole = summarize({row("a", 55, 100), row("b", 100, 100), row("c", 60, 120)})
                                 .distributions.at("matmul")[0];
  CHECK(whole.full == 1);
  CHECK(whole.bins[5] == 2);
  CHECK(whole.bins[10] == 1);
  CHECK(whole.most == samples::points(120));
  CHECK(whole.median == samples::points(66));
  CHECK(whole.highest == samples::points(120));
  CHECK(whole.maxima ==
        std::map<Points, std::size_t>{{samples::points(100), 2}, {samples::points(120), 1}});
}

TEST_CASE("a mistake is counted once per student, whatever its numbers") {
  GradeResult twice = graded_with("matmul", 1, samples::last_columns(32, 33));
  twice.tasks[0] = twice.tasks[1];
  twice.tasks[0].task = "matmul_naive";
  twice.tasks[0].cases.back().detail = samples::last_columns(32, 40);
  const ClassSummary summary =
      summarize({make_row("ada", "", twice),
                 make_row("bob", "", graded_with("matmul", 1, samples::last_columns(64, 65)))});
  REQUIRE(summary.mistakes.size() == 1);
  CHECK(summary.mistakes[0].students == 2);
  CHECK(summary.mistakes[0].places.size() == 2);
  CHECK(summary.mistakes[0].tasks == std::set<std::string>{"matmul_naive", "matmul_tiled"});
}

TEST_CASE("a call that does not end is one mistake") {
  GradeResult grade = graded_with("matmul", 1, "x");
  TaskResult& task = grade.tasks[1];
  const auto mistakes = [&] { return summarize({make_row("ada", "", grade)}).mistakes; };
  task.verdict = Verdict::timeout;
  CaseResult late = task.cases.back();
  late.verdict = Verdict::timeout;
  late.detail = {because("reference.remark", {{"text", "no result after 20 s"}})};
  CaseResult behind = late;
  behind.detail = {because("case.not-run", {{"task", "matmul_tiled"}, {"case", "33x33"}})};
  task.cases = {late, behind};
  REQUIRE(mistakes().size() == 1);
  Finding loop;
  loop.kind = endless_loop;
  loop.level = "error";
  loop.cause = because("reference.remark", {{"text", "still in this loop"}});
  task.findings = {loop};
  REQUIRE(mistakes().size() == 1);
  CHECK(mistakes()[0].kind == endless_loop);
}

TEST_CASE("speed is ranked by ratio; unmeasured grades are left out") {
  GradeResult cheat = graded_with("matmul", 90, "");
  cheat.tasks[0].performance[0].verdict = Verdict::implausible;
  GradeResult none = graded_with("matmul", 1, "");
  none.tasks[0].performance = {samples::speed("solution", 4)};
  const ClassSummary summary =
      summarize({make_row("a", "", graded_with("matmul", 0.8, "")), make_row("b", "", cheat),
                 make_row("c", "", graded_with("matmul", 1.3, "")), make_row("d", "", none)});
  REQUIRE(summary.boards.size() == 1);
  REQUIRE(summary.boards[0].entries.size() == 2);
  CHECK(summary.rows[summary.boards[0].entries[0].row].student == "c");
  CHECK(summary.boards[0].entries[1].ratio == 0.8);
  REQUIRE(summary.flags.size() == 1);
  CHECK(summary.flags[0].what == "implausible");
  CHECK(summary.rows[1].flagged);
  CHECK(summarize({make_row("d", "", none)}).boards[0].entries.empty());
}

TEST_CASE("unusual behavior is flagged, each reason once per task") {
  const auto flags = [](const Causes& detail) {
    return summarize({make_row("a", "", graded_with("matmul", 1, detail))}).flags;
  };
  CHECK(flags(samples::last_columns(32, 33)).empty());
  CHECK(flags({because("channel.messages")}).size() == 1);
  CHECK(flags({because("value.alone"), because("threads.left-running", {{"count", 2}})}).size() ==
        1);
  CHECK(flags({because("exit.itself", {{"status", 0}})}).size() == 1);
  CHECK(flags({because("exit.itself", {{"status", 1}})}).empty());
  GradeResult outside = samples::compile_error();
  outside.compiler_output =
      "matmul.cu:1:10: fatal error: ../../../labs/matmul/reference.cpp: No such file or "
      "directory\n";
  CHECK(summarize({make_row("a", "", outside)}).flags.size() == 1);
  CHECK(summarize({make_row("a", "", samples::compile_error())}).flags.empty());
  GradeResult library = graded_with("matmul", 1, "");
  library.tasks[0].verdict = library.tasks[1].verdict = Verdict::forbidden;
  CHECK(summarize({make_row("a", "", library)}).flags.size() == 2);
}

TEST_CASE("open grades are left out of statistics") {
  GradebookRow open = make_row("a", "", graded_with("matmul", 1, "x"));
  open.grade.open = true;
  open.grade.cause = "the disk is full";
  const ClassSummary summary = summarize({open});
  CHECK(summary.rows[0].open);
  CHECK_FALSE(summary.rows[0].score.has_value());
  CHECK(summary.distributions.empty());
  CHECK(summary.mistakes.empty());
}

TEST_CASE("identical files are reported, except unchanged skeletons") {
  GradebookRow a = make_row("a", "", graded_with("matmul", 1, "")), b = a;
  b.student.id = "b";
  CHECK(summarize({a, b}).same_files.size() == 1);
  a.grade.score = b.grade.score = Points{};
  CHECK(summarize({a, b}).same_files.empty());
}

TEST_CASE("malformed JSON only loses its details") {
  for (const char* json :
       {"", "{", "[]", "null", "{\"tasks\": 5}", "{\"tasks\": [5, {\"cases\": {\"a\": 1}}]}",
        "{\"tasks\": [{\"task\": 7, \"checks\": [], \"findings\": [null], \"performance\": "
        "[{\"ratio\": \"x\"}]}], \"compiler_output\": {}}"}) {
    CAPTURE(json);
    GradebookRow row = make_row("a", "", graded_with("matmul", 1, ""));
    row.grade.json = json;
    const ClassSummary summary = summarize({row});
    CHECK(summary.rows.size() == 1);
    CHECK(summary.distributions.at("matmul")[0].grades == 1);
  }
}
