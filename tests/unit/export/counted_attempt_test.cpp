#include "export/counted_attempt.h"

#include <stdlib.h>

#include <optional>

#include "base/fault.h"
#include "course/due_time.h"
#include "export/grade_warnings.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/export_samples.h"

using namespace warpgrade;
using State = CountedGrade::State;

namespace {

CountedGrade only(const std::vector<BookEntry>& entries, const CountingRules& rules) {
  const auto counted = count_grades(entries, rules);
  REQUIRE(counted.size() == 1);
  return counted.front();
}

CountingRules make_rules(Counts counts, const std::string& penalty = "",
                         const std::string& limit = "") {
  CountingRules rules;
  rules.counts = counts;
  rules.due = due_time("2026-03-01T23:59:00Z").instant;
  if (!penalty.empty()) rules.late_penalty = parse_amount(penalty, "--late-penalty");
  if (!limit.empty()) rules.late_limit = parse_amount(limit, "--late-limit");
  return rules;
}

/// Sets the time zone while it lives.
class TimeZone {
 public:
  explicit TimeZone(const char* zone) {
    const char* const old = ::getenv("TZ");
    if (old != nullptr) before_ = old;
    ::setenv("TZ", zone, 1);
    ::tzset();
  }
  ~TimeZone() {
    before_ ? ::setenv("TZ", before_->c_str(), 1) : ::unsetenv("TZ");
    ::tzset();
  }

 private:
  std::optional<std::string> before_;
};

const std::vector<BookEntry>& three() {
  static const std::vector<BookEntry> entries = {
      samples::graded("ada", 50, 0, 1, "2026-02-27T12:00:00Z"),
      samples::graded("ada", 80, 0, 2, "2026-03-01T23:59:00Z"),
      samples::graded("ada", 75, 0, 3, "2026-03-03T00:00:00Z")};
  return entries;
}

}  // namespace

TEST_CASE("A time is converted to another's offset") {
  CHECK(with_offset_like("2026-03-01T09:30:00-08:30", "2026-03-02T04:05:06Z") ==
        "2026-03-01T19:35-08:30");
  CHECK(with_offset_like("2026-03-01T09:30:00+0100", "2026-12-31T23:30:00Z") ==
        "2027-01-01T00:30+01:00");
  for (const char* like : {"", "2026-03-01", "2026-03-01T09:30:00", "2026-03-01T09:30:00Z"})
    CHECK(with_offset_like(like, "2026-03-02T04:05:06Z") == "2026-03-02T04:05:06Z");
}

TEST_CASE("Late penalties of all attempts, including those without a time") {
  const CountingRules rules = make_rules(Counts::best, "10%");
  const auto cost = [&](const BookEntry& entry) {
    return late_cost(entry.row, entry.row.student, rules);
  };
  CHECK(cost(three()[1]) == Points{});
  CHECK(cost(three()[2]).text() == "20");
  CHECK(cost(samples::open("ada")) == Points{});
  const GradebookRow some = samples::graded("ada", 50, 0, 1, "").row;
  const auto labs = due_without_times({three()[0].row, some, some}, rules);
  REQUIRE(labs.size() == 1);
  CHECK(labs.at(some.grade.lab) == 2);
  CHECK(due_without_times({some}, CountingRules{}).empty());
}

TEST_CASE("Times have an offset or use this machine's time zone") {
  CHECK(parse_instant("1970-01-01T00:00Z") == 0);
  CHECK(parse_instant("2026-03-01T23:59:00+01:00") == parse_instant("2026-03-01T22:59:00Z"));
  CHECK(parse_instant("2026-03-01T23:59-0830") == parse_instant("2026-03-02T08:29:00Z"));
  const TimeZone zone("EST5EDT");
  CHECK(parse_instant("2026-01-01T00:00") == parse_instant("2026-01-01T05:00Z"));
  CHECK(parse_instant("2026-07-01T00:00") == parse_instant("2026-07-01T04:00Z"));
  for (const char* wrong : {"", "2026-03-01", "2026-02-30T12:00Z", "2026-13-01T12:00Z",
                            "2026-03-01T24:30", "01.03.2026 23:59", "2026-03-01T23:59 or so",
                            "2026-03-01T22:10:75Z", "2026-03-01T22:10+15:00"})
    CHECK_FALSE(parse_instant(wrong));
}

