#include "gradebook/gradebook.h"
#include "export/compare_grades.h"
#include "gradebook/grade_history.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>

#include "base/fault.h"
#include "base/sha256.h"
#include "batch/wave_seed.h"
#include "gradebook/schema_steps.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
namespace fs = std::filesystem;

namespace {

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "gradebook_XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  fs::path book() const { return path_ / "gradebook.sqlite"; }

 private:
  fs::path path_;
};

Attempt make_attempt(const std::string& id, int number = 1) {
  Attempt attempt;
  attempt.student = {id, "Lovelace, \"Ada\"", "ada@example.org", "ada", "B", {"bob", "cy"}};
  attempt.source = "submission_" + id;
  attempt.number = number;
  attempt.submitted_at = "2026-03-01T12:00:00Z";
  attempt.late = number > 1;
  return attempt;
}

BookedGrade make_grade(const std::string& lab, long long hundredths) {
  BookedGrade grade;
  grade.lab = lab;
  grade.grader = "0.1.0";
  grade.grader_hash = "ab12";
  grade.backend = "cpu";
  grade.machine = "pc07";
  grade.real = "float";
  grade.seed = 18446744073709551615ull;
  grade.score = Points::hundredths(hundredths);
  grade.max_score = Points::hundredths(10000);
  grade.pending = Points::hundredths(600);
  grade.verdicts = "a:ok b:race";
  grade.json = "{\"text\": \"\xc3\xa4 'quoted' ?\"}";
  grade.started = "2026-03-02T12:00:00Z";
  grade.finished = "2026-03-02T12:00:01Z";
  return grade;
}

std::int64_t count(const fs::path& book, const std::string& table) {
  const Database database(book);
  Statement statement(database, "SELECT count(*) FROM " + table);
  REQUIRE(statement.step());
  return statement.number(0);
}

std::string error_message(const std::function<void()>& work) {
  try {
    work();
  } catch (const GraderError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

/// Runs `work` in a child process that kills itself with SIGKILL at the end.
void run_and_kill(const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      work();
    } catch (...) {
      ::_exit(1);
    }
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
}

}  // namespace

TEST_CASE("stored grades are read back unchanged") {
  const Folder folder;
  {
    Gradebook book(folder.book());
    CHECK(!book.last_run());
    const auto run =
        book.begin_run({0, "", 18446744073709551615ull, "auto", "double", "--no-nvcc"});
    const auto ada = book.submission(make_attempt("s1"), "c0ffee");
    const auto bob = book.submission(make_attempt("s2", 2), "c0ffee");
    CHECK(ada != bob);
    CHECK(book.submission(make_attempt("s1"), "c0ffee") == ada);
    CHECK(book.submission(make_attempt("s1"), "other") != ada);
    book.add(run.id, make_grade("dot", 1225), {ada, bob}, {"reports/s1/dot", "reports/s2/dot"});
  }
  const Gradebook book(folder.book());
  const auto run = book.last_run();
  REQUIRE(run);
  CHECK(run->seed == 18446744073709551615ull);
  CHECK(run->real == "double");
  CHECK(run->options == "--no-nvcc");
  const auto rows = book.grades(run->id);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].student.name == "Lovelace, \"Ada\"");
  CHECK(rows[0].student.others == std::vector<std::string>{"bob", "cy"});
  CHECK(rows[0].content == "c0ffee");
  CHECK(!rows[0].late);
  CHECK(rows[1].late);
  CHECK(rows[1].attempt == 2);
  for (const auto& row : rows) {
    CHECK(row.grade.score->text() == "12.25");
    CHECK(row.grade.pending->text() == "6");
    CHECK(row.grade.seed == 18446744073709551615ull);
    CHECK(book.json(row) == make_grade("dot", 0).json);
    CHECK(row.grade.finished == "2026-03-02T12:00:01Z");
  }
  CHECK(rows[1].grade.report == "reports/s2/dot");
}

