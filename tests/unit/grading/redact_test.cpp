// How much a report tells: what a lab does not tell is in nothing that a student gets.
#include "grading/redact.h"

#include "base/fault.h"
#include "formats/exports.h"
#include "formats/json.h"
#include "formats/json_reading.h"
#include "pages/check_page.h"
#include "pages/html.h"
#include "report/terminal.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/grade_samples.h"

using namespace warpgrade;

namespace {

Finding race() {
  Finding f;
  f.kind = "race";
  f.level = "error";
  f.file = "dot.cu";
  f.line = 31;
  f.other_file = "dot.cu";
  f.other_line = 27;
  f.cause = {"race.block",
             {{"thread", "(0,0,0)"},
              {"block", "(1,0,0)"},
              {"does", "reads"},
              {"spot", "element 3 of p, allocated at dot.cu:55"},
              {"party", "thread (1,0,0)"},
              {"party_does", "writes"}}};
  return f;
}

GradeResult graded() {
  GradeResult grade = samples::checked();
  grade.sources = {{"dot.cu", "int main;\n"}};
  TaskResult& task = grade.tasks[0];
  Finding advice;
  advice.kind = "coalescing";
  advice.level = "advice";
  advice.file = "dot.cu";
  advice.line = 40;
  advice.cause = because(
      "cost.column",
      {{"does", std::string("read")}, {"sectors", std::string("32")}, {"ideal", std::string("4")}});
  task.findings = {race(), advice};
  task.metrics[0].lines[0].file = "dot.cu";
  CaseResult c;
  c.name = "33-uniform";
  c.verdict = Verdict::wrong;
  c.detail = {because("cuda.error", {{"error", std::string("cudaErrorInvalidValue")},
                                     {"call", std::string("cudaMemcpy")},
                                     {"place", std::string("dot.cu:62")},
                                     {"text", std::string("invalid argument")}})};
  task.cases = {c};
  return grade;
}

GradeResult redacted_to(FeedbackLevel feedback) {
  GradeResult grade = graded();
  redact(grade, feedback);
  return grade;
}

/// All that a student may get.
std::vector<std::string> texts(const GradeResult& grade) {
  std::vector<std::string> all = {students_json_text(grade), students_json_text(json_text(grade)),
                                  html_page(grade), render(grade, Style{}),
                                  render_check(grade, Style{})};
  for (const auto& format : export_formats()) all.push_back(exported(grade, format));
  return all;
}

bool in(const std::string& text, const std::string& what) { return text.find(what) != text.npos; }

}  // namespace

TEST_CASE("only places are cut from texts", "[tell]") {
  CHECK(text_without_places("x from cudaMemcpy at a/dot.cu:62: bad") == "x from cudaMemcpy: bad");
  CHECK(text_without_places("dot.cu:16: neighbors") == "neighbors");
  CHECK(text_without_places("p, allocated at dot.cu:27, of 3:4") == "p, allocated, of 3:4");
  CHECK(text_without_places("waits (dot.cuh:7) there") == "waits () there");
  CHECK(text_without_places("block (1,0,0): 3") == "block (1,0,0): 3");
  CHECK(text_without_places("").empty());
}

TEST_CASE("feedback level cause shows no lines", "[tell]") {
  for (const std::string& text : texts(redacted_to(FeedbackLevel::cause))) {
    INFO(text.substr(0, 2000));
    for (const char* place : {"dot.cu:31", "dot.cu:27", "dot.cu:55", "dot.cu:62", "dot.cu:40",
                              "\"line\": 31", "\"line\": 27", "\"line\": 40", "__syncthreads"})
      CHECK_FALSE(in(text, place));
  }
  const GradeResult grade = redacted_to(FeedbackLevel::cause);
  CHECK(describe(grade.tasks[0].findings[0]).rfind("Thread (0,0,0) of block (1,0,0) reads", 0) ==
        0);
  CHECK(in(students_json_text(grade), "race.block"));
  CHECK(to_json(grade)["tasks"][0]["metrics"]["kernels"][0]["lines"].empty());
}

