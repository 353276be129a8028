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

/// "3  ada dot, attempt 2, dot.cu:31  +2 tidy code (smith, 2026-03-01)".
std::string line_of(const Word& word) {
  const Comment& c = word.comment;
  const std::string place = place_of(c);
  return fmt::format("{}  {} {}{}{}  {}{} ({}, {})", c.id, word.row.student.id, c.lab,
                     word.row.attempt > 1 ? fmt::format(", attempt {}", word.row.attempt) : "",
                     place.empty() ? "" : ", " + place,
                     c.points ? signed_text(*c.points) + " points: " : "", c.text, c.author,
                     c.given.substr(0, 10));
}

void say_points(const Word& word) {
  const BookedGrade& g = word.row.grade;
  if (!word.comment.points) return;
  if (g.open || !g.score || !g.max_score)
    return say("Its grade is open: they count when there is one.");
  const Points by_hand = points_by_hand(word.row.comments);
  const Points total = with_points_by_hand(*g.score, by_hand, *g.max_score);
  say(fmt::format("{} {}: {} of {} as graded, {} with {} by hand{}.", word.row.student.id, g.lab,
                  g.score->text(), g.max_score->text(), total.text(), signed_text(by_hand),
                  *g.score + by_hand == total ? "" : ", which stays within the lab's points"));
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
    for (const Word& word : words) say(line_of(word));
    if (words.empty()) say("No comments.");
    return full_marks;
  }
  if (request.author.empty()) request.author = user_name();
  const Word word = give_word(request);
  Word shown = word;
  shown.comment = word.row.comments.back();
  say("Comment " + line_of(shown));
  say_points(word);
  const std::filesystem::path page = request.out / (word.row.grade.report + ".html");
  std::error_code error;
  if (std::filesystem::exists(page, error)) say("Page: " + page.string());
  return full_marks;
}

}  // namespace warpgrade
