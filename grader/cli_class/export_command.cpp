// `warpgrade export`: the grades of a class for a course site, and what did not get there.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "base/fault.h"
#include "base/text.h"
#include "cli/document.h"
#include "cli/say.h"
#include "cli_class/commands.h"
#include "export/grade_warnings.h"
#include "export/ungraded.h"

namespace warpgrade {
namespace {

using State = CountedGrade::State;

void list_remarks(const std::string& heading, const std::vector<SheetRemark>& remarks) {
  if (remarks.empty()) return;
  say("\n" + heading);
  for (const SheetRemark& remark : remarks) say("  " + remark.who + ": " + remark.what);
}

std::string text_of_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  std::error_code error;
  if (!in || std::filesystem::is_directory(file, error))
    throw UsageError("The sheet " + file.string() + " cannot be read.");
  return text;
}

/// The class: as --roster lists it, else as the batches were told. Before all grades are given
/// nobody is known to have handed in nothing.
std::vector<Student> roster_of(const ExportCommand& command,
                               const std::deque<GradeHistory>& books) {
  std::vector<Student> students;
  for (const GradeHistory& book : books)
    if (book.facts().remaining > 0) return students;
  if (!command.roster.empty()) return Roster(command.roster).students();
  std::set<std::string> known;
  for (const GradeHistory& book : books)
    for (const Student& student : book.facts().roster)
      if (known.insert(student.id).second) students.push_back(student);
  return students;
}

/// What all the gradebooks say of the labs asked for.
struct ClassGrades {
  std::vector<CountedGrade> grades;  // with those that are unusable
  std::vector<Ungraded> absent;
  std::string warnings;
};

ClassGrades grades_of(const ExportCommand& command, const std::deque<GradeHistory>& books) {
  const auto is_wanted = [&](const std::string& lab) {
    return command.labs.empty() ||
           std::find(command.labs.begin(), command.labs.end(), lab) != command.labs.end();
  };
  std::vector<BookEntry> entries;
  std::vector<UnusableEntry> unusable;
  std::set<std::string> labs;
  for (const GradeHistory& book : books) {
    for (BookEntry& entry : grades_that_may_count(book, command.counting.counts)) {
      labs.insert(entry.row.grade.lab);
      if (is_wanted(entry.row.grade.lab)) entries.push_back(std::move(entry));
    }
    for (UnusableEntry one : book.unusable()) {
      if (one.what.labs.size() == 1) labs.insert(one.what.labs.front());
      std::erase_if(one.what.labs, [&](const std::string& lab) { return !is_wanted(lab); });
      if (!one.what.labs.empty()) unusable.push_back(std::move(one));
    }
  }
  const std::string known = fmt::format("{}", fmt::join(labs, ", "));
  for (const std::string& lab : command.labs) {
    if (labs.count(lab) == 0)
      throw UsageError("The gradebook holds no grade of " + lab + ".", "It holds: " + known + ".");
  }
  if (!command.sheet.empty() && command.labs.empty() && labs.size() > 1)
    throw UsageError("Which lab goes into the column? The gradebook holds " + known + ".",
                     "Name it with --lab; several, each with its own --lab, are added up.");
  ClassGrades all;
  const std::vector<CountedGrade> counted = count_grades(entries, command.counting);
  std::vector<BookEntry> counting;
  for (const CountedGrade& g : counted) counting.push_back(g.entry);
  all.warnings = warning_of_maxima(counting, command.from) + warning_of_future(entries);
  std::vector<Ungraded> without =
      ungraded(roster_of(command, books), unusable, present_in(counted));
  all.grades = with_unusable(worth_in_course(counted, command.worth), without);
  std::erase_if(without, [](const Ungraded& one) { return one.unusable; });
  all.absent = std::move(without);
  return all;
}

int export_sheet(const ExportCommand& command, const std::vector<CountedGrade>& grades) {
  std::error_code error;
  if (std::filesystem::equivalent(command.sheet, command.out, error))
    throw UsageError("--out is the sheet itself.", "Name a new file: the sheet stays as it is.");
  const GradeSheet sheet(text_of_file(command.sheet), command.sheet.string());
  const SheetLayout layout = command.to == "canvas" ? canvas_layout(sheet, command.columns)
                                                    : moodle_layout(sheet, command.columns);
  const Roster roster = command.roster.empty() ? Roster() : Roster(command.roster);
  for (const std::string& remark : {sheet.remark(), roster.remark()})
    if (!remark.empty()) say(remark);
  const FilledSheet filled = fill_sheet(sheet, layout, grades, roster, command.fill);
  write_document(command.out, filled.text);
  say(fmt::format("{} in {}, column \"{}\"{}{}", many(filled.written, "grade"),
                  command.out.string(), filled.column,
                  filled.of ? fmt::format(" of {} points", filled.of->text()) : "",
                  filled.same > 0 ? fmt::format("; {} stood there already", filled.same) : ""));
  list_remarks("Another grade replaced:", filled.replaced);
  list_remarks("Counted without a lab that was not handed in:", filled.part);
  list_remarks("Left unchanged:", filled.left);
  list_remarks("Matched to no row of the sheet:", filled.not_found);
  if (!filled.nothing.empty()) {
    say("\nIn the sheet, and nothing graded:");
    for (const std::string& who : filled.nothing) say("  " + who);
  }
  return filled.left.empty() && filled.not_found.empty() ? full_marks : points_lost;
}

int export_class(const ExportCommand& command, const ClassGrades& all,
                 const std::deque<GradeHistory>& books) {
  const std::vector<CountedGrade>& grades = all.grades;
  const JsonOfEntry json_of = [&](const BookEntry& e) { return books.at(e.book).json(e.row.id); };
  std::size_t remaining = 0;
  for (const GradeHistory& book : books) remaining += book.facts().remaining;
  std::vector<SheetRemark> open, unusable;
  for (const CountedGrade& g : grades)
    if (g.state != State::given)
      (g.state == State::unusable ? unusable : open).push_back({g.student.id + " " + g.lab, g.why});
  std::size_t written = grades.size() - unusable.size();
  if (command.to == "csv") {
    write_document(command.out, class_csv(grades, all.absent));
  } else if (command.to == "json") {
    write_document(command.out, class_json(grades, command.counting, json_of, all.absent));
  } else if (command.to == "junit") {
    write_document(command.out, class_junit(grades, json_of, all.absent));
  } else {
    written = write_student_results(command.out, grades, command.to, json_of);
  }
  say(fmt::format("{} in {}", many(written, "grade"), command.out.string()));
  list_remarks("Grades that may still change:", open);
  list_remarks("Handed in, but not gradable:", unusable);
  if (remaining > 0)
    say(
        fmt::format("The batch was stopped: {} left, and nobody is called absent. First go on "
                    "with it: warpgrade batch --resume.",
                    many(remaining, "grade")));
  return open.empty() && unusable.empty() && remaining == 0 ? full_marks : points_lost;
}

}  // namespace

