#include "report/findings_block.h"

#include <algorithm>

#include "base/lines.h"
#include "pages/check_page.h"
#include "report/terminal.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/grade_samples.h"

using namespace warpgrade;

namespace {

const Style piped{false, 80, true};

std::string marked(std::string_view line, std::string_view array) {
  const auto [begin, end] = subject_in(line, array);
  return std::string(line.substr(begin, end - begin));
}

/// What the mark of a finding in that line stands under.
std::string marked_access(const std::string& line, const std::string& does) {
  Finding f;
  f.kind = "uninitialized";
  f.file = "a.cu";
  f.line = 1;
  f.cause.facts["array"] = "s";
  f.cause.facts["does"] = does;
  const Bug bug = make_bug(f, {{"a.cu", line}});
  if (bug.quote.at(0).marks.empty()) return "";
  const Mark& mark = bug.quote[0].marks[0];
  return line.substr(mark.begin, mark.end - mark.begin);
}

}  // namespace

TEST_CASE("lines are counted from 1, whatever ends them") {
  CHECK(source_line("a\r\nb\nc", 1) == "a");
  CHECK(source_line("a\nb\nc", 3) == "c");
  CHECK(source_line("a\n\nc", 2) == "");
  CHECK(source_line("a\n", 2) == "");
  CHECK(source_line("a", 0) == "");
  CHECK(source_line("", 1) == "");
}

TEST_CASE("an array is found in its line, with its subscripts") {
  CHECK(marked("sum += As[ty][p] * Bs[p][tx];", "Bs") == "Bs[p][tx]");
  CHECK(marked("C[idx[i]] = sum;", "C") == "C[idx[i]]");
  CHECK(marked("xC[1] = C [i + 1];", "C") == "C [i + 1]");
  CHECK(marked("y = x[i", "x") == "x[i");
  CHECK(marked("*p = 1;", "C") == "");
  CHECK(marked("C[0] = 1;", "") == "");
  CHECK(marked("", "C") == "");
}

TEST_CASE("a mark stands under the access alone, or under none") {
  CHECK(marked_access("x = s[1] + y;", "reads") == "s[1]");
  CHECK(marked_access("x = s[1] + s[2];", "reads") == "");
  CHECK(marked_access("s[0] += s[2];", "reads") == "s[2]");
  CHECK(marked_access("for (int i = 0; i < n; ++i) s[i] = 1;", "writes") == "s[i]");
  CHECK(marked_access("u[0] = s[1] + s[2];", "writes") == "");
  CHECK(marked_access("if (s[0] <= x) s[1] = x;", "writes") == "s[1]");
}

// clang-format off

TEST_CASE("right values with findings: where, why that is no comfort, and what it costs") {
  CHECK("\n" + render(samples::checked(), piped) == R"(
Matrix multiplication · skeletons/matmul · float · CPU engine
Total  36 / 44, 4 pending

  ✗ matmul_tiled  race, 4 of 4 cases correct    16 / 20
    race                                                             matmul.cu:5
    5 │ sum += As[ty][p] * Bs[p][tx];
      │        ^^^^^^^^^
    Thread (1,0,0) of block (0,0,0) reads As[0][1], which thread (0,0,0) writes
    at matmul.cu:4 with no barrier between.
    leak: 32 bytes are never freed.
    The values are right, but that is luck: nothing orders the accesses, and on
    a GPU one may miss or undo what the other does.
    clean check: 0 of 2 points
    efficiency: 0 of 2 points. bank_conflicts of tiled_kernel: 8, and at most
    1.2 is asked for (turns of shared memory / turns that would do).

  ✓ matmul_best   as fast as you can, 4 cases   20 / 24  4 pending

  4 points stay open (matmul_best): the check was left out (--no-check).

Next: Fix matmul_tiled at matmul.cu:5 (race), then run the same command again.
)");
}

TEST_CASE("right values are not called crashed: the finding's kind is") {
  GradeResult result = samples::checked();
  result.tasks[0].verdict = Verdict::crashed;
  result.tasks[0].findings[0].kind = "misaligned";
  CHECK(render(result, piped).find("matmul_tiled  misaligned, 4 of 4 cases correct") !=
        std::string::npos);
}

TEST_CASE("a pointer to other memory is not called out-of-bounds") {
  GradeResult result = samples::checked();
  result.tasks[0].verdict = Verdict::out_of_bounds;
  result.tasks[0].findings[0].kind = "wrong-memory";
  result.tasks[0].cases[0].verdict = Verdict::out_of_bounds;
  CHECK(render(result, piped).find("matmul_tiled  wrong-memory, 3 of 4 cases correct") !=
        std::string::npos);
}