TEST_CASE("The setting decides which attempt counts") {
  CHECK(only(three(), make_rules(Counts::first)).points == Points::hundredths(5000));
  CHECK(only(three(), make_rules(Counts::last)).points == Points::hundredths(7500));
  CHECK(only(three(), make_rules(Counts::best)).points == Points::hundredths(8000));
  CHECK(only(three(), make_rules(Counts::last_on_time)).points == Points::hundredths(8000));
  CHECK(only(three(), make_rules(Counts::last)).attempts == 3);
}

TEST_CASE("The due time itself is on time") {
  CHECK_FALSE(only({three()[1]}, make_rules(Counts::last)).late);
  const CountedGrade late = only({three()[2]}, make_rules(Counts::last));
  CHECK(late.late);
  CHECK(late.days_late == 2);
  CHECK(only({three()[2]}, make_rules(Counts::last_on_time)).state == State::late_only);
}

TEST_CASE("A due time without seconds is the end of the minute; grace is added") {
  CHECK(due_time("2026-03-01T23:59Z").instant == parse_instant("2026-03-01T23:59:59Z"));
  CHECK(due_time("2026-03-01T23:59:10+01:00").instant == parse_instant("2026-03-01T22:59:10Z"));
  CountingRules rules;
  rules.due = due_time("2026-03-01T23:59Z").instant;
  const auto days = [&](const char* handed_in) {
    return only({samples::graded("ada", 50, 0, 1, handed_in)}, rules).days_late;
  };
  CHECK(days("2026-03-01T23:59:59Z") == 0);
  CHECK(days("2026-03-02T00:00:00Z") == 1);
  CHECK(days("2026-03-02T23:59:59Z") == 1);
  CHECK(days("2026-03-03T00:00:00Z") == 2);
  rules.grace = parse_duration("5 min", "--grace");
  CHECK(days("2026-03-02T00:04:59Z") == 0);
  CHECK(days("2026-03-02T00:05:00Z") == 1);
  CHECK(days("2026-03-03T00:04:59Z") == 1);
  CHECK(duration_text(parse_duration("90 s", "")) == "90 s");
  CHECK(duration_text(parse_duration("2h", "")) == "2 h");
  CHECK(duration_text(parse_duration("3 d", "")) == "3 d");
  for (const char* wrong : {"", "5", "-5 min", "5 minutes", "1 w", "1e3 s"})
    CHECK_THROWS_AS(parse_duration(wrong, "--grace"), UsageError);
}

TEST_CASE("A skipped local time is an error; of a repeated one, the later counts") {
  const TimeZone zone("CET-1CEST,M3.5.0,M10.5.0/3");
  CHECK_THAT(due_time("2026-03-29T02:30").mistake, Catch::Contains("does not exist"));
  CHECK(due_time("2026-03-29T02:30+01:00").mistake.empty());
  CHECK(due_time("2026-03-29T03:00").instant == parse_instant("2026-03-29T01:00:59Z"));
  const DueTime twice = due_time("2026-10-25T02:30");
  CHECK(twice.instant == parse_instant("2026-10-25T01:30:59Z"));
  CHECK_THAT(twice.remark, Catch::Contains("counts, 2026-10-25T02:30+01:00.") &&
                               Catch::Contains("write 2026-10-25T02:30+02:00."));
  CHECK(parse_instant("2026-10-25T02:30") == parse_instant("2026-10-25T00:30Z"));
  CHECK(due_time("2026-10-25T03:00").remark.empty());
  CHECK_THAT(due_time("tomorrow").mistake, Catch::Contains("is not a time"));
}

