// Hand-ins that are graded by hand, belong to groups or change their owner.

#include "gradebook/grade_history.h"
#include "gradebook/gradebook.h"
#include "gradebook/named_student.h"
#include "gradebook/schema_steps.h"
#include "tests/unit/samples/gradebook_samples.h"

using namespace warpgrade;
using namespace warpgrade::samples;
namespace fs = std::filesystem;

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

TEST_CASE("The class list has the roster's teams, its students have those of a site's groups") {
  const Folder folder;
  ClassFacts facts;
  facts.roster.resize(2);
  facts.roster[0].id = "ada";
  facts.roster[0].team = "Group 3";
  facts.roster[0].other_ids = {"501"};
  facts.roster[1].team = "T1";
  facts.roster_teams["ada"] = "";
  Gradebook(folder.book()).save_facts(facts);
  const ClassFacts loaded = Gradebook(folder.book()).facts();
  CHECK(loaded.roster[0].team == "Group 3");
  CHECK(loaded.roster[0].other_ids == facts.roster[0].other_ids);
  CHECK(class_list(loaded)[0].team.empty());
  CHECK(class_list(loaded)[1].team == "T1");
}

TEST_CASE("An import is later than the one before, in the same second, too") {
  const Folder folder;
  std::string before;
  for (int i = 0; i < 3; ++i) {
    Gradebook book(folder.book());
    CHECK(book.opened() > before);
    before = book.opened();
    if (i == 0) book.begin_run({});
    if (i < 2)
      enter_grade(book, make_attempt("ada"), std::to_string(i), 100 * i);
    else
      CHECK(latest_grades(GradeHistory(folder.book().parent_path()).entries()).size() == 1);
  }
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

TEST_CASE("A list of students is divided at commas that belong to no name") {
  std::vector<Student> students(4);
  students[0].id = "ada", students[0].name = "Doe, Jane";
  students[1].id = "bob", students[1].name = "Dan Ng";
  students[2].id = "eve", students[2].name = "Ng, Dan";
  students[3].id = "kim", students[3].name = "Ada Bob";
  const auto find = [names = StudentNames(students)](const char* list) {
    return find_students({list}, names, "--only");
  };
  CHECK(find("Doe, Jane,BOB").ids == std::set<std::string>{"ada", "bob"});
  CHECK(find(" bob , jane doe,").ids == std::set<std::string>{"ada", "bob"});
  CHECK(find("Doe,zed, bob").unknown == std::vector<std::string>{"Doe", "zed"});
  CHECK_THROWS_WITH(find("bob,Ng, Dan"), Catch::Contains("may be any of these in the class: bob"));
  CHECK_THROWS_WITH(find("ada,bob"), Catch::Contains("a student's name and a list"));
}