TEST_CASE("the check's page: findings, then costs line by line") {
  GradeResult result = samples::checked();
  result.checked_only = true;
  result.tasks[1].detail = {because("function.not-defined")};
  CHECK("\n" + render_check(result, piped) == R"(
Matrix multiplication: skeletons/matmul
Checked in float on the CPU engine, every access watched. Not a grade.

  ✗ matmul_tiled  2 errors in 2 checked cases
    race                                                             matmul.cu:5
    5 │ sum += As[ty][p] * Bs[p][tx];
      │        ^^^^^^^^^
    Thread (1,0,0) of block (0,0,0) reads As[0][1], which thread (0,0,0) writes
    at matmul.cu:4 with no barrier between.
    leak: 32 bytes are never freed.
    The values are right, but that is luck: nothing orders the accesses, and on
    a GPU one may miss or undo what the other does.
    tiled_kernel: blocks 6 of 1024 threads, 3 counted; in case 33x65x31; global
    memory 3 072 sectors of 32 bytes, 13 % of the bytes used; shared memory 8
    KiB a block; banks 8 turns where 1 would do, 8 at worst; threads at work
    75 % of a warp on average; branches 10 % split their warp; barriers 2 a
    block; occupancy 50 % (32 of 64 warps, capability 8.0), limited by
    registers.
      line         access       requests  threads        cost  ideal
      matmul.cu:4  global load        96       32  32 sectors      4
      matmul.cu:5  shared load      3072       32     8 turns      1

Not defined, so not checked: matmul_best.
)");
}

// clang-format on

TEST_CASE("advice on speed waits until there is nothing to be put right") {
  GradeResult result = samples::checked();
  CHECK(render(result, piped).find("down a column") == std::string::npos);
  result.tasks[0].findings.erase(result.tasks[0].findings.begin(),
                                 result.tasks[0].findings.begin() + 2);
  result.tasks[0].verdict = Verdict::ok;
  CHECK(render(result, piped).find("down a column") != std::string::npos);
}

TEST_CASE("advice that reads the same for several lines is given once") {
  GradeResult result = samples::checked();
  TaskResult& task = result.tasks[0];
  task.verdict = Verdict::ok;
  std::erase_if(task.findings, [](const Finding& f) { return f.kind != "coalescing"; });
  REQUIRE(task.findings.size() == 1);
  task.findings.assign(3, task.findings[0]);
  task.findings[1].line = 7;
  task.findings[2].line = 8;
  const std::string text = render(result, {false, 200, true});
  const auto first = text.find("down a column");
  CHECK(first != std::string::npos);
  CHECK(text.find("down a column", first + 1) == std::string::npos);
  CHECK(text.find(" The same in lines 7, 8.") != std::string::npos);
}

TEST_CASE("what to do is said once where several lines have the same mistake") {
  GradeResult result = samples::checked();
  std::vector<Finding>& findings = result.tasks[0].findings;
  const std::string hint = "The launch sets the size of this array";
  findings.assign(2, findings[0]);
  for (Finding& f : findings) {
    f.cause = because("bounds.dynamic-shared", {{"who", "Thread (0,0,0) of block (0,0,0)"},
                                                {"does", "reads"},
                                                {"spot", "element 8 of s"}});
    f.kind = "out-of-bounds";
  }
  findings[1].line = 4;
  const std::string text = render(result, {false, 200, true});
  const auto first = text.find(hint);
  CHECK(first != std::string::npos);
  CHECK(text.find(hint, first + 1) == std::string::npos);
  CHECK_THAT(text, Catch::Contains("    out-of-bounds") && Catch::Contains("  matmul.cu:4\n"));
}

TEST_CASE("the check's page says how many of its cases are wrong") {
  GradeResult result = samples::checked();
  TaskResult& task = result.tasks[0];
  task.findings.clear();
  task.verdict = Verdict::wrong;
  task.cases = {samples::passing("1x1x1"), samples::failing(task.task, "33x65x31", Verdict::wrong,
                                                            "C[0] is 1 and should be 2")};
  CHECK(render_check(result, piped).find("matmul_tiled  wrong in 1 of 2 checked cases") !=
        std::string::npos);
  task.cases[0] = samples::failing(task.task, "1x1x1", Verdict::wrong, "C[0] is 1 and should be 2");
  CHECK(render_check(result, piped).find("matmul_tiled  wrong in 2 checked cases") !=
        std::string::npos);
}

TEST_CASE("the check's page shows no control characters either") {
  const std::string text = render_check(samples::hostile(), piped);
  CHECK(std::none_of(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7F;
  }));
}
