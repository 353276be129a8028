// `warpgrade comment`: an instructor's word on a student's work.
#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <string>

#include "base/fault.h"
#include "cli/say.h"
#include "cli_class/commands.h"

namespace warpgrade {
namespace {

std::string user_name() {
  const passwd* const user = getpwuid(geteuid());
  if (user != nullptr && user->pw_name[0] != '\0') return user->pw_name;
  throw UsageError("who says it? This system has no name for you.", "Give it with --author NAME.");
}

void say_points(const Word& word) {
  const BookedGrade& g = word.row.grade;
  if (!word.comment.points || !word.counts) return;
  if (g.open || !g.score || !g.max_score)
    return say("Its grade is open: they count when there is one.");
  if (is_by_hand(g)) {
    for (const Comment& c : word.row.comments)
      if (c.points)
        return say(fmt::format(
            "{} {}: graded by hand, {} of {} points.", word.row.student.id, g.lab,
            with_points_by_hand({}, points_by_hand(word.row.comments), *g.max_score).text(),
            g.max_score->text()));
    return say(word.row.student.id + " " + g.lab + ": has no grade any more.");
  }
  const Points by_hand = points_by_hand(word.row.comments);
  const Points total = with_points_by_hand(*g.score, by_hand, *g.max_score);
  const std::string graded = fmt::format("{} {}: {} of {} points", word.row.student.id, g.lab,
                                         g.score->text(), g.max_score->text());
  if (by_hand == Points{}) return say(graded + ", none by hand.");
  say(fmt::format(
      "{}, {} with {} by hand{}.", graded, total.text(), signed_text(by_hand),
      *g.score + by_hand == total ? "" : " (a grade stays between 0 and the lab's points)"));
}

}  // namespace

int comment_command(const CommentCommand& command) {
  WordRequest request = command.word;
  if (command.remove) {
    if (request.author.empty()) request.author = user_name();
    const Word word = withdraw_word(request, *command.remove);
    say("Taken back: " + line_of(word));
    say_points(word);
    return full_marks;
  }
  if (request.text.empty()) {
    const std::vector<Word> words =
        words_in(GradeHistory(request.out), request.student, request.lab);
    for (const Word& word : words)
      say(line_of(word) + (word.counts ? "" : "\n   does not count: the student handed in again"));
    if (words.empty()) say("No comments.");
    return full_marks;
  }
  if (request.author.empty()) request.author = user_name();
  const Word word = give_word(request);
  Word shown = word;
  shown.comment = word.row.comments.back();
  say("Comment " + line_of(shown));
  if (!word.counts) return say("It does not count: the student handed in again."), full_marks;
  say_points(word);
  const std::filesystem::path page = request.out / (word.row.grade.report + ".html");
  std::error_code error;
  if (std::filesystem::exists(page, error)) say("Page: " + page.string());
  return full_marks;
}

}  // namespace warpgrade
