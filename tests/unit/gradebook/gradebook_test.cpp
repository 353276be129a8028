#include "gradebook/gradebook.h"

#include <algorithm>
#include <set>

#include "batch/wave_seed.h"
#include "export/compare_grades.h"
#include "gradebook/grade_history.h"
#include "gradebook/schema_steps.h"
#include "tests/unit/samples/gradebook_samples.h"

using namespace warpgrade;
using namespace warpgrade::samples;
namespace fs = std::filesystem;

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
