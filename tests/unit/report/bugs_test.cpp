// What a report says of a fix that was tried.
#include "report/document/bugs.h"

#include <regex>

#include "pages/html.h"
#include "report/document/document.h"
#include "report/terminal.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/html_samples.h"

using namespace warpgrade;

namespace {

std::string result_with(const std::vector<std::string>& left, TriedRemedy::Outcome outcome) {
  TriedRemedy tried;
  tried.outcome = outcome;
  tried.cases = 16;
  tried.changes = {{"statement.after", "dot.cu", 14, "__syncthreads();", "", {}}};
  tried.gone = {"race dot.cu:14", "case 1x32-uniform"};
  tried.left = left;
  return make_fix(tried, {}).result;
}

}  // namespace

TEST_CASE("a fix says how much of what was wrong it mends", "[remedy]") {
  using enum TriedRemedy::Outcome;
  CHECK(result_with({}, right) == "tried: all 16 checked cases pass, no findings");
  CHECK(result_with({"case 33x96-uniform"}, less) ==
        "tried: 15 of 16 checked cases pass; still wrong: 33x96-uniform, no findings");
  CHECK(result_with({"race dot.cu:20"}, less) ==
        "tried: all 16 checked cases pass; still found: race dot.cu:20");
  CHECK(result_with({"case 33x96-uniform", "case 33x992-uniform"}, less) ==
        "tried: 14 of 16 checked cases pass; still wrong: 33x96-uniform and 1 more, no findings");
  CHECK(result_with({"api-error dot.cu:20", "case 0x96-uniform"}, less) ==
        "tried: 15 of 16 checked cases pass; still wrong: 0x96-uniform; still found: api-error "
        "dot.cu:20");
}

TEST_CASE("a report says that not all fixes were tried, unless one mends everything", "[remedy]") {
  GradeResult grade = samples::wrong();
  TaskResult& task = grade.tasks.front();
  task.tried = TriedRemedy{TriedRemedy::Outcome::none, {}, {}, {}, 0, 8};
  const std::string words = "There was no time for all fixes (8 s)";
  CHECK(render(grade, Style{}).find(words) != std::string::npos);
  CHECK(html_page(grade).find(words) != std::string::npos);
  task.tried->outcome = TriedRemedy::Outcome::right;
  task.tried->changes = {{"statement.after", "matmul.cu", 3, "__syncthreads();", "", {}}};
  CHECK(render(grade, Style{}).find(words) == std::string::npos);
  CHECK(html_page(grade).find(words) == std::string::npos);
}

TEST_CASE("only cases that a fix was tried in follow from it", "[remedy]") {
  GradeResult grade = samples::wrong();
  TaskResult& task = grade.tasks.front();
  std::vector<std::string> failing;
  for (const CaseResult& c : task.cases)
    if (c.verdict != Verdict::ok) failing.push_back(c.name);
  REQUIRE(failing.size() > 1);
  task.tried = TriedRemedy{TriedRemedy::Outcome::right, {}, {}, {}, 0, 0};
  task.tried->changes = {{"statement.after", "matmul.cu", 3, "__syncthreads();", "", {}}};
  task.tried->gone = {"case " + failing.back()};
  const auto is_said = [&](const std::string& words) {
    static const std::regex between("\\s+");
    return std::regex_replace(render(grade, Style{}), between, " ").find(words) !=
           std::string::npos;
  };
  CHECK(is_said("With it the one failing case that was tried (of " +
                std::to_string(failing.size()) + ") is right"));
  CHECK(is_said("is right: " + failing.back()));
  task.tried->gone.clear();
  CHECK_FALSE(is_said("With it"));
}

TEST_CASE("no barrier is recommended for a race that none mends", "[remedy]") {
  GradeResult grade = samples::wrong();
  Finding& race = grade.tasks.front().findings[1];
  race.cause = because("race.block", {{"spot", "As[1]"}});
  auto& tried = grade.tasks.front().tried;
  tried = TriedRemedy{TriedRemedy::Outcome::none, {}, {}, {}, 0, 8};
  CHECK(render(grade, Style{}).find("Put __syncthreads() between the two") != std::string::npos);
  tried->seconds = 0;
  CHECK(render(grade, Style{}).find("Put __syncthreads() between the two") == std::string::npos);
  CHECK(render(grade, Style{}).find("Barriers were tried here") != std::string::npos);
}

TEST_CASE("of a long line that changes its change is shown, in each hunk", "[remedy]") {
  const std::string loop = "  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; ",
                    body = " sum += x[i] * y[i] * weights[i] * other_weights[i];";
  GradeResult grade = samples::wrong();
  TaskResult& task = grade.tasks.front();
  grade.sources["matmul.cu"] = "int n = 1;\n\n\n" + loop + "i += 1)" + body + "\n";
  task.tried = TriedRemedy{TriedRemedy::Outcome::right,
                           {{"expression.instead", "matmul.cu", 1, "2", "1", {}},
                            {"expression.instead", "matmul.cu", 4, "i += 2", "i += 1", {}}},
                           {},
                           {},
                           3,
                           0};
  const std::string text = render(grade, Style{});
  CAPTURE(text);
  CHECK(text.find("int n = 2;") != std::string::npos);
  CHECK(text.find("i += 2)") != std::string::npos);
}

TEST_CASE("a fix of one token has no reason where few cases ran", "[remedy]") {
  TriedRemedy tried;
  tried.outcome = TriedRemedy::Outcome::right;
  tried.changes = {{"expression.instead", "dot.cu", 4, "+", "-",
                    because("code.sign", {{"old", "-"}, {"code", "+"}})}};
  tried.cases = 3;
  CHECK(make_fix(tried, {}).why.empty());
  tried.cases = 12;
  CHECK(make_fix(tried, {}).why == "`-` should be `+`: the sign is wrong.");
}

TEST_CASE("the finding that a change mends in its own line is the mistake", "[remedy]") {
  GradeResult grade = samples::wrong();
  TaskResult& task = grade.tasks.front();
  const auto add = [&](const char* kind, const char* id, int line) {
    Finding& f = task.findings.emplace_back();
    f.level = "error";
    f.kind = kind;
    f.cause = because(id);
    f.file = "matmul.cu";
    f.line = line;
  };
  task.findings.clear();
  add("uninitialized", "read.unwritten", 2);
  add("wrong-memory", "host.device-memory", 3);
  task.tried = TriedRemedy{TriedRemedy::Outcome::right, {}, {}, {}, 0, 8};
  task.tried->changes = {
      {"statement.instead", "matmul.cu", 3, "cudaMemset(C, 0, bytes);", "*C = 0;", {}}};
  const TaskPart part = make_task_part(grade, task);
  REQUIRE(part.bugs.size() == 1);
  CHECK(part.bugs[0].line == 3);
}
