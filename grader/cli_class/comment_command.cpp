// `warpgrade comment`: an instructor's comments on a student's work.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "base/atomic_file.h"
#include "base/fault.h"
#include "base/nearest.h"
#include "base/text.h"
#include "cli/print_line.h"
#include "cli_class/commands.h"
#include "export/grading_sheet.h"
#include "export/ungraded.h"
#include "gradebook/pseudonym.h"
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

std::string points_words(const RubricItem& item) {
  return item.points ? signed_text(*item.points) : "no points";
}

void print_points(const InstructorComment& entry) {
  const BookedGrade& g = entry.row.grade;
  const std::string& who = entry.shown_as.empty() ? entry.row.student.id : entry.shown_as;
  if (!entry.comment.points || !entry.counts) return;
  if (g.open || !g.score || !g.max_score)
    return print_line("The grade is open: the points count once there is a grade.");
  if (is_by_hand(g)) {
    for (const Comment& c : entry.row.comments)
      if (c.points)
        return print_line(fmt::format(
            "{} {}: graded by hand, {} of {} points.", who, g.lab,
            with_points_by_hand({}, points_by_hand(entry.row.comments), *g.max_score).text(),
            g.max_score->text()));
    return print_line(who + " " + g.lab + ": no longer has a grade.");
  }
  const Points by_hand = points_by_hand(entry.row.comments);
  const Points total = with_points_by_hand(*g.score, by_hand, *g.max_score);
  const std::string graded =
      fmt::format("{} {}: {} of {} points", who, g.lab, g.score->text(), g.max_score->text());
  if (by_hand == Points{}) return print_line(graded + ", none by hand.");
  print_line(fmt::format(
      "{}, {} with {} by hand{}.", graded, total.text(), signed_text(by_hand),
      *g.score + by_hand == total ? "" : " (a grade stays between 0 and the lab's points)"));
}

/// The columns of the table by name: `filled_columns` and rubric items.
std::map<std::string, std::size_t> find_columns(const std::vector<std::string>& header,
                                                const CommentCommand& command) {
  const std::set<std::string> items = item_names(command.course);
  std::vector<std::string> known(filled_columns().begin(), filled_columns().end());
  known.insert(known.end(), items.begin(), items.end());
  std::map<std::string, std::size_t> columns;
  for (std::size_t c = 0; c < header.size(); ++c) {
    const std::string name = lower(std::string(trimmed(header[c])));
    if (name.empty() || shown_columns().count(name) > 0) continue;
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw UsageError(
          fmt::format("--csv: {} has an unknown column \"{}\".", command.list.string(), name),
          choose_from("The columns are", name, known));
    columns[name] = c;
  }
  if (columns.count("student") == 0)
    throw UsageError(
        "--csv: " + command.list.string() + " has no column student.",
        "Its first line names the columns: " + fmt::format("{}", fmt::join(known, ", ")) + ".");
  return columns;
}

/// A line of the table: one comment for its text and points, and one for each rubric item.
std::vector<CommentRequest> read_line(const CommentCommand& command, CommentRequest one,
                                      const std::function<std::string(const char*)>& cell) {
  one.student = cell("student");
  one.at = cell("at");
  one.text = cell("text");
  if (!cell("lab").empty()) one.lab = cell("lab");
  if (const std::string author = cell("author"); !author.empty())
    one.author = grader_name(command.course, author);
  if (const std::string points = cell("points"); !points.empty())
    one.points = points_by_hand_named(points);
  if (const std::string attempt = cell("attempt"); !attempt.empty()) {
    const auto end = attempt.data() + attempt.size();
    int number = 0;
    if (std::from_chars(attempt.data(), end, number).ptr != end || number < 1)
      throw UsageError("the attempt is not a number.");
    one.attempt = number;
  }
  std::vector<CommentRequest> requests;
  const std::string item = cell("item");
  if (!item.empty() || !one.text.empty() || one.points) {
    requests.push_back(one);
    if (!item.empty()) requests.back().item = find_item(command.course, one.lab, item);
  }
  for (const std::string& name : item_names(command.course)) {
    if (cell(name.c_str()).empty()) continue;
    CommentRequest& given = requests.emplace_back(one);
    given.text.clear();
    given.points.reset();
    given.item = find_item(command.course, one.lab, name);
  }
  if (!requests.empty() && (one.student.empty() || one.lab.empty()))
    throw UsageError(one.student.empty() ? "the student is missing." : "the lab is missing.");
  return requests;
}

