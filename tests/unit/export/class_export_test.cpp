#include "export/class_export.h"

#include <stdlib.h>

#include <nlohmann/json.hpp>

#include "base/fault.h"
#include "course/due_time.h"
#include "formats/json.h"
#include "import/csv.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/export_samples.h"
#include "tests/unit/samples/grade_samples.h"

using namespace warpgrade;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

std::string mixed(const BookEntry&) { return json_text(samples::mixed()); }

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
  return n;
}

CountingRules penalty() {
  CountingRules rules;
  rules.due = parse_instant("2026-03-01T00:00Z");
  rules.late_penalty = parse_amount("10%", "");
  return rules;
}

BookEntry late(const std::string& id) { return samples::graded(id, 80, 0, 1, "2026-03-02T12:00Z"); }

}  // namespace

TEST_CASE("Class CSV: counted points, penalties, and no number for open grades") {
  BookEntry hostile = late("=cmd()");
  hostile.row.student.name = "Sea, \"Dee\"\n@x";
  const auto rows =
      parse_csv(class_csv(count_grades({hostile, samples::open("bob")}, penalty())), "f");
  REQUIRE(rows.size() == 3);
  CHECK(rows[1].cells[0] == "'=cmd()");
  CHECK(rows[1].cells[1] == "Sea, \"Dee\"\n@x");
  CHECK(std::vector<std::string>(rows[1].cells.begin() + 6, rows[1].cells.begin() + 14) ==
        std::vector<std::string>{"graded", "60", "100", "0", "80", "20", "late", "2"});
  CHECK(rows[2].cells[6] == "open");
  CHECK(rows[2].cells[7].empty());
  CHECK_THAT(rows[2].cells.at(18), Catch::Contains("the disk is full"));
}

TEST_CASE("Students without a grade are in CSV, JSON and JUnit, with the reason") {
  Student zoe, jo;
  zoe.id = "zoe";
  jo.id = "jo";
  const std::vector<Ungraded> absent = {{zoe, "dot", false, "nothing was handed in"}};
  const auto grades = with_unusable(count_grades({samples::graded("bob", 70)}, {}),
                                    {{jo, "dot", true, "dot (1).cu: not named dot.cu"}});
  const auto all = json::parse(class_json(grades, {}, mixed, absent));
  REQUIRE(all.at("absent").size() == 1);
  CHECK(all.at("absent")[0].at("student") == "zoe");
  CHECK(all.at("absent")[0].at("lab") == "dot");
  REQUIRE(all.at("students").size() == 2);
  CHECK(all.at("students")[1].at("labs")[0].at("state") == "unusable");
  CHECK(all.at("students")[1].at("labs")[0].at("points").is_null());
  CHECK_THAT(class_junit(grades, mixed, absent),
             Catch::Contains("<testsuite name=\"zoe\" tests=\"1\" failures=\"0\"") &&
                 Catch::Contains("<skipped message=\"absent\">nothing was handed in") &&
                 Catch::Contains("<skipped message=\"unusable\">dot (1).cu: not named dot.cu"));
  const auto rows = parse_csv(class_csv(grades, absent), "f");
  REQUIRE(rows.size() == 4);
  CHECK(rows[2].cells[6] == "unusable");
  CHECK(rows[2].cells[14].empty());
  CHECK(rows[2].cells.at(18) == "dot (1).cu: not named dot.cu");
  CHECK(rows[3].cells[6] == "absent");
}

TEST_CASE("A grade by hand has points and no tasks in every format") {
  BookEntry by_hand = samples::graded("jo", 0);
  by_hand.row.grade.backend = by_hand_backend;
  by_hand.row.grade.cause = "graded by hand";
  by_hand.row.grade.verdicts.clear();
  Comment comment;
  comment.points = Points::hundredths(3000);
  comment.text = "sent by mail";
  comment.author = "smith";
  by_hand.row.comments = {comment};
  const auto none = [](const BookEntry&) { return std::string(); };
  const auto grades = count_grades({by_hand}, penalty());
  REQUIRE(grades.size() == 1);
  CHECK(grades[0].state == CountedGrade::State::given);
  CHECK(grades[0].points == Points::hundredths(3000));
  CHECK(grades[0].why == "graded by hand");
  const auto lab = json::parse(class_json(grades, {}, none)).at("students")[0].at("labs")[0];
  CHECK(lab.at("points") == 30);
  CHECK(lab.at("why") == "graded by hand");
  CHECK(lab.at("backend") == "by hand");
  CHECK(lab.at("tasks").empty());
  CHECK_THAT(class_junit(grades, none),
             Catch::Contains("tests=\"1\" failures=\"0\" errors=\"0\"") &&
                 Catch::Contains("sent by mail"));
  std::string name = (fs::temp_directory_path() / "results_XXXXXX").string();
  REQUIRE(::mkdtemp(name.data()) != nullptr);
  for (const char* format : {"gradescope", "autolab", "prairielearn"})
    CHECK(write_student_results(name, grades, format, none) == 1);
  std::ifstream in(fs::path(name) / "jo" / "dot.json");
  const json result = json::parse(in);
  CHECK(result.at("score") == 0.3);
  CHECK_THAT(result.at("output").get<std::string>(), Catch::Contains("30 of 100 points."));
  fs::remove_all(name);
}

TEST_CASE("Class JUnit: a suite per student, a case per task") {
  BookEntry hostile = samples::graded("a\"<&\x01", 80);
  const std::string text = class_junit(
      count_grades({hostile, samples::graded("bob", 70), samples::open("cy")}, {}), mixed);
  CHECK(times(text, "<testsuite ") == 3);
  CHECK(times(text, "<testcase ") == 2 * samples::mixed().tasks.size() + 1);
  CHECK(times(text, "<error ") == 1);
  CHECK_THAT(text, Catch::Contains("a&#34;&lt;&amp;\\x01"));
  CHECK_THAT(text, Catch::Contains("the disk is full"));
}

TEST_CASE("A student's results have the counted points; open grades have none") {
  std::string name = (fs::temp_directory_path() / "results_XXXXXX").string();
  REQUIRE(::mkdtemp(name.data()) != nullptr);
  const fs::path folder = name;
  const auto grades = count_grades({late("ada"), late("../bob"), samples::open("cy")}, penalty());
  CHECK(write_student_results(folder, grades, "gradescope", mixed) == 2);
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    files += entry.is_regular_file();
  CHECK(files == 2);  // none outside the folder
  std::ifstream in(folder / "ada" / "dot.json");
  const json result = json::parse(in);
  CHECK(result.at("score") == 60);
  CHECK_THAT(result.at("output").get<std::string>(),
             Catch::StartsWith("20 points less for 2 days late.\n60 of 100 points.\n\n"));
  write_student_results(folder, grades, "autolab", mixed);
  std::ifstream line(folder / "ada" / "dot.txt");
  CHECK(json::parse(line).at("scores").at("dot") == 60);
  write_student_results(folder, grades, "prairielearn", mixed);
  std::ifstream share(folder / "ada" / "dot.json");
  CHECK(json::parse(share).at("score") == 0.6);
  fs::remove_all(folder);
}

TEST_CASE("A grade that cannot be read stops an export") {
  const auto broken = [](const BookEntry&) { return std::string("{}"); };
  CHECK_THROWS_AS(class_junit(count_grades({samples::graded("ada", 80)}, {}), broken), GraderError);
}
