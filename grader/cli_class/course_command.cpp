// `warpgrade course`: what the course's file says, and what is wrong with it.
#include <fmt/format.h>

#include <ctime>
#include <set>
#include <string>

#include "base/fault.h"
#include "cli/course_defaults.h"
#include "cli/say.h"
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
  for (const auto& [section, due] : rules.due_of_section)
    add("section " + section + " " + local_time(due));
  if (rules.grace > 0) add(duration_text(rules.grace) + " grace");
  if (rules.late_penalty)
    add(amount_words(*rules.late_penalty) + " less for each day late" +
        (rules.late_limit ? ", at most " + amount_words(*rules.late_limit) : ""));
  if (!lab.leaderboard) add("not on the leaderboard");
  return text;
}

std::set<std::string> sections_of(const std::filesystem::path& csv) {
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
    throw UsageError("there is no course.json in this folder or above it.",
                     "docs/course.md shows one; or name yours: warpgrade course --course FILE.");
  auto mistakes = course_mistakes(*file, command.root, sections_of);
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
  for (const std::string& mistake : mistakes) say(mistake);
  if (!mistakes.empty()) return points_lost;
  const Course course = read_course(*file, command.root);
  say(course.title + " (" + file->string() + ")");
  for (const std::string& remark : course.remarks) say(remark);
  for (const auto& [name, lab] : course.labs) say(lab_line(course, name));
  return full_marks;
}

}  // namespace warpgrade