void say_due_without_times(const std::map<std::string, std::size_t>& labs) {
  for (const auto& [lab, attempts] : labs)
    say(
        fmt::format("\nThe due date of {} was not applied to {}: the export does not tell when {} "
                    "handed in. Only what the course site marks as late counts as late.",
                    lab, many(attempts, "attempt"), attempts == 1 ? "it was" : "they were"));
}

int export_command(const ExportCommand& command) {
  const bool into_sheet = command.to == "canvas" || command.to == "moodle";
  if (into_sheet != !command.sheet.empty())
    throw UsageError(
        into_sheet ? "--to " + command.to + " fills a sheet: name it with --sheet."
                   : "--sheet belongs to --to canvas and --to moodle.",
        into_sheet ? "It is what the site exports; all of it but the column stays." : "");
  if (command.counting.late_limit && !command.counting.late_penalty)
    throw UsageError("--late-limit limits --late-penalty, which is not given.");
  const bool one_file =
      into_sheet || command.to == "csv" || command.to == "json" || command.to == "junit";
  if (one_file) {
    require_documents({{"--out", command.out}});
  } else if (is_standard_output(command.out)) {
    throw UsageError("--to " + command.to + " writes a folder with a file for each student.",
                     "Name it: --out DIR.");
  }
  std::deque<GradeHistory> books;
  for (const auto& folder : command.from) books.emplace_back(folder, books.size());
  const ClassGrades all = grades_of(command, books);
  const std::vector<CountedGrade>& grades = all.grades;
  std::string damaged;
  for (const GradeHistory& book : books) damaged += book.remark();
  std::fputs((damaged + all.warnings).c_str(), stderr);
  if (grades.empty()) throw UsageError("The gradebook holds no grade.");
  std::vector<GradebookRow> rows;
  for (const CountedGrade& g : grades)
    if (g.state != State::unusable) rows.push_back(g.entry.row);
  const auto without_times = due_without_times(rows, command.counting);
  const int status = into_sheet ? export_sheet(command, grades) : export_class(command, all, books);
  say_due_without_times(without_times);
  return damaged.empty() ? status : points_lost;
}

}  // namespace warpgrade
