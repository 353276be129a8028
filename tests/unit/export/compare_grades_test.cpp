#include "export/compare_grades.h"

#include <nlohmann/json.hpp>

#include "base/fault.h"
#include "import/csv.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/export_samples.h"

using namespace warpgrade;
using nlohmann::json;
using warpgrade::samples::graded;

namespace {

/// A grade with one task, in the JSON of `warpgrade grade --json`.
std::string task_json(const std::string& verdict, double points, double check, double speed,
                      int right) {
  json cases = json::array();
  for (int i = 0; i < 4; ++i)
    cases.push_back({{"case", "c" + std::to_string(i)},
                     {"verdict", i < right ? "ok" : "wrong"},
                     {"detail", i < right ? "" : "The last column was never written."}});
  const json task = {{"task", "dot_best"},
                     {"verdict", verdict},
                     {"detail", ""},
                     {"points", points},
                     {"pending", 0},
                     {"checks", {{"points", check}}},
                     {"efficiency", json::array()},
                     {"performance", json::array({{{"points", speed}}})},
                     {"cases", cases}};
  return json{{"tasks", json::array({task})}}.dump();
}

BookEntry again(const BookEntry& entry, double score, std::int64_t run = 2) {
  BookEntry now = graded("", score);
  now.row.student = entry.row.student;
  now.row.submission = entry.row.submission;
  now.run = run;
  return now;
}

}  // namespace

TEST_CASE("A lower grade is reported with its task and reasons") {
  const BookEntry before = graded("=ada", 80);
  BookEntry now = again(before, 71.5);
  now.row.grade.verdicts = "dot_naive:ok dot_best:race";
  now.row.grade.machine = "pc08";
  now.row.grade.seed = 7;
  const GradeComparison found =
      compare_grades(pair_with_previous({before, now}), [&](const BookEntry& e) {
        return e.row.id == before.row.id ? task_json("ok", 20, 2, 6, 4)
                                         : task_json("wrong", 11.5, 0, 0, 3);
      });
  CHECK(found.pairs == 1);
  REQUIRE(found.changes.size() == 1);
  CHECK(found.changes[0].difference() == Points::hundredths(-850));
  REQUIRE(found.changes[0].tasks.size() == 1);
  const TaskChange& task = found.changes[0].tasks[0];
  CHECK(task.verdict_before == "ok");
  CHECK(task.verdict_now == "wrong");
  CHECK(task.why ==
        "results 12 → 11.5 (3 of 4 cases right, 4 of 4 before); clean check 2 → 0; speed 6 → 0; "
        "c3: The last column was never written.");
  CHECK(found.also.at("machine none → pc08") == 1);
  CHECK(found.also.at("seed 0 → 7") == 1);

  const auto rows = parse_csv(comparison_csv(found), "f");
  REQUIRE(rows.size() == 2);
  CHECK(rows[1].cells[0] == "'=ada");
  CHECK(rows[1].cells[6] == "-8.5");
  const json all = json::parse(comparison_json(found));
  CHECK(all.at("changes")[0].at("change") == -8.5);
  CHECK(all.at("changes")[0].at("tasks")[0].at("now").at("points") == 11.5);
}

TEST_CASE("Equal points and verdicts are no change") {
  const BookEntry before = graded("ada", 80);
  BookEntry now = again(before, 80);
  now.row.grade.grader_hash = "ffff";
  const auto never = [](const BookEntry&) -> std::string { throw std::runtime_error("read"); };
  const GradeComparison found = compare_grades(pair_with_previous({before, now}), never);
  CHECK(found.pairs == 1);
  CHECK(found.changes.empty());
  CHECK(found.also.size() == 1);
}

TEST_CASE("A grade that became open has changed by no points") {
  const BookEntry before = graded("ada", 80);
  BookEntry now = samples::open("ada");
  now.row.submission = before.row.submission;
  const auto none = [](const BookEntry&) { return std::string(); };
  const GradeComparison found = compare_grades(pair_with_previous({before, now}), none);
  REQUIRE(found.changes.size() == 1);
  CHECK(found.changes[0].difference() == Points{});
  CHECK(json::parse(comparison_json(found)).at("changes")[0].at("change").is_null());
}

TEST_CASE("Grades are paired by submission, run or gradebook") {
  const BookEntry ada = graded("ada", 80), bob = graded("bob", 70);
  const BookEntry ada2 = again(ada, 90), ada3 = again(ada, 60, 3);
  const std::vector<BookEntry> all = {ada, bob, ada2, ada3};
  const auto scores = [](const GradePairs& pairs) {
    std::string text;
    for (const auto& [a, b] : pairs.pairs)
      text += a.row.grade.score->text() + "-" + b.row.grade.score->text() + " ";
    return text;
  };
  CHECK(scores(pair_with_previous(all)) == "90-60 ");
  CHECK(scores(pair_around(all, bob.row.id)) == "80-60 ");
  BookEntry bob2 = graded("bob", 75);
  bob2.seen = "9999";
  BookEntry carl = graded("carl", 10), carl2 = graded("carl", 20, 0, 2);
  CHECK(scores(pair_around({ada, bob, bob2, carl, carl2}, bob.row.id)) == "70-75 ");
  CHECK(scores(pair_runs(all, 1, 2)) == "80-90 ");
  CHECK(pair_runs(all, 1, 2).only_before.size() == 1);
  CHECK_THROWS_AS(pair_runs(all, 1, 4), UsageError);
  const GradePairs books = pair_books({ada, bob}, {ada2, graded("eve", 1)});
  CHECK(scores(books) == "80-90 ");
  CHECK(books.only_before.size() == 1);
  CHECK(books.only_now.size() == 1);
}
