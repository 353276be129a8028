// Gradebooks with changed bytes.

#include <fstream>
#include <map>
#include <set>

#include "gradebook/grade_history.h"
#include "tests/unit/samples/gradebook_samples.h"

using namespace warpgrade;
using namespace warpgrade::samples;
namespace fs = std::filesystem;

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
