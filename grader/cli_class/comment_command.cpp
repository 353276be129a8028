// `warpgrade comment`: an instructor's comments on a student's work.
#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "base/fault.h"
#include "base/nearest.h"
#include "base/text.h"
#include "cli/print_line.h"
#include "cli_class/commands.h"
#include "import/csv.h"
#include "import/encoding.h"

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

/// Columns: student and text, and any of lab, attempt, at, points.
std::vector<CommentRequest> read_comment_list(const CommentCommand& command,
                                              const CommentRequest& defaults) {
  const std::string file = command.list.string();
  std::ifstream in(command.list, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw UsageError("--csv: " + file + " cannot be read.");
  const std::vector<CsvRow> rows = parse_csv(decode(bytes, file).text, file);
  std::map<std::string, std::size_t> columns;
  for (std::size_t c = 0; !rows.empty() && c < rows[0].cells.size(); ++c)
    columns[lower(std::string(trimmed(rows[0].cells[c])))] = c;
  if (columns.count("student") == 0 || (columns.count("text") == 0 && columns.count("use") == 0))
    throw UsageError("--csv: " + file + " has no columns student and text.",
                     "Its first line names the columns: student, lab, attempt, at, points, text, "
                     "use.");
  std::vector<CommentRequest> requests;
  std::string mistakes;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    const auto cell = [&](const char* name) {
      const auto column = columns.find(name);
      return column == columns.end() || column->second >= rows[r].cells.size()
                 ? std::string()
                 : std::string(trimmed(rows[r].cells[column->second]));
    };
    CommentRequest one = defaults;
    one.place_in_list = file + ":" + std::to_string(rows[r].line) + ": ";
    one.student = cell("student");
    if (!cell("lab").empty()) one.lab = cell("lab");
    one.at = cell("at");
    one.text = cell("text");
    try {
      if (const std::string points = cell("points"); !points.empty())
        one.points = points_by_hand_named(points);
      if (const std::string attempt = cell("attempt"); !attempt.empty())
        one.attempt = std::stoi(attempt);
      if (const std::string use = cell("use"); !use.empty()) use_comment(command, use, one);
      if (one.student.empty() && one.text.empty()) continue;
      if (one.student.empty() || one.lab.empty())
        throw UsageError(one.student.empty() ? "the student is missing." : "the lab is missing.");
    } catch (const UsageError& wrong) {
      mistakes += (mistakes.empty() ? "" : "\n") + one.place_in_list + wrong.what();
    } catch (const std::logic_error&) {
      mistakes +=
          (mistakes.empty() ? "" : "\n") + one.place_in_list + "the attempt is not a number.";
    }
    requests.push_back(std::move(one));
  }
  if (!mistakes.empty()) throw UsageError(mistakes, "Nothing was added.");
  if (requests.empty()) throw UsageError("--csv: " + file + " contains no comments.");
  return requests;
}

int add_list(const CommentCommand& command, const CommentRequest& defaults) {
  const std::vector<CommentRequest> requests = read_comment_list(command, defaults);
  const std::vector<InstructorComment> added = add_comments(requests, true);
  for (const InstructorComment& one : added) print_line("Comment " + comment_line(one));
  const std::size_t known = requests.size() - added.size();
  print_line(fmt::format("{} added{}.", many(added.size(), "comment"),
                         known > 0 ? fmt::format(", {} were there already", known) : ""));
  return full_marks;
}

int print_log(const CommentRequest& request) {
  const std::vector<CommentEvent> log = GradeHistory(request.out).comment_log();
  for (const CommentEvent& event : log) {
    const Comment& c = event.comment;
    const std::string place = comment_place(c);
    print_line(fmt::format("{}  {} {} {}  {} {}{}{}  {}{}", event.when, event.author,
                           event.withdrawn ? "withdrew" : "added", c.id, event.student, c.lab,
                           event.attempt > 1 ? fmt::format(", attempt {}", event.attempt) : "",
                           place.empty() ? "" : ", " + place,
                           c.points ? signed_text(*c.points) + " points: " : "", c.text));
  }
  if (log.empty()) print_line("No comments.");
  return full_marks;
}

}  // namespace

void use_comment(const CommentCommand& command, const std::string& name, CommentRequest& request) {
  const auto found = command.reusable.find(name);
  if (found == command.reusable.end()) {
    std::vector<std::string> names;
    for (const auto& [known, comment] : command.reusable) names.push_back(known);
    throw UsageError("the course file has no comment \"" + name + "\".",
                     names.empty() ? "Add it there under \"comments\"."
                                   : choose_from("The comments are", name, names));
  }
  request.text = found->second.text + (request.text.empty() ? "" : " " + request.text);
  if (!request.points) request.points = found->second.points;
}

int comment_command(const CommentCommand& command) {
  CommentRequest request = command.request;
  if (command.log) return print_log(request);
  if (command.remove) {
    if (request.author.empty()) request.author = user_name();
    const InstructorComment entry = withdraw_comment(request, *command.remove);
    print_line("Withdrawn: " + comment_line(entry));
    print_points(entry);
    return full_marks;
  }
  if (!command.list.empty()) {
    if (request.author.empty()) request.author = user_name();
    return add_list(command, request);
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
  const InstructorComment entry = add_comments({request}).front();
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
