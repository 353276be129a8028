// `warpgrade import`: unpacks a course site's export into folders and lists who handed in what.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "base/fault.h"
#include "cli/print_line.h"
#include "cli_class/commands.h"
#include "import/roster.h"
#include "report/style.h"
#include "report/text.h"

namespace warpgrade {
namespace {

using Line = std::vector<std::string>;

void print_lines(std::vector<Line> lines, bool unicode) {
  std::vector<int> widths(lines.front().size(), 0);
  for (Line& line : lines) {
    for (std::size_t c = 0; c < line.size(); ++c) {
      line[c] = printable(line[c], unicode);
      widths[c] = std::max(widths[c], columns(line[c]));
    }
  }
  for (const Line& line : lines) {
    std::string text;
    for (std::size_t c = 0; c < line.size(); ++c) {
      text += padded(line[c], c + 1 < line.size() ? widths[c] + 2 : 0);
    }
    std::printf("%s\n", text.substr(0, text.find_last_not_of(' ') + 1).c_str());
  }
}

/// The labs whose files an attempt contains, as shown in the table.
std::string lab_names_in(const Attempt& attempt, const std::vector<std::string>& labs) {
  std::string text;
  for (const std::string& lab : labs) {
    if (!std::filesystem::exists(attempt.folder / (lab + ".cu"))) continue;
    text += (text.empty() ? "" : " ") + lab;
  }
  return text;
}

Line import_line(const Attempt& a, const std::vector<std::string>& labs) {
  std::string who = a.student.name;
  for (const std::string& other : a.student.others) who += (who.empty() ? "+ " : " + ") + other;
  if (!a.taken.empty()) who += (who.empty() ? "" : "; ") + ("uses " + a.taken);
  return {a.student.id,   std::to_string(a.number), lab_names_in(a, labs),
          a.submitted_at, a.late ? "late" : "",     who};
}

/// Lists students who handed in nothing. This is information, not an error.
void print_absent(const Roster& roster, const Imported& imported, bool unicode) {
  std::set<std::string> present;
  const auto add = [&](const Student& student) {
    present.insert(student.id);
    present.insert(student.others.begin(), student.others.end());
  };
  for (const Attempt& a : imported.attempts) add(a.student);
  for (const Unusable& one : imported.unusable) add(one.student);
  std::string text;
  std::size_t count = 0;
  for (const Student& student : roster.students()) {
    if (present.count(student.id) != 0) continue;
    ++count;
    text += "  " + student.id + (student.name.empty() ? "" : "  " + student.name) + '\n';
  }
  if (count == 0) return;
  std::printf("\nNothing handed in by %zu of the roster's %zu:\n%s", count,
              roster.students().size(), printable(text, unicode).c_str());
}

/// Every folder with a manifest is a lab.
std::vector<std::string> all_labs(const std::filesystem::path& root) {
  std::vector<std::string> labs;
  for (const auto& entry : std::filesystem::directory_iterator(root / "labs")) {
    if (std::filesystem::exists(entry.path() / "lab.json")) {
      labs.push_back(entry.path().filename().string());
    }
  }
  std::sort(labs.begin(), labs.end());
  return labs;
}

}  // namespace

int import_command(const ImportCommand& command) {
  ImportRequest request = command.request;
  const std::vector<std::string> known = all_labs(command.root);
  for (const std::string& lab : request.labs) {
    if (std::find(known.begin(), known.end(), lab) == known.end()) {
      throw UsageError("There is no lab " + lab + ": labs/" + lab + "/lab.json does not exist.");
    }
  }
  if (request.labs.empty()) request.labs = known;
  const Imported imported = import_submissions(request);

  const bool unicode = detect_style(STDOUT_FILENO).unicode;
  std::vector<Line> lines = {{"student", "no.", "labs", "handed in", "", "name"}};
  std::size_t students = 0;
  for (std::size_t i = 0; i < imported.attempts.size(); ++i) {
    const Attempt& a = imported.attempts[i];
    students += i == 0 || imported.attempts[i - 1].student.id != a.student.id;
    lines.push_back(import_line(a, request.labs));
  }
  for (const std::string& remark : imported.remarks) print_line(remark);
  if (lines.size() > 1) print_lines(lines, unicode);
  std::printf("%s%s: %zu submission%s of %zu student%s, in %s\n", lines.size() > 1 ? "\n" : "",
              imported.format.c_str(), imported.attempts.size(),
              imported.attempts.size() == 1 ? "" : "s", students, students == 1 ? "" : "s",
              printable(request.work.string(), unicode).c_str());
  if (!request.roster.empty()) print_absent(Roster(request.roster), imported, unicode);
  std::vector<UnusableHandIn> unusable;
  for (const Unusable& one : imported.unusable) unusable.push_back({one, false});
  print_problem_hand_ins(unusable, imported.unmatched, imported.left_out);
  return imported.unmatched.empty() && imported.unusable.empty() ? full_marks : points_lost;
}

void print_problem_hand_ins(const std::vector<UnusableHandIn>& unusable,
                            const std::vector<Unmatched>& unmatched,
                            const std::vector<Unmatched>& left_out) {
  const auto list = [](const std::vector<Unmatched>& parts) {
    for (const Unmatched& part : parts) print_line("  " + part.source + ": " + part.why);
  };
  if (!unusable.empty()) {
    print_line("\nHanded in, but not gradable:");
    for (const auto& [one, has_grade] : unusable)
      print_line(fmt::format("  {}: {}{}", student_title(one.student), unusable_cause(one),
                             has_grade ? "; the grade that was there counts" : ""));
    print_line(
        "To grade one of these files, add --take \"ID=FILE\". Or give points by hand: warpgrade "
        "comment --points.");
  }
  if (!unmatched.empty()) print_line("\nNot matched to a student, so not graded:");
  list(unmatched);
  if (!left_out.empty()) print_line("\nGraded, with a remark:");
  list(left_out);
}

}  // namespace warpgrade