TEST_CASE("Dates in the future are reported") {
  std::vector<BookEntry> entries = three();  // imported on March 2
  CHECK_THAT(warning_of_future(entries), Catch::Contains("  ada dot: 2026-03-03T00:00:00Z\n"));
  entries.pop_back();
  CHECK(warning_of_future(entries).empty());
}

TEST_CASE("Grades of students whose id the class list lacks are reported") {
  std::vector<Student> roster(2);
  roster[0].id = "ada";
  roster[1].id = "1002";
  roster[1].login = "bob";
  const std::vector<BookEntry> entries = {samples::graded("ada", 1), samples::graded("Bob", 2),
                                          samples::graded("eve", 3)};
  CHECK(warning_of_strangers(entries, roster) ==
        "Warning: grades of students whose id the class list lacks:\n"
        "  Bob is 1002 in it; to credit that id, import the hand-in again\n  eve is not in it\n");
  CHECK(warning_of_strangers({entries[0]}, roster).empty());
  CHECK(warning_of_strangers(entries, {}).empty());
}

TEST_CASE("Extensions that name nobody, or two students, are without effect and reported") {
  CountingRules rules;
  rules.due = due_time("2026-03-01T12:00:00Z").instant;
  for (const char* name : {"Adda", "ADA", "Ng, Dan", "team 1", "Gus Po"})
    rules.extensions[name].longer = 86400;
  const auto student = [](const char* id, const char* name, const char* team) {
    Student one;
    one.id = id;
    one.name = name;
    one.team = team;
    return one;
  };
  const std::vector<Student> roster = {
      student("ada", "Ada", ""),           student("1004", "Dan Ng", ""),
      student("1005", "Dan Ng", "Team 1"), student("1006", "Eve Ota", "TEAM-1"),
      student("1007", "Gus Po", ""),       student("1008", "Hal", "Gus Po")};
  const CountingRules of_class = rules_for_class(rules, {}, roster);
  const auto extended = [&](const Student& who) {
    return find_lateness(who, GradebookRow{}, of_class).extended;
  };
  CHECK(extended(roster[0]));
  CHECK(!extended(roster[1]));
  CHECK(extended(roster[2]));  // the team's
  CHECK(extended(roster[3]));
  CHECK(!extended(roster[4]));  // or a team of others?
  CHECK(!extended(roster[5]));
  const std::string warning = warning_of_names(of_class);
  CHECK_THAT(warning, Catch::Contains("  Adda is not in the class\n") &&
                          Catch::Contains("  Ng, Dan may be any of these in the class: 1004 (Dan "
                                          "Ng), 1005 (Dan Ng)\n"));
  CHECK(std::count(warning.begin(), warning.end(), '\n') == 4);
  // Without a class list, somebody may not have handed in yet.
  BookEntry entry = samples::graded("ada", 75);
  CHECK(warning_of_names(rules_for_class(rules, {entry}, {})).empty());
}

TEST_CASE("The best grade may be from an earlier import, but decisions end with the next hand-in") {
  BookEntry first = samples::graded("bob", 55), second = samples::graded("bob", 0);
  second.seen = "2026-03-09T00:00:00Z";
  std::vector<BookEntry> entries = {first, second};
  const auto best = [&] {
    return only(grades_of_all_attempts(entries), make_rules(Counts::best)).points;
  };
  CHECK(best() == Points::hundredths(5500));
  CHECK(only(latest_grades(entries), make_rules(Counts::last)).points == Points{});
  entries[0].row.taken = "dot (1).cu as dot.cu";
  CHECK(best() == Points{});
  entries[0].row.taken.clear();
  entries[0].row.grade.backend = by_hand_backend;
  CHECK(best() == Points{});
  entries.pop_back();
  CHECK(best() == Points::hundredths(5500));
  entries[0].reassigned = true;
  CHECK(grades_of_all_attempts(entries).empty());
  CHECK(latest_grades(entries).empty());
}

