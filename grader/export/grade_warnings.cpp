#include "export/grade_warnings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>

#include "course/due_time.h"
#include "export/ungraded.h"
#include "import/roster.h"

namespace warpgrade {
namespace {

struct LabMaxima {
  std::map<Points, std::size_t> grades;
  const BookEntry* newest = nullptr;
};

std::string regrade_commands(const std::string& lab, Points newest,
                             const std::vector<BookEntry>& grades,
                             const std::vector<std::filesystem::path>& folders) {
  std::map<std::size_t, std::set<std::string>> students;  // by book
  for (const BookEntry& e : grades) {
    const BookedGrade& g = e.row.grade;
    if (g.lab != lab || g.open || is_by_hand(g) || g.max_score == newest) continue;
    students[e.book].insert(e.row.student.id);
  }
  std::string text;
  for (const auto& [book, list] : students)
    text += fmt::format("  warpgrade batch --out {} --lab {} --regrade --only \"{}\"\n",
                        folders.at(book).string(), lab, fmt::join(list, ","));
  return text;
}

/// "2 of 100, 1 of 120".
std::string maxima_in_words(const std::map<Points, std::size_t>& maxima) {
  std::string text;
  for (const auto& [most, count] : maxima)
    text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", count, most.text());
  return text;
}

}  // namespace

std::string warning_of_maxima(const std::vector<BookEntry>& grades,
                              const std::vector<std::filesystem::path>& folders) {
  std::map<std::string, LabMaxima> labs;
  for (const BookEntry& e : grades) {
    const BookedGrade& g = e.row.grade;
    if (g.open || !g.max_score) continue;
    LabMaxima& of = labs[g.lab];
    ++of.grades[*g.max_score];
    if (of.newest == nullptr || of.newest->row.grade.finished <= g.finished) of.newest = &e;
  }
  std::string text;
  for (const auto& [lab, of] : labs) {
    if (of.grades.size() < 2) continue;
    const Points newest = *of.newest->row.grade.max_score;
    text += fmt::format(
        "Warning: the points of {} changed while it was graded: {}. Each grade counts relative to "
        "its own "
        "maximum.\n",
        lab, maxima_in_words(of.grades));
    const std::string commands = regrade_commands(lab, newest, grades, folders);
    if (!commands.empty())
      text += fmt::format("To regrade those that are not out of {}:\n{}", newest.text(), commands);
  }
  return text;
}

std::string warning_of_future(const std::vector<BookEntry>& grades) {
  constexpr std::int64_t clocks_differ = 300;  // seconds
  std::string text;
  for (const BookEntry& e : grades) {
    const auto handed_in = parse_instant(e.row.submitted_at), seen = parse_instant(e.seen);
    if (handed_in && seen && *handed_in > *seen + clocks_differ)
      text += fmt::format("  {} {}: {}\n", e.row.student.id, e.row.grade.lab, e.row.submitted_at);
  }
  if (text.empty()) return text;
  return "Warning: dated in the future when they were imported:\n" + text +
         "The course site's clock or this machine's is wrong. Lateness follows these dates.\n";
}

std::string warning_of_strangers(const std::vector<BookEntry>& grades,
                                 const std::vector<Student>& roster) {
  if (roster.empty()) return "";
  const Roster class_list(roster);
  std::map<std::string, std::string> lines;  // by id
  for (const BookEntry& e : grades) {
    const Student& student = e.row.student;
    if (lines.count(student.id) != 0) continue;
    const Student* const listed = find_listed(student, class_list);
    std::string& line = lines[student.id];
    if (listed == nullptr)
      line = fmt::format("  {} is not in it\n", id_and_name(student));
    else if (listed->id != student.id)
      line = fmt::format("  {} is {} in it; to credit that id, import the hand-in again\n",
                         id_and_name(student), id_and_name(*listed));
  }
  std::string text;
  for (const auto& [id, line] : lines) text += line;
  return text.empty() ? "" : "Warning: grades of students whose id the class list lacks:\n" + text;
}

std::string warning_of_names(const CountingRules& rules) {
  std::string text;
  for (const auto& [name, why] : rules.misnamed) text += fmt::format("  {} {}\n", name, why);
  if (text.empty()) return text;
  return "Warning: these extensions or accommodations of the course file have no effect:\n" + text;
}

}  // namespace warpgrade
