#include "export/counting.h"

#include <stdlib.h>

#include "base/fault.h"
#include "course/due_time.h"
#include "tests/catch.h"
#include "tests/export_samples.h"

using namespace warpgrade;
using State = CountedGrade::State;

namespace {

CountedGrade only(const std::vector<BookEntry>& entries, const CountingRules& rules) {
  const auto counted = count_grades(entries, rules);
  REQUIRE(counted.size() == 1);
  return counted.front();
}

CountingRules rules_of(Counts counts, const std::string& penalty = "",
                       const std::string& limit = "") {
  CountingRules rules;
  rules.counts = counts;
  rules.due = instant_of("2026-03-01T23:59:00Z");
  if (!penalty.empty()) rules.late_penalty = amount_of(penalty, "--late-penalty");
  if (!limit.empty()) rules.late_limit = amount_of(limit, "--late-limit");
  return rules;
}

const std::vector<BookEntry>& three() {
  static const std::vector<BookEntry> entries = {
      samples::graded("ada", 50, 0, 1, "2026-02-27T12:00:00Z"),
      samples::graded("ada", 80, 0, 2, "2026-03-01T23:59:00Z"),
      samples::graded("ada", 75, 0, 3, "2026-03-03T00:00:00Z")};
  return entries;
}

}  // namespace

TEST_CASE("A time is told with another's offset") {
  CHECK(with_offset_of("2026-03-01T09:30:00-08:30", "2026-03-02T04:05:06Z") ==
        "2026-03-01T19:35-08:30");
  CHECK(with_offset_of("2026-03-01T09:30:00+0100", "2026-12-31T23:30:00Z") ==
        "2027-01-01T00:30+01:00");
  for (const char* like : {"", "2026-03-01", "2026-03-01T09:30:00", "2026-03-01T09:30:00Z"})
    CHECK(with_offset_of(like, "2026-03-02T04:05:06Z") == "2026-03-02T04:05:06Z");
}

TEST_CASE("What lateness costs is known of every attempt, and where nobody told when") {
  const CountingRules rules = rules_of(Counts::best, "10%");
  CHECK(late_cost(three()[1].row, rules) == Points{});
  CHECK(late_cost(three()[2].row, rules).text() == "20");
  CHECK(late_cost(samples::open("ada").row, rules) == Points{});
  const GradebookRow some = samples::graded("ada", 50, 0, 1, "").row;
  const auto labs = due_without_times({three()[0].row, some, some}, rules);
  REQUIRE(labs.size() == 1);
  CHECK(labs.at(some.grade.lab) == 2);
  CHECK(due_without_times({some}, CountingRules{}).empty());
}

TEST_CASE("A time is an instant: with an offset, or in this machine's zone") {
  CHECK(instant_of("1970-01-01T00:00Z") == 0);
  CHECK(instant_of("2026-03-01T23:59:00+01:00") == instant_of("2026-03-01T22:59:00Z"));
  CHECK(instant_of("2026-03-01T23:59-0830") == instant_of("2026-03-02T08:29:00Z"));
  const char* const old = ::getenv("TZ");
  const std::string before = old == nullptr ? "" : old;
  ::setenv("TZ", "EST5EDT", 1);
  ::tzset();
  CHECK(instant_of("2026-01-01T00:00") == instant_of("2026-01-01T05:00Z"));
  CHECK(instant_of("2026-07-01T00:00") == instant_of("2026-07-01T04:00Z"));
  if (old == nullptr) {
    ::unsetenv("TZ");
  } else {
    ::setenv("TZ", before.c_str(), 1);
  }
  ::tzset();
  for (const char* wrong : {"", "2026-03-01", "2026-02-30T12:00Z", "2026-13-01T12:00Z",
                            "2026-03-01T24:30", "01.03.2026 23:59", "2026-03-01T23:59 or so"})
    CHECK_FALSE(instant_of(wrong));
}