TEST_CASE("feedback level place shows no remedies and no pages with remedies", "[tell]") {
  const GradeResult grade = redacted_to(FeedbackLevel::place);
  for (const std::string& text : texts(grade)) {
    INFO(text.substr(0, 2000));
    CHECK_FALSE(in(text, "__syncthreads"));
    CHECK_FALSE(in(text, "Let them read"));
    CHECK_FALSE(in(text, "warpgrade explain"));
  }
  CHECK(grade.tasks[0].findings[0].line == 31);
  CHECK(in(describe(grade.tasks[0].findings[0]), "writes it at dot.cu:27."));
  CHECK(in(render_check(grade, Style{}), "dot.cu:31"));
  CHECK(in(students_json_text(grade), "\"line\": 31"));
}

TEST_CASE("feedback level remedy shows remedies", "[tell]") {
  for (const FeedbackLevel feedback : {FeedbackLevel::remedy, FeedbackLevel::tried}) {
    CHECK(in(students_json_text(redacted_to(feedback)), "__syncthreads()"));
    CHECK(redacted_to(feedback).tasks[0].unredacted.empty());
  }
}

TEST_CASE("a remedy that worked replaces advice of its errors", "[tell]") {
  GradeResult grade = graded();
  Remedy fence{"statement.after", "dot.cu", 27, "__threadfence();", "", {}};
  const auto words = [&](const Remedy& change) {
    GradeResult copy = grade;
    copy.tasks[0].tried = TriedRemedy{TriedRemedy::Outcome::right, {change}, {}, {}, 3};
    redact(copy, FeedbackLevel::tried);
    const GradeResult read = parse_grade(json_text(copy));
    CHECK(describe(read.tasks[0].findings[0]) == describe(copy.tasks[0].findings[0]));
    CHECK(in(describe(copy.tasks[0].findings[1]), "Let them read"));  // advice
    return describe(copy.tasks[0].findings[0]);
  };
  CHECK_FALSE(in(words(fence), "Put __syncthreads()"));
  fence.cause = because("code.no-fence", {{"line", 27}});
  CHECK_FALSE(in(words(fence), "Put __syncthreads()"));
}

TEST_CASE("a remedy that worked removes open questions from cases", "[tell]") {
  GradeResult grade = graded();
  CaseResult& c = grade.tasks[0].cases[0];
  c.verdict = Verdict::wrong;
  c.detail = {because("state.kept-between-calls"), because("values.not-finite", {{"count", 3}}),
              because("values.zeros")};
  const auto words = [&](TriedRemedy::Outcome outcome) {
    GradeResult copy = grade;
    Remedy change{"expression.instead", "dot.cu", 3, "real* s = nullptr;", "static real* s;", {}};
    change.cause = because("code.kept-pointer", {{"name", "s"}});
    copy.tasks[0].tried = TriedRemedy{outcome, {change}, {}, {}, 3};
    redact(copy, FeedbackLevel::tried);
    const GradeResult read = parse_grade(json_text(copy));
    CHECK(read.tasks[0].cases[0].detail == copy.tasks[0].cases[0].detail);
    return describe(copy.tasks[0].cases[0].detail);
  };
  CHECK(words(TriedRemedy::Outcome::right) ==
        "Right for the first values, wrong for others of the same sizes.\n"
        "All wrong elements are 0.");
  CHECK(in(words(TriedRemedy::Outcome::less), "3 values are not finite (NaN or infinity)."));
}

TEST_CASE("the instructor's JSON has the full text under hidden", "[tell]") {
  const auto json = to_json(redacted_to(FeedbackLevel::cause));
  CHECK(json["tell"] == "cause");
  const auto& hidden = json["hidden"]["tasks"][0];
  CHECK(hidden["untold"][0]["line"] == 31);
  CHECK(in(hidden["cases"][0]["detail"], "dot.cu:62"));
  const GradeResult read = parse_grade(json.dump());
  CHECK(read.feedback == FeedbackLevel::cause);
  CHECK(read.tasks[0].findings[0].line == 31);
  CHECK_FALSE(to_json(redacted_to(FeedbackLevel::tried)).contains("tell"));
}

TEST_CASE("only instructors get more feedback than the lab gives", "[tell]") {
  Lab lab;
  lab.name = "dot";
  lab.feedback = FeedbackLevel::place;
  CHECK(effective_feedback(lab, {}, false) == FeedbackLevel::place);
  CHECK(effective_feedback(lab, FeedbackLevel::cause, false) == FeedbackLevel::cause);
  CHECK_THROWS_AS(effective_feedback(lab, FeedbackLevel::remedy, false), UsageError);
  CHECK(effective_feedback(lab, FeedbackLevel::tried, true) == FeedbackLevel::tried);
}
