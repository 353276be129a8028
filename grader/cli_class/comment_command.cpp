// `warpgrade comment`: an instructor's comments on a student's work.
#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <string>

#include "base/fault.h"
#include "cli/print_line.h"
#include "cli_class/commands.h"

namespace warpgrade {
namespace {

std::string user_name() {
  const passwd* const user = getpwuid(geteuid());
  if (user != nullptr && user->pw_name[0] != '\0') return user->pw_name;
  throw UsageError("the author is unknown: this system has no user name for you",
                   "Give one with --author NAME.");
}

void print_points(const InstructorComment& entry) {
  const BookedGrade& g = entry.row.grade;
  if (!entry.comment.points || !entry.counts) return;
  if (g.open || !g.score || !g.max_score)
    return print_line("The grade is open: the points count once there is a grade.");
  if (is_by_hand(g)) {
    for (const Comment& c : entry.row.comments)
      if (c.points)
        return print_line(fmt::format(
            "{} {}: graded by hand, {} of {} points.", entry.row.student.id, g.lab,
            with_points_by_hand({}, points_by_hand(entry.row.comments), *g.max_score).text(),
            g.max_score->text()));
    return print_line(entry.row.student.id + " " + g.lab + ": no longer has a grade.");
  }
  const Points by_hand = points_by_hand(entry.row.comments);
  const Points total = with_points_by_hand(*g.score, by_hand, *g.max_score);
  const std::string graded = fmt::format("{} {}: {} of {} points", entry.row.student.id, g.lab,
                                         g.score->text(), g.max_score->text());
  if (by_hand == Points{}) return print_line(graded + ", none by hand.");
  print_line(fmt::format(
      "{}, {} with {} by hand{}.", graded, total.text(), signed_text(by_hand),
      *g.score + by_hand == total ? "" : " (a grade stays between 0 and the lab's points)"));
}

}  // namespace

int comment_command(const CommentCommand& command) {
  CommentRequest request = command.request;
  if (command.remove) {
    if (request.author.empty()) request.author = user_name();
    const InstructorComment entry = withdraw_comment(request, *command.remove);
    print_line("Withdrawn: " + comment_line(entry));
    print_points(entry);
    return full_marks;
  }
  if (request.text.empty()) {
    const std::vector<InstructorComment> entries =
        find_comments(GradeHistory(request.out), request.student, request.lab);
    for (const InstructorComment& entry : entries)
      print_line(comment_line(entry) +
                 (entry.counts ? "" : "\n   outdated: the student has handed in again"));
    if (entries.empty()) print_line("No comments.");
    return full_marks;
  }
  if (request.author.empty()) request.author = user_name();
  const InstructorComment entry = add_comment(request);
  InstructorComment shown = entry;
  shown.comment = entry.row.comments.back();
  print_line("Comment " + comment_line(shown));
  if (!entry.counts)
    return print_line("It is outdated: the student has handed in again."), full_marks;
  print_points(entry);
  const std::filesystem::path page = request.out / (entry.row.grade.report + ".html");
  std::error_code error;
  if (std::filesystem::exists(page, error)) print_line("Page: " + page.string());
  return full_marks;
}

}  // namespace warpgrade