TEST_CASE("A penalty is per day begun, limited, and keeps the raw grade") {
  const CountedGrade ten = only(three(), make_rules(Counts::last, "10%"));
  CHECK(ten.raw == Points::hundredths(7500));
  CHECK(ten.penalty == Points::hundredths(2000));
  CHECK(ten.points == Points::hundredths(5500));
  CHECK(only(three(), make_rules(Counts::last, "2.5")).points == Points::hundredths(7000));
  CHECK(only(three(), make_rules(Counts::last, "10%", "15")).points == Points::hundredths(6000));
  CHECK(only(three(), make_rules(Counts::last, "90%")).points == Points{});
  CHECK(only(three(), make_rules(Counts::best, "90%")).points == Points::hundredths(8000));
}

TEST_CASE("A late mark without a time costs one day") {
  BookEntry entry = samples::graded("ada", 75);
  entry.row.late = true;
  CHECK(only({entry}, make_rules(Counts::last, "10%")).points == Points::hundredths(6500));
}

TEST_CASE("Extensions hold for a student or a team, and a site's late mark does not undo them") {
  CountingRules rules = make_rules(Counts::last, "10%");
  rules.extensions["ada@x.edu"].longer = 86400;
  rules.extensions["team-1"].due = due_time("2026-03-02T12:00Z").instant;
  BookEntry entry = samples::graded("ada", 75, 0, 1, "2026-03-02T20:00:00Z");
  CHECK(only({entry}, rules).days_late == 1);
  entry.row.student.team = "team-1";
  CHECK(only({entry}, rules).days_late == 1);
  entry.row.student.email = "ada@x.edu";
  CHECK(only({entry}, rules).days_late == 0);
  CHECK(*only({entry}, rules).due - *rules.due == 86400);
  entry.row.student.email = "ADA@x.edu";
  CHECK(only({entry}, rules).days_late == 0);
  rules.extensions.clear();
  rules.extensions["love lace, Ada"].longer = rules.extensions["TEAM 1"].longer = 86400;
  entry.row.student.email = "";
  CHECK(only({entry}, rules).days_late == 0);  // the team's
  entry.row.student.team = "";
  entry.row.student.name = "Ada Love Lace";
  CHECK(only({entry}, rules).days_late == 0);
  entry.row.submitted_at = "";
  entry.row.late = true;
  CHECK(!only({entry}, rules).late);
  entry.row.student.name = "";
  CHECK(only({entry}, rules).late);
}

TEST_CASE(
    "Of a student's and a team's extensions, and of two sections, the latest due time holds") {
  CountingRules rules = make_rules(Counts::last, "10%");
  rules.extensions["ada"].longer = 86400;
  rules.extensions["team-1"].longer = 3 * 86400;
  BookEntry entry = samples::graded("ada", 75, 0, 1, "2026-03-04T20:00:00Z");
  entry.row.student.team = "team-1";
  CHECK(only({entry}, rules).days_late == 0);
  CountingRules sections = make_rules(Counts::last, "10%");
  sections.section_due = {{"A", *sections.due + 86400}, {"B", *sections.due + 3 * 86400}};
  for (const char* of : {"B", "A, B", "C, B"}) {
    entry.row.student.section = of;
    CHECK(only({entry}, sections).days_late == 0);
  }
  entry.row.student.section = "A";
  CHECK(only({entry}, sections).days_late == 2);
}

TEST_CASE("A day late ends at the same time of day, also when clocks change") {
  const TimeZone zone("CET-1CEST,M3.5.0,M10.5.0/3");
  CountingRules rules = make_rules(Counts::last, "10%");
  rules.due = due_time("2026-10-24 23:59:00").instant;  // the night has 25 hours
  const auto days = [&](const char* handed_in) {
    return only({samples::graded("ada", 75, 0, 1, handed_in)}, rules).days_late;
  };
  CHECK(days("2026-10-25T23:58:00+01:00") == 1);
  CHECK(days("2026-10-25T23:59:01+01:00") == 2);
  rules.extensions["ada"].longer = 86400;
  CHECK(days("2026-10-25T23:58:00+01:00") == 0);
}