TEST_CASE("the last of several grades counts, and all are kept") {
  const Folder folder;
  Gradebook book(folder.book());
  const auto run = book.begin_run({});
  const auto ada = book.submission(make_attempt("s1"), "c");
  BookedGrade open = make_grade("dot", 0);
  open.open = true;
  open.cause = "the disk was full";
  open.score = open.max_score = open.pending = std::nullopt;
  open.json = "";
  book.add(run.id, open, {ada}, {""});
  REQUIRE(book.grades(run.id).size() == 1);
  CHECK(book.grades(run.id)[0].grade.open);
  CHECK(!book.grades(run.id)[0].grade.score);
  book.add(run.id, make_grade("dot", 500), {ada}, {"r"});
  REQUIRE(book.grades(run.id).size() == 1);
  CHECK(book.grades(run.id)[0].grade.score->text() == "5");
  CHECK(count(folder.book(), "grades") == 2);
  const auto again = book.begin_run({});
  CHECK(book.last_run()->id == again.id);
  CHECK(book.grades(again.id).empty());
  CHECK(book.grades(run.id).size() == 1);
}

TEST_CASE("a grade cannot be changed or deleted, even with SQL") {
  const Folder folder;
  Gradebook book(folder.book());
  const auto run = book.begin_run({});
  book.add(run.id, make_grade("dot", 500), {book.submission(make_attempt("s1"), "c")}, {"r"});
  Database database(folder.book());
  CHECK_THAT(error_message([&] { database.execute("UPDATE grades SET score = 10000"); }),
             Catch::Contains("never changed"));
  CHECK_THAT(error_message([&] { database.execute("DELETE FROM grades"); }),
             Catch::Contains("never deleted"));
  CHECK(book.grades(run.id)[0].grade.score->text() == "5");
}