TEST_CASE("Which attempt counts is a setting") {
  CHECK(only(three(), rules_of(Counts::first)).points == Points::hundredths(5000));
  CHECK(only(three(), rules_of(Counts::last)).points == Points::hundredths(7500));
  CHECK(only(three(), rules_of(Counts::best)).points == Points::hundredths(8000));
  CHECK(only(three(), rules_of(Counts::last_on_time)).points == Points::hundredths(8000));
  CHECK(only(three(), rules_of(Counts::last)).attempts == 3);
}

TEST_CASE("Due is the last moment that is on time") {
  CHECK_FALSE(only({three()[1]}, rules_of(Counts::last)).late);
  const CountedGrade late = only({three()[2]}, rules_of(Counts::last));
  CHECK(late.late);
  CHECK(late.days_late == 2);
  CHECK(only({three()[2]}, rules_of(Counts::last_on_time)).state == State::late_only);
}

TEST_CASE("A penalty is for each day begun, has a limit, and leaves the raw grade") {
  const CountedGrade ten = only(three(), rules_of(Counts::last, "10%"));
  CHECK(ten.raw == Points::hundredths(7500));
  CHECK(ten.penalty == Points::hundredths(2000));
  CHECK(ten.points == Points::hundredths(5500));
  CHECK(only(three(), rules_of(Counts::last, "2.5")).points == Points::hundredths(7000));
  CHECK(only(three(), rules_of(Counts::last, "10%", "15")).points == Points::hundredths(6000));
  CHECK(only(three(), rules_of(Counts::last, "90%")).points == Points{});
  CHECK(only(three(), rules_of(Counts::best, "90%")).points == Points::hundredths(8000));
}

TEST_CASE("What a site calls late without a time costs one day") {
  BookEntry entry = samples::graded("ada", 75);
  entry.row.late = true;
  CHECK(only({entry}, rules_of(Counts::last, "10%")).points == Points::hundredths(6500));
}

TEST_CASE("The best attempt is not decided while another one may be better") {
  const BookEntry sure = samples::graded("ada", 60);
  CHECK(only({sure, samples::graded("ada", 50, 5, 2)}, rules_of(Counts::best)).state ==
        State::given);
  CHECK(only({sure, samples::graded("ada", 50, 20, 2)}, rules_of(Counts::best)).state ==
        State::pending);
  const CountedGrade open = only({sure, samples::open("ada", 2)}, rules_of(Counts::best));
  CHECK(open.state == State::open);
  CHECK_THAT(open.why, Catch::Contains("attempt 2 may be better"));
  CHECK(
      only({samples::graded("ada", 100), samples::open("ada", 2)}, rules_of(Counts::best)).state ==
      State::given);
}

TEST_CASE("Every member of a group has the grade") {
  BookEntry entry = samples::graded("ada", 75);
  entry.row.student.others = {"bob", "ada"};
  const auto counted = count_grades({entry}, {});
  REQUIRE(counted.size() == 2);
  CHECK(counted[1].student.id == "bob");
  CHECK(counted[1].points == Points::hundredths(7500));
}

TEST_CASE("Of a new import only its attempts stand, of a regrade only the last grade") {
  std::vector<BookEntry> all = {samples::graded("ada", 10), samples::graded("ada", 20),
                                samples::graded("bob", 30)};
  all[1].seen = "2026-03-09T00:00:00Z";
  BookEntry again = all[1];
  again.row.id = all.back().row.id + 1;
  again.row.grade.score = Points::hundredths(2500);
  all.push_back(again);
  const auto latest = latest_grades(all);
  REQUIRE(latest.size() == 2);
  CHECK(latest[0].row.student.id == "bob");
  CHECK(latest[1].row.grade.score == Points::hundredths(2500));
}

TEST_CASE("Amounts are points or percent") {
  CHECK(amount_of("2.5", "--x").points == Points::hundredths(250));
  CHECK(amount_of("12.5%", "--x").share == Approx(0.125));
  for (const char* wrong : {"", "%", "-5", "1e9", "ten", "5 %"})
    CHECK_THROWS_AS(amount_of(wrong, "--x"), UsageError);
}
