// `warpgrade course`: shows the contents of the course file, and its mistakes.
#include <fmt/format.h>

#include <ctime>
#include <set>
#include <string>

#include "base/fault.h"
#include "cli/course_defaults.h"
#include "cli/print_line.h"
#include "cli_class/commands.h"
#include "course/due_time.h"
#include "import/roster.h"
#include "lab/lab_check.h"

namespace warpgrade {
namespace {

std::string local_time(std::int64_t instant) {
  const std::time_t time = instant;
  std::tm parts{};
  localtime_r(&time, &parts);
  char text[64];
  std::strftime(text, sizeof text, "%a %Y-%m-%d %H:%M %Z", &parts);
  return text;
}

std::string amount_words(const Amount& amount) {
  return amount.share ? fmt::format("{:g}%", *amount.share * 100)
                      : amount.points.text() + " points";
}

std::string lab_line(const Course& course, const std::string& name) {
  const LateRules& rules = course.counting.of(name);
  const CourseLab& lab = course.labs.at(name);
  std::string text = "  " + name;
  const auto add = [&](const std::string& what) { text += ", " + what; };
  if (lab.points) add(lab.points->text() + " points");
  add(rules.due ? "due " + local_time(*rules.due) : std::string("no due date"));
  for (const auto& [section, due] : rules.section_due)
    add("section " + section + " " + local_time(due));
  if (rules.grace > 0) add(duration_text(rules.grace) + " grace");
  if (rules.late_penalty)
    add(amount_words(*rules.late_penalty) + " off per day late" +
        (rules.late_limit ? ", at most " + amount_words(*rules.late_limit) : ""));
  if (!lab.leaderboard) add("not on the leaderboard");
  return text;
}

std::set<std::string> roster_sections(const std::filesystem::path& csv) {
  std::set<std::string> sections;
  const Roster roster(csv);
  for (const Student& student : roster.students())
    if (!student.section.empty()) sections.insert(student.section);
  return sections;
}

}  // namespace

int course_command(const CourseCommand& command) {
  const auto file = command.file.empty() ? course_file(std::filesystem::current_path())
                                         : std::optional(command.file);
  if (!file)
    throw UsageError(
        "there is no course.json in this folder or above it.",
        "docs/course.md has an example. To use another file: warpgrade course --course FILE.");
  auto mistakes = course_mistakes(*file, command.root, roster_sections);
  if (mistakes.empty()) {
    for (const std::string& lab : read_course(*file, command.root).lab_names()) {
      try {
        check_lab(command.root, lab);
      } catch (const GraderError& error) {
        mistakes.push_back(error.what());
        if (!error.advice().empty()) mistakes.push_back(error.advice());
      }
    }
  }
  for (const std::string& mistake : mistakes) print_line(mistake);
  if (!mistakes.empty()) return points_lost;
  const Course course = read_course(*file, command.root);
  print_line(course.title + " (" + file->string() + ")");
  for (const std::string& remark : course.remarks) print_line(remark);
  for (const auto& [name, lab] : course.labs) print_line(lab_line(course, name));
  return full_marks;
}

}  // namespace warpgrade