TEST_CASE("kill -9 in a transaction keeps committed grades") {
  const Folder folder;
  run_and_kill([&] {
    Gradebook book(folder.book());
    const auto run = book.begin_run({});
    const auto ada = book.submission(make_attempt("s1"), "c");
    book.add(run.id, make_grade("dot", 500), {ada}, {"r"});
    // Large enough that SQLite writes to the file before the transaction is committed.
    auto* database = new Database(folder.book());
    database->execute("PRAGMA cache_size = 10");
    new Transaction(*database);
    BookedGrade large = make_grade("dot", 700);
    large.json = std::string(400'000, 'x');
    for (int i = 0; i < 20; ++i) {
      Statement(*database,
                "INSERT INTO grades SELECT NULL, run, submission, lab, state, cause, NULL, grader, "
                "grader_hash, seed, backend, machine, real, 700, max_score, pending, verdicts, ?, "
                "report, tries, started, finished, sum, json_sum FROM grades WHERE id = 1")
          .add(large.json)
          .run();
    }
  });
  // Without a hot journal this test would prove nothing.
  CHECK(fs::exists(folder.book().string() + "-journal"));
  CHECK(fs::file_size(folder.book()) > 1'000'000);
  Gradebook book(folder.book());
  const auto run = book.last_run();
  REQUIRE(run);
  REQUIRE(book.grades(run->id).size() == 1);
  CHECK(book.grades(run->id)[0].grade.score->text() == "5");
  CHECK(count(folder.book(), "grades") == 1);
  book.add(run->id, make_grade("dot", 900), {book.submission(make_attempt("s1"), "c")}, {"r"});
  CHECK(book.grades(run->id)[0].grade.score->text() == "9");
  CHECK(!fs::exists(folder.book().string() + "-journal"));
}

TEST_CASE("submissions after a grade start a new wave") {
  const Folder folder;
  std::int64_t ada = 0, bob = 0;
  {
    Gradebook book(folder.book());
    ada = book.submission(make_attempt("ada"), "a");
    bob = book.submission(make_attempt("bob"), "b");
    CHECK(book.wave(ada) == 0);
    CHECK(book.wave(bob) == 0);
    book.add(book.begin_run({}).id, make_grade("dot", 500), {ada}, {"r"});
  }
  Gradebook book(folder.book());
  CHECK(book.submission(make_attempt("bob"), "b") == bob);
  const auto cy = book.submission(make_attempt("cy"), "c");
  CHECK(book.wave(bob) == 0);  // not graded yet: same wave as the others of its import
  CHECK(book.wave(cy) == 1);
  CHECK(book.wave(book.submission(make_attempt("dan"), "d")) == 1);
  Database(folder.book()).execute("UPDATE submissions SET wave = 2 WHERE student = 'cy'");
  CHECK(book.wave(cy) == -cy);
}

TEST_CASE("wave seeds are unrelated to the run's seed and to each other") {
  CHECK(wave_seed(5, 0) == wave_seed(5, 0));
  std::set<std::uint64_t> seeds = {5, 6};
  for (std::int64_t wave : {0, 1, 2})
    for (std::uint64_t run : {5, 6}) seeds.insert(wave_seed(run, wave));
  CHECK(seeds.size() == 8);
}

TEST_CASE("missing schema steps are applied together or not at all") {
  const Folder folder;
  auto steps = gradebook_steps();
  {
    Gradebook book(folder.book());
    const auto run = book.begin_run({});
    book.add(run.id, make_grade("dot", 500), {book.submission(make_attempt("s1"), "c")}, {"r"});
  }
  const auto next = "ALTER TABLE students ADD COLUMN tutor TEXT NOT NULL DEFAULT 'nobody'";
  steps.push_back(next);
  {
    auto broken = steps;
    broken.push_back("CREATE TABLE extra (a) STRICT; this is no SQL");
    Database database(folder.book());
    CHECK_THAT(error_message([&] { migrate(database, broken); }),
               Catch::Contains("gradebook.sqlite"));
  }
  CHECK(Gradebook(folder.book()).grades(1).size() == 1);  // still the old version
  Database database(folder.book());
  migrate(database, steps);
  migrate(database, steps);  // nothing left to do
  Statement tutor(database, "SELECT tutor FROM students");
  REQUIRE(tutor.step());
  CHECK(tutor.text(0) == "nobody");
  tutor.run();
  CHECK_THAT(error_message([&] { Gradebook later(folder.book()); }),
             Catch::Contains("later Warpgrade"));
}

TEST_CASE("A released schema step never changes") {
  // Each as it was released; a change needs a further step.
  const std::vector<std::string> released = {"d0b5369024fa2adb", "bce343c9a943fa90",
                                             "648c2a83f4822606", "a9b920630679a4e9",
                                             "e8615220e5a39640", "ac18e0c0e92c67d7"};
  REQUIRE(gradebook_steps().size() == released.size());
  for (std::size_t i = 0; i < released.size(); ++i) {
    Sha256 hash;
    hash.add(gradebook_steps()[i]);
    CHECK(hash.hex().substr(0, 16) == released[i]);
  }
}

TEST_CASE("A gradebook of every earlier version is upgraded with its grades") {
  const auto& all = gradebook_steps();
  for (std::size_t version = 1; version <= all.size(); ++version) {
    INFO("version " << version);
    const Folder folder;
    {
      Database database(folder.book());
      migrate(database, {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(version)});
      // What every version stores. Checksums, where there are any, are those of version 1: none.
      database.execute(
          "INSERT INTO students (id, name, email, login, section, others) VALUES "
          "('s1', 'Ada Lovelace', 'ada@x.edu', 'ada', 'B', '[]');"
          "INSERT INTO submissions (student, content, source, attempt, late, submitted_at, seen) "
          "VALUES ('s1', 'c0ffee', 'ada', 1, 0, '', '2026-03-01T00:00:00Z');"
          "INSERT INTO runs (started, seed, backend, real, options) VALUES "
          "('2026-03-01T00:00:00Z', '18446744073709551615', 'cpu', 'float', '--no-nvcc');"
          "INSERT INTO grades (run, submission, lab, state, cause, grader, grader_hash, seed, "
          "backend, machine, real, score, max_score, pending, verdicts, json, report, tries, "
          "started, finished) VALUES (1, 1, 'dot', 'graded', '', '0.1.0', 'ab', '5', 'cpu', "
          "'pc07', 'float', 1225, 10000, 600, 'a:ok', '{}', 'reports/s1/dot', 1, "
          "'2026-03-01T00:00:00Z', '2026-03-01T00:00:09Z')");
    }
    const GradeHistory history(folder.book().parent_path());
    CHECK(history.damaged().empty());
    REQUIRE(history.entries().size() == 1);
    const BookEntry& entry = history.entries().front();
    CHECK(entry.row.student.name == "Ada Lovelace");
    CHECK(entry.row.grade.score == Points::hundredths(1225));
    CHECK(history.json(entry.row.id) == "{}");
    CHECK(history.last_run().seed == 18446744073709551615ull);
    CHECK(history.comment_log().empty());
    Gradebook book(folder.book());
    book.add(1, make_grade("dot", 500), {1}, {"reports/s1/dot"});
    Comment comment;
    comment.submission = 1;
    comment.lab = "dot";
    comment.text = "tidy";
    comment.author = "smith";
    const std::int64_t id = book.comment(comment);
    book.withdraw(id, "jones");
    const GradeHistory later(folder.book().parent_path());
    REQUIRE(latest_grades(later.entries()).size() == 1);
    CHECK(latest_grades(later.entries())[0].row.grade.score == Points::hundredths(500));
    const auto log = later.comment_log();
    REQUIRE(log.size() == 2);
    CHECK(log[0].author == "smith");
    CHECK(log[1].withdrawn);
    CHECK(log[1].author == "jones");
    CHECK(log[1].student == "s1");
  }
}

TEST_CASE("comments survive a regrade and count within the lab's points") {
  const Folder folder;
  std::int64_t ada = 0;
  {  // written by an earlier Warpgrade
    auto steps = gradebook_steps();
    steps.resize(3);
    Database old(folder.book());
    migrate(old, steps);
  }
  {
    Gradebook book(folder.book());
    const auto run = book.begin_run({});
    ada = book.submission(make_attempt("ada"), "c");
    book.add(run.id, make_grade("dot", 500), {ada}, {"r"});
    Comment comment;
    comment.submission = ada;
    comment.lab = "dot";
    comment.file = "dot.cu";
    comment.line = 3;
    comment.text = "why?";
    comment.author = "smith";
    CHECK(book.comment(comment) == 1);
    comment.points = Points::hundredths(250);
    CHECK(book.comment(comment) == 2);
    CHECK(book.comment(comment) == 3);
    book.withdraw(3, "smith");
    book.add(run.id, make_grade("dot", 500), {ada}, {"r"});
  }
  const GradeHistory history(folder.book().parent_path());
  REQUIRE(history.entries().size() == 2);
  const std::vector<Comment>& kept = history.entries().back().row.comments;
  REQUIRE(kept.size() == 2);
  CHECK(comment_place(kept[0]) == "dot.cu:3");
  CHECK(points_by_hand(kept) == Points::hundredths(250));
  const auto become = [](long long graded, long long by_hand) {
    return with_points_by_hand(Points::hundredths(graded), Points::hundredths(by_hand),
                               Points::hundredths(1000))
        .hundredths();
  };
  CHECK(become(500, 250) == 750);
  CHECK(become(900, 250) == 1000);
  CHECK(become(100, -250) == 0);
  CHECK_THROWS_AS(Database(folder.book()).execute("UPDATE comments SET text = 'no'"), GraderError);
  CHECK_THROWS_AS(Database(folder.book()).execute("DELETE FROM withdrawals"), GraderError);
  Database(folder.book())
      .execute("DROP TRIGGER comments_stay; UPDATE comments SET points = 900 WHERE id = 2");
  CHECK_THAT(error_message([&] { GradeHistory damaged(folder.book().parent_path()); }),
             Catch::Contains("comment 2"));
}

TEST_CASE("a changed rubric item changes every comment that gives it") {
  const Folder folder;
  Gradebook book(folder.book());
  const auto run = book.begin_run({});
  const std::int64_t ada = book.submission(make_attempt("ada"), "c");
  book.add(run.id, make_grade("dot", 500), {ada}, {"r"});
  book.save_item({"dot", "tidy", "Tidy.", Points::hundredths(100), "smith", ""});
  Comment comment;
  comment.submission = ada;
  comment.lab = "dot";
  comment.item = "tidy";
  book.comment(comment);
  comment.own_text = "Really.";
  comment.own_points = Points::hundredths(50);
  book.comment(comment);
  book.save_item({"dot", "tidy", "Very tidy.", Points::hundredths(200), "jones", ""});
  const GradeHistory history(folder.book().parent_path());
  const std::vector<Comment>& kept = history.entries().back().row.comments;
  REQUIRE(kept.size() == 2);
  CHECK(kept[0].text == "Very tidy.");
  CHECK(kept[1].text == "Very tidy. Really.");
  CHECK(points_by_hand(kept) == Points::hundredths(250));
  CHECK(history.item_versions().size() == 2);
  Database database(folder.book());
  Statement points(database, "SELECT sum(points) FROM current_comments");
  REQUIRE(points.step());
  CHECK(points.number(0) == 250);
  points.run();
  CHECK_THROWS_AS(database.execute("UPDATE rubric SET points = 1"), GraderError);
  database.execute("DROP TRIGGER rubric_stays; UPDATE rubric SET points = 900 WHERE id = 2");
  CHECK_THAT(error_message([&] { GradeHistory damaged(folder.book().parent_path()); }),
             Catch::Contains("rubric item 2"));
}

TEST_CASE("a replacement is current and is compared with the earlier submission") {
  const Folder folder;
  const auto hand_in = [&](const std::string& content, const std::string& seen, long long points) {
    Gradebook book(folder.book());
    const auto id = book.submission(make_attempt("ada"), content);
    book.add(book.last_run() ? book.last_run()->id : book.begin_run({}).id,
             make_grade("dot", points), {id}, {"r"});
    Database(folder.book())
        .execute("UPDATE submissions SET sum = '', seen = '" + seen +
                 "' WHERE id = " + std::to_string(id));
  };
  hand_in("first", "2026-03-01T00:00:00Z", 500);
  hand_in("second", "2026-03-02T00:00:00Z", 700);
  CHECK(Gradebook(folder.book()).grades(1).size() == 1);
  const GradeHistory history(folder.book().parent_path());
  const GradePairs pairs = pair_with_previous(history.entries());
  REQUIRE(pairs.pairs.size() == 1);
  CHECK(pairs.pairs[0].first.row.content == "first");
  CHECK(pairs.pairs[0].second.row.content == "second");
}

namespace {

/// One import: runs `work` as if imported on that day of March 2026.
void import_on(const fs::path& book, int day, const std::function<void(Gradebook&)>& work) {
  std::int64_t last = 0;
  {
    Gradebook gradebook(book);
    Database before(book, false);
    Statement found(before, "SELECT coalesce(max(id), 0) FROM submissions");
    REQUIRE(found.step());
    last = found.number(0);
    found.run();
    if (!gradebook.last_run()) gradebook.begin_run({});
    work(gradebook);
  }
  const std::string seen = "2026-03-0" + std::to_string(day) + "T00:00:00Z";
  Database(book).execute("UPDATE submissions SET sum = '', seen = '" + seen + "' WHERE id > " +
                         std::to_string(last));
}

Unusable make_unusable(const std::string& id, const std::string& file) {
  Unusable one;
  one.student = make_attempt(id).student;
  one.source = id;
  one.labs = {"dot"};
  one.file = file;
  one.reason = "not named dot.cu";
  return one;
}

void enter_grade(Gradebook& book, const Attempt& attempt, const std::string& content,
                 long long points) {
  book.add(book.last_run()->id, make_grade("dot", points), {book.submission(attempt, content)},
           {"r"});
}

}  // namespace

TEST_CASE("ungradable hand-ins are kept until a later hand-in") {
  const Folder folder;
  {  // written by an earlier Warpgrade
    auto steps = gradebook_steps();
    steps.resize(4);
    Database old(folder.book());
    migrate(old, steps);
  }
  const auto left = [&] {
    std::string names;
    for (const UnusableEntry& one : unresolved(GradeHistory(folder.book().parent_path())))
      names += one.what.student.id + "/" + one.what.file + " ";
    return names;
  };
  Gradebook(folder.book())
      .add_unusable({make_unusable("ada", "dot (1).cu"), make_unusable("bob", "dot.cpp")});
  import_on(folder.book(), 1,
            [](Gradebook& book) { enter_grade(book, make_attempt("cy"), "c", 500); });
  CHECK(left() == "ada/dot (1).cu bob/dot.cpp ");
  Gradebook(folder.book()).add_unusable({make_unusable("ada", "dot (1).cu")});
  CHECK(count(folder.book(), "unusable") == 2);
  Attempt taken = make_attempt("ada");
  taken.taken = "dot (1).cu as dot.cu";
  {
    Gradebook book(folder.book());
    enter_grade(book, taken, "a", 700);
  }
  CHECK(left() == "bob/dot.cpp ");
  const GradeHistory history(folder.book().parent_path());
  CHECK(history.entries().back().row.taken == "dot (1).cu as dot.cu");
  CHECK(history.unusable()[0].what.student.others == std::vector<std::string>{"bob", "cy"});
  Database(folder.book()).execute("UPDATE unusable SET file = 'other.cu'");
  CHECK_THAT(error_message([&] { GradeHistory damaged(folder.book().parent_path()); }),
             Catch::Contains("unusable 1 (ada)"));
}

TEST_CASE("a grade by hand counts until its points are withdrawn or a later hand-in") {
  const Folder folder;
  const auto latest = [&] {
    return latest_grades(GradeHistory(folder.book().parent_path()).entries());
  };
  Student jo;
  jo.id = "jo";
  import_on(folder.book(), 1, [&](Gradebook& book) {
    book.add_unusable({make_unusable("jo", "dot (1).cu")});
    enter_grade(book, make_attempt("ada"), "a", 500);
  });
  Comment comment;
  comment.lab = "dot";
  comment.author = "smith";
  comment.text = "by mail";
  comment.points = Points::hundredths(3000);
  {
    Gradebook book(folder.book());
    comment.submission = book.grade_by_hand(jo, "dot", Points::hundredths(10000));
  }
  CHECK(latest().size() == 1);  // run_and_kill before the points were added
  CHECK(Gradebook(folder.book()).comment(comment) == 1);
  REQUIRE(latest().size() == 2);
  CHECK(graded_points(latest()[1].row) == Points::hundredths(3000));
  CHECK(unresolved(GradeHistory(folder.book().parent_path())).empty());
  CHECK(count(folder.book(), "current_grades") == 2);
  Gradebook(folder.book()).withdraw(1, "smith");
  CHECK(latest().size() == 1);
  CHECK(count(folder.book(), "current_grades") == 1);
  CHECK(Gradebook(folder.book()).comment(comment) == 2);
  Database(folder.book())
      .execute(
          "UPDATE submissions SET sum = '', seen = '2026-03-02T00:00:00Z' WHERE student = 'jo'");
  import_on(folder.book(), 3,
            [](Gradebook& book) { enter_grade(book, make_attempt("jo"), "j", 700); });
  REQUIRE(latest().size() == 2);
  CHECK(latest()[1].row.content == "j");
}

TEST_CASE("a group belongs to the hand-in, not to the student") {
  const Folder folder;
  import_on(folder.book(), 1, [](Gradebook& book) {
    Attempt alone = make_attempt("ada");
    alone.student.others.clear();
    enter_grade(book, alone, "a", 500);
  });
  import_on(folder.book(), 2, [](Gradebook& book) {
    BookedGrade jacobi = make_grade("jacobi", 700);
    book.add(book.last_run()->id, jacobi, {book.submission(make_attempt("ada", 2), "b")}, {"r"});
  });
  const GradeHistory history(folder.book().parent_path());
  REQUIRE(history.entries().size() == 2);
  CHECK(history.entries()[0].row.student.others.empty());
  CHECK(history.entries()[1].row.student.others.size() == 2);
}

TEST_CASE("a reassigned hand-in no longer counts for its first owner") {
  const Folder folder;
  const auto owners = [&] {
    std::string ids;
    for (const BookEntry& e : latest_grades(GradeHistory(folder.book().parent_path()).entries()))
      ids += e.row.student.id + " ";
    return ids;
  };
  Attempt ada = make_attempt("ada"), bob = make_attempt("bob");
  ada.source = bob.source = "folder_17";
  import_on(folder.book(), 1, [&](Gradebook& book) { enter_grade(book, ada, "a", 500); });
  import_on(folder.book(), 2, [&](Gradebook& book) { enter_grade(book, bob, "a", 500); });
  CHECK(owners() == "bob ");
  Gradebook(folder.book()).disown({"folder_17"}, {"jacobi"});
  CHECK(owners() == "bob ");
  Gradebook(folder.book()).disown({"folder_17"}, {"dot"});
  CHECK(owners().empty());
  import_on(folder.book(), 3, [&](Gradebook& book) { book.submission(bob, "a"); });
  CHECK(owners() == "bob ");
}

namespace {

/// Everything that can be read from a gradebook: the current grades, and the damaged ones.
struct ReadBook {
  std::set<std::string> grades;
  std::string damaged;
};

ReadBook read_all(const fs::path& book) {
  const Gradebook gradebook(book);
  ReadBook all;
  const auto run = gradebook.last_run();
  all.grades.insert(run ? std::to_string(run->seed) + run->options : "none");
  for (const GradebookRow& row : gradebook.grades(1))
    all.grades.insert(row.student.id + row.student.name + row.content + (row.late ? "late" : "") +
                      row.submitted_at + row.grade.lab + (row.grade.open ? "open" : "") +
                      row.grade.score->text() + row.grade.verdicts + gradebook.json(row));
  const GradeHistory history(book.parent_path());
  for (const BookEntry& entry : history.entries())
    all.grades.insert(entry.row.student.id + entry.row.grade.score->text() + entry.options);
  all.damaged = history.remark();
  return all;
}

}  // namespace

TEST_CASE("a changed byte is detected or has no effect") {
  Folder folder;
  std::string json(9000, 'x');  // stored in pages of its own
  {
    Gradebook book(folder.book());
    const auto run = book.begin_run({0, "", 7, "cpu", "float", "--no-check"});
    for (const char* id : {"ada", "bob", "cy"}) {
      const auto submission = book.submission(make_attempt(id), std::string("content of ") + id);
      BookedGrade grade = make_grade("dot", 8750);
      grade.json = "{\"text\": \"" + json + id + "\"}";
      book.add(run.id, grade, {submission}, {"reports/x/dot"});
    }
  }
  const std::set<std::string> whole = read_all(folder.book()).grades;
  std::ifstream in(folder.book(), std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  int refused = 0, named = 0, harmless = 0;
  for (std::size_t at = 24; at < bytes.size(); at += at < 4096 ? 41 : 97) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x15);
    std::ofstream(folder.book(), std::ios::binary | std::ios::trunc) << damaged;
    try {
      const ReadBook now = read_all(folder.book());
      INFO("byte " << at);
      const bool right =
          std::includes(whole.begin(), whole.end(), now.grades.begin(), now.grades.end());
      CHECK(right);
      CHECK((now.grades.size() == whole.size() || !now.damaged.empty()));
      ++(now.damaged.empty() ? harmless : named);
    } catch (const GraderError& error) {
      CHECK_FALSE(error.advice().empty());
      ++refused;
    }
  }
  CHECK(named > 100);
  CHECK(refused + named > 200);
  CHECK(refused + named > harmless / 4);
}