std::vector<CommentRequest> read_comment_list(const CommentCommand& command,
                                              const CommentRequest& defaults) {
  const std::string file = command.list.string();
  std::ifstream in(command.list, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw UsageError("--csv: " + file + " cannot be read.");
  const std::vector<CsvRow> rows = parse_csv(decode(bytes, file).text, file);
  if (rows.empty()) throw UsageError("--csv: " + file + " is empty.");
  const auto columns = find_columns(rows[0].cells, command);
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
    try {
      for (CommentRequest& request : read_line(command, one, cell))
        requests.push_back(std::move(request));
    } catch (const UsageError& wrong) {
      mistakes += (mistakes.empty() ? "" : "\n") + one.place_in_list + wrong.what();
    }
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

/// A change of comments or of the rubric.
struct LogLine {
  std::string when, text;
};

int print_log(const CommentCommand& command) {
  const std::string secret =
      command.anonymous ? make_pseudonym_secret(command.request.out) : std::string();
  const GradeHistory history(command.request.out);
  std::vector<LogLine> lines;
  std::map<std::pair<std::string, std::string>, RubricItem> last;
  for (const RubricItem& item : history.item_versions()) {
    const auto [before, is_new] = last.try_emplace({item.lab, item.name}, item);
    lines.push_back(
        {item.given,
         fmt::format("{}  {} {} item {}  {}, {}: {}", item.given, item.author,
                     is_new ? "defined" : "changed", item.name, item.lab,
                     (is_new ? "" : points_words(before->second) + " → ") + points_words(item),
                     item.text)});
    before->second = item;
  }
  for (const CommentEvent& event : history.comment_log()) {
    const Comment& c = event.comment;
    const std::string place = comment_place(c);
    const std::optional<Points>& points = c.item.empty() ? c.points : c.own_points;
    lines.push_back(
        {event.when,
         fmt::format("{}  {} {} {}  {} {}{}{}  {}{}{}", event.when, event.author,
                     event.withdrawn ? "withdrew" : "added", c.id,
                     command.anonymous ? pseudonym(secret, event.student) : event.student, c.lab,
                     event.attempt > 1 ? fmt::format(", attempt {}", event.attempt) : "",
                     place.empty() ? "" : ", " + place,
                     c.item.empty() ? "" : "item " + c.item + " ",
                     points ? signed_text(*points) + " points: " : "",
                     c.item.empty() ? c.text : c.own_text)});
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const LogLine& a, const LogLine& b) { return a.when < b.when; });
  for (const LogLine& line : lines) print_line(line.text);
  if (lines.empty()) print_line("No comments.");
  return full_marks;
}

int write_sheet(const CommentCommand& command) {
  const GradeHistory history(command.request.out);
  const CountingRules rules = rules_for_class(command.request.counting, history);
  std::vector<CountedGrade> grades =
      count_grades(grades_that_may_count(history, rules.counts), rules);
  grades = with_unusable(grades,
                         ungraded(history.facts().roster, history.unusable(), present_in(grades)));
  if (!command.request.lab.empty())
    std::erase_if(grades, [&](const CountedGrade& g) { return g.lab != command.request.lab; });
  write_file_atomically(command.sheet,
                        grading_sheet(grades, item_names(command.course), false,
                                      [](const Student& student) { return student.id; }));
  print_line(fmt::format("{} in {}. Fill it in, then: warpgrade comment --csv {}",
                         many(grades.size(), "line"), command.sheet.string(),
                         command.sheet.string()));
  return full_marks;
}

}  // namespace

std::set<std::string> item_names(const Course* course) {
  std::set<std::string> names;
  if (course == nullptr) return names;
  for (const auto& [name, entry] : course->rubric) names.insert(name);
  for (const auto& [lab, of] : course->labs)
    for (const auto& [name, entry] : of.rubric) names.insert(name);
  return names;
}

RubricItem find_item(const Course* course, const std::string& lab, const std::string& name) {
  const RubricEntries none;
  const RubricEntries& entries = course != nullptr ? course->find_rubric(lab) : none;
  const auto found = entries.find(name);
  if (found != entries.end()) return {lab, name, found->second.text, found->second.points, "", ""};
  std::vector<std::string> names;
  for (const auto& [known, entry] : entries) names.push_back(known);
  throw UsageError(
      "the course file has no rubric item \"" + name + "\" for " + lab + ".",
      names.empty() ? "Add it there under \"rubric\"." : choose_from("The items are", name, names));
}

std::string grader_name(const Course* course, const std::string& author) {
  const std::string name = author.empty() ? user_name() : author;
  if (course == nullptr || course->graders.empty()) return name;
  std::vector<std::string> logins;
  for (const auto& [login, shown] : course->graders) {
    if (name == login || name == shown) return shown;
    logins.push_back(login);
  }
  throw UsageError(name + " is not one of the course's graders.",
                   "Give one with --author: " + fmt::format("{}", fmt::join(logins, ", ")) + ".");
}

int comment_command(const CommentCommand& command) {
  CommentRequest request = command.request;
  if (command.log) return print_log(command);
  if (!command.sheet.empty()) return write_sheet(command);
  if (command.remove) {
    request.author = grader_name(command.course, request.author);
    const InstructorComment entry = withdraw_comment(request, *command.remove);
    print_line("Withdrawn: " + comment_line(entry));
    print_points(entry);
    return full_marks;
  }
  if (!command.list.empty()) {
    request.author = grader_name(command.course, request.author);
    return add_list(command, request);
  }
  if (request.text.empty() && !request.item) {
    const std::string secret =
        command.anonymous ? make_pseudonym_secret(request.out) : std::string();
    const GradeHistory history(request.out);
    const CountingRules rules = rules_for_class(request.counting, history);
    const auto entries =
        find_comments(history, count_grades(grades_that_may_count(history, rules.counts), rules),
                      request.student, request.lab);
    for (InstructorComment entry : entries) {
      if (command.anonymous) entry.shown_as = pseudonym(secret, entry.row.student.id);
      print_line(comment_line(entry) + (entry.outdated.empty() ? "" : "\n   " + entry.outdated));
    }
    if (entries.empty()) print_line("No comments.");
    return full_marks;
  }
  request.author = grader_name(command.course, request.author);
  const InstructorComment entry = add_comments({request}).front();
  InstructorComment shown = entry;
  shown.comment = entry.row.comments.back();
  print_line("Comment " + comment_line(shown));
  if (!entry.counts)
    return print_line("It does not count: the student has handed in again."), full_marks;
  print_points(entry);
  const std::filesystem::path page = request.out / (entry.row.grade.report + ".html");
  std::error_code error;
  if (entry.shown_as.empty() && std::filesystem::exists(page, error))
    print_line("Page: " + page.string());
  return full_marks;
}

}  // namespace warpgrade
