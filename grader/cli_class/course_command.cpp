// `warpgrade course`: shows the contents of the course file, and its mistakes.
#include <fmt/format.h>

#include <string>

#include "authoring/lab_check.h"
#include "base/fault.h"
#include "base/text.h"
#include "cli/course_defaults.h"
#include "cli/print_line.h"
#include "cli_class/commands.h"
#include "course/due_time.h"
#include "import/import.h"
#include "import/roster.h"
#include "import/student_names.h"

namespace warpgrade {
namespace {

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

RosterNames roster_names(const std::filesystem::path& csv) {
  RosterNames names;
  const Roster roster(csv);
  for (const Student& student : roster.students()) {
    if (!student.section.empty()) names.sections.insert(student.section);
    for (const std::string* name :
         {&student.id, &student.login, &student.email, &student.name, &student.team})
      if (!name->empty()) names.people.insert(*name);
  }
  names.why_nobody = [matcher = StudentNames(roster.students())](const std::string& word) {
    const NamedStudents named = matcher.find_with_teams(word);
    return named.ids.empty() ? named.none.why_none("the roster") : "";
  };
  return names;
}

/// Rules that have no effect because the site's export has no submission times.
std::string times_line(const Course& course, const std::string& name) {
  const CourseLab& lab = course.labs.at(name);
  const LateRules& rules = course.counting.of(name);
  std::error_code error;
  if ((!rules.due && rules.section_due.empty()) || !std::filesystem::exists(lab.submissions, error))
    return "";
  const std::string format = detect_submission_format(lab.submissions, course.roster);
  const std::string from = "    " + lab.submissions.filename().string() + " (" + format + ") ";
  if (format == "gradescope") return "";
  if (format == "clones") return from + "has commit times, which students can set to any value.";
  if (format == "canvas")
    return from +
           "marks what is late and gives no times: one day late is counted for each mark, "
           "and due times, extensions, grace and sections here change nothing else.";
  return from + "gives no times: due times change nothing, and nothing counts as late.";
}

}  // namespace

int course_command(const CourseCommand& command) {
  const auto file = command.file.empty() ? course_file(std::filesystem::current_path())
                                         : std::optional(command.file);
  if (!file)
    throw UsageError(
        "there is no course.json in this folder or above it.",
        "docs/course.md has an example. To use another file: warpgrade course --course FILE.");
  auto mistakes = course_mistakes(*file, command.root, roster_names);
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
  if (const LateDays& days = course.counting.late_days; days.budget > 0)
    print_line(fmt::format("  {} per student{}", many(days.budget, "late day"),
                           days.per_lab > 0 ? fmt::format(", {} per lab", days.per_lab) : ""));
  for (const auto& [who, factor] : course.counting.time_factors)
    print_line(fmt::format("  {}: time multiplied by {:g}", who, factor));
  for (const auto& [name, lab] : course.labs) {
    print_line(lab_line(course, name));
    for (const auto& [who, extension] : course.counting.of(name).extensions)
      print_line(fmt::format("    {}: {}", who,
                             extension.due ? "due " + local_time(*extension.due)
                                           : duration_text(extension.longer) + " longer"));
    if (const std::string times = times_line(course, name); !times.empty()) print_line(times);
  }
  return full_marks;
}

}  // namespace warpgrade