TEST_CASE("a damaged grade is named and left out until it is graded again") {
  Folder folder;
  std::map<std::string, std::int64_t> submission;
  Gradebook book(folder.book());
  const auto run = book.begin_run({0, "", 7, "cpu", "float", ""});
  for (const char* id : {"ada", "bob", "cy"}) {
    submission[id] = book.submission(make_attempt(id), std::string("content of ") + id);
    book.add(run.id, make_grade("dot", 8750), {submission[id]}, {"r"});
  }
  Database(folder.book())
      .execute(
          "DROP TRIGGER grades_stay; UPDATE grades SET score = 9999 WHERE id = 2; "
          "UPDATE grades SET json = '{}' WHERE id = 3");
  CHECK(book.grades(run.id).size() == 1);
  {
    const GradeHistory history(folder.book().parent_path());
    CHECK(history.entries().size() == 1);
    REQUIRE(history.damaged().size() == 2);
    CHECK_THAT(history.damaged()[0].what, Catch::Contains("grade 2 (bob, dot)"));
    CHECK_THAT(history.damaged()[1].what, Catch::Contains("the report of grade 3"));
    CHECK_THAT(history.remark(), Catch::Contains("--resume"));
  }
  for (const char* id : {"bob", "cy"})
    book.add(run.id, make_grade("dot", 8750), {submission[id]}, {"r"});
  const GradeHistory history(folder.book().parent_path());
  CHECK(history.remark().empty());
  CHECK(history.entries().size() == 3);
  CHECK(book.grades(run.id).size() == 3);
}

