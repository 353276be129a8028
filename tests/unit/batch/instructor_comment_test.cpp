#include "batch/instructor_comment.h"

#include "tests/unit/samples/gradebook_samples.h"

using namespace warpgrade;
using namespace warpgrade::samples;

TEST_CASE("Points by hand are outdated if another attempt counts, or another grade of theirs") {
  const Folder folder;
  Gradebook book(folder.book());
  const std::int64_t run = book.begin_run({}).id;
  const std::int64_t first = book.submission(make_attempt("ada"), "1"),
                     second = book.submission(make_attempt("ada", 2), "2");
  book.add(run, make_grade("dot", 5000), {first}, {"r"});
  book.add(run, make_grade("dot", 2000), {second}, {"r2"});
  Comment comment;
  comment.submission = first;
  comment.lab = "dot";
  comment.author = "smith";
  comment.text = "neat";
  comment.points = Points::hundredths(200);
  book.comment(comment);
  comment.points.reset();
  book.comment(comment);
  const auto outdated = [&](Counts counts) {
    const GradeHistory history(folder.book().parent_path());
    CountingRules rules;
    rules.counts = counts;
    std::string text;
    for (const InstructorComment& one :
         outdated_comments(history, count_grades(grades_that_may_count(history, counts), rules)))
      text += one.comment.text + " " + one.outdated + "\n";
    return text;
  };
  CHECK(outdated(Counts::last) == "neat does not count: attempt 2 does\n");
  CHECK(outdated(Counts::first).empty());
  BookedGrade regraded = make_grade("dot", 5000);
  regraded.max_score = Points::hundredths(12000);
  regraded.finished = "2099-01-01T00:00:00Z";
  book.add(run, regraded, {first}, {"r"});
  CHECK(outdated(Counts::first) ==
        "neat counts, but was given for 50 of 100 points; the grade is now 50 of 120\n");
}