TEST_CASE("An accommodation lengthens the time from opening, and grace") {
  CountingRules rules = make_rules(Counts::last, "10%");
  rules.opens = *rules.due - 10 * 86400;
  rules.grace = 3600;
  rules.time_factors["ada"] = 1.5;
  rules = rules_for_class(rules, {samples::graded("ada", 75)}, {});
  const auto late = [&](const char* who, std::int64_t after) {
    BookEntry entry = samples::graded(who, 75);
    return find_lateness(entry.row.student,
                         (entry.row.submitted_at = utc_time(*rules.due + after), entry.row), rules)
               .days > 0;
  };
  CHECK(!late("bob", 3600));
  CHECK(late("bob", 3601));
  CHECK(!late("ada", 5 * 86400 + 5400));
  CHECK(late("ada", 5 * 86400 + 5401));
}

TEST_CASE("Late days cover lateness in the order of due times, until they are used up") {
  CountingRules rules;
  rules.late_penalty = parse_amount("10%", "--x");
  rules.late_days = {3, 2};
  rules.labs["scan"] = rules.labs["dot"] = rules;
  rules.labs["scan"].due = due_time("2026-03-01T12:00:00Z").instant;
  rules.labs["dot"].due = due_time("2026-03-08T12:00:00Z").instant;
  BookEntry scan = samples::graded("ada", 80, 0, 1, "2026-03-04T11:00:00Z");  // 3 days late
  scan.row.grade.lab = "scan";
  const BookEntry dot = samples::graded("ada", 80, 0, 1, "2026-03-10T11:00:00Z");  // 2 days late
  const auto counted = count_grades({dot, scan}, rules);
  REQUIRE(counted.size() == 2);
  CHECK(counted[0].lab == "dot");
  CHECK(counted[0].free_days == 1);
  CHECK(counted[0].points == Points::hundredths(7000));
  CHECK(counted[1].free_days == 2);
  CHECK(counted[1].points == Points::hundredths(7000));
  rules.time_factors["ada"] = 1.5;  // 5 late days
  CHECK(count_grades({dot, scan}, rules)[0].free_days == 2);
  rules.counts = Counts::last_on_time;
  CHECK(count_grades({dot, scan}, rules)[0].state == State::given);
  CHECK(count_grades({dot, scan}, rules)[1].state == State::late_only);
}

TEST_CASE("The best attempt is undecided while another may be better") {
  const BookEntry sure = samples::graded("ada", 60);
  CHECK(only({sure, samples::graded("ada", 50, 5, 2)}, make_rules(Counts::best)).state ==
        State::given);
  CHECK(only({sure, samples::graded("ada", 50, 20, 2)}, make_rules(Counts::best)).state ==
        State::pending);
  const CountedGrade open = only({sure, samples::open("ada", 2)}, make_rules(Counts::best));
  CHECK(open.state == State::open);
  CHECK_THAT(open.why, Catch::Contains("attempt 2 may be better"));
  CHECK(only({samples::graded("ada", 100), samples::open("ada", 2)}, make_rules(Counts::best))
            .state == State::given);
}

TEST_CASE("Every member of a group gets the grade") {
  BookEntry entry = samples::graded("ada", 75);
  entry.row.student.others = {"bob", "ada"};
  const auto counted = count_grades({entry}, {});
  REQUIRE(counted.size() == 2);
  CHECK(counted[1].student.id == "bob");
  CHECK(counted[1].points == Points::hundredths(7500));
}

TEST_CASE("A new import replaces attempts, a regrade replaces grades") {
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
  CHECK(parse_amount("2.5", "--x").points == Points::hundredths(250));
  CHECK(parse_amount("12.5%", "--x").share == Approx(0.125));
  for (const char* wrong : {"", "%", "-5", "1e9", "ten", "5 %"})
    CHECK_THROWS_AS(parse_amount(wrong, "--x"), UsageError);
}