TEST_CASE("an emptied, truncated or missing gradebook is not replaced by a new one") {
  Folder folder;
  { Gradebook(folder.book()).begin_run({0, "", 7, "cpu", "float", ""}); }
  CHECK(fs::status(folder.book()).permissions() ==
        (fs::perms::owner_read | fs::perms::owner_write));
  const auto refused = [&](const std::string& why) {
    try {
      Gradebook book(folder.book());
      FAIL("it was opened");
    } catch (const GraderError& error) {
      INFO(error.what());
      CHECK(std::string(error.what()).find(folder.book().string()) != std::string::npos);
      CHECK(std::string(error.what()).find(why) != std::string::npos);
      CHECK(error.advice().find("backup") != std::string::npos);
    }
  };
  fs::resize_file(folder.book(), 3 * 4096);
  refused("malformed");
  fs::resize_file(folder.book(), 100);
  refused("");
  fs::resize_file(folder.book(), 0);
  refused("is empty");
  fs::remove(folder.book());
  fs::create_directory(folder.book().parent_path() / "reports");
  refused("is missing");
  fs::remove(folder.book().parent_path() / "reports");
  CHECK_NOTHROW(Gradebook(folder.book()));
}

TEST_CASE("a file that is not a gradebook is reported and left unchanged") {
  const Folder folder;
  {
    Database other(folder.book());
    other.execute("CREATE TABLE photos (a)");
  }
  CHECK_THAT(error_message([&] { Gradebook book(folder.book()); }),
             Catch::Contains("not a gradebook"));
  CHECK(count(folder.book(), "photos") == 0);
  std::ofstream(folder.book(), std::ios::trunc) << std::string(5000, 'a');
  CHECK_THAT(error_message([&] { Gradebook book(folder.book()); }),
             Catch::Contains("not a database"));
  CHECK_THAT(
      error_message([&] { Gradebook book(folder.book().parent_path() / "none/book.sqlite"); }),
      Catch::Contains("none/book.sqlite"));
}
