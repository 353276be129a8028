#include "gradebook/schema_steps.h"

#include "base/sha256.h"
#include "gradebook/grade_history.h"
#include "tests/unit/samples/gradebook_samples.h"

using namespace warpgrade;
using namespace warpgrade::samples;

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
