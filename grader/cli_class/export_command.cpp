// `warpgrade export`: writes a class's grades for a course site and lists those left out.
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
#include "batch/instructor_comment.h"
#include "cli/output_file.h"
#include "cli/print_line.h"
#include "cli_class/commands.h"
#include "export/grade_warnings.h"
#include "export/site_scores.h"
#include "export/ungraded.h"

namespace warpgrade {
namespace {

using State = CountedGrade::State;

void list_remarks(const std::string& heading, const std::vector<SheetRemark>& remarks) {
  if (remarks.empty()) return;
  print_line("\n" + heading);
  for (const SheetRemark& remark : remarks) print_line("  " + remark.who + ": " + remark.what);
}

std::string read_sheet(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  std::error_code error;
  if (!in || std::filesystem::is_directory(file, error))
    throw UsageError("The sheet " + file.string() + " cannot be read.");
  return text;
}

/// The class list from --roster, else from the batches. Empty while grades are missing: until then
/// nobody can be reported as absent.
std::vector<Student> class_roster(const ExportCommand& command,
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

/// The grades for the requested labs from all gradebooks.
struct ClassGrades {
  std::vector<CountedGrade> grades;  // including unusable hand-ins
  std::vector<Student> students;     // of the class lists
  CountingRules rules;
  std::vector<Ungraded> absent;
  std::string warnings;
};

ClassGrades read_grades(const ExportCommand& command, const std::deque<GradeHistory>& books) {
  const auto is_wanted = [&](const std::string& lab) {
    return command.labs.empty() ||
           std::find(command.labs.begin(), command.labs.end(), lab) != command.labs.end();
  };
  std::vector<BookEntry> entries, of_all_labs;
  std::vector<UnusableEntry> unusable;
  std::set<std::string> labs;
  for (const GradeHistory& book : books) {
    for (BookEntry& entry : grades_that_may_count(book, command.counting.counts)) {
      labs.insert(entry.row.grade.lab);
      of_all_labs.push_back(entry);
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
      throw UsageError("The gradebook contains no grade for " + lab + ".",
                       "It contains: " + known + ".");
  }
  if (!command.sheet.empty() && command.labs.empty() && labs.size() > 1)
    throw UsageError("Which lab goes into the column? The gradebook contains " + known + ".",
                     "Choose it with --lab. Points of several labs are added.");
  ClassGrades all;
  for (const GradeHistory& book : books)
    all.students.insert(all.students.end(), book.facts().roster.begin(), book.facts().roster.end());
  // Not --roster: with a site's own ids in it, everybody would have a namesake.
  all.rules = rules_for_class(command.counting, of_all_labs, all.students);
  const std::vector<CountedGrade> counted = count_grades(entries, all.rules);
  std::vector<BookEntry> counting;
  for (const CountedGrade& g : counted) counting.push_back(g.entry);
  std::vector<Ungraded> without =
      ungraded(class_roster(command, books), unusable, present_in(counted));
  all.warnings = warning_of_maxima(counting, command.from) + warning_of_future(entries) +
                 warning_of_names(all.rules) + warning_of_strangers(entries, all.students);
  std::string outdated;
  for (const GradeHistory& book : books)
    for (const InstructorComment& one : outdated_comments(book, counted))
      if (one.comment.points && is_wanted(one.comment.lab))
        outdated += fmt::format("  {}\n     {}\n", comment_line(one), one.outdated);
  if (!outdated.empty()) all.warnings += "Warning: outdated points by hand:\n" + outdated;
  all.grades = with_unusable(worth_in_course(counted, command.worth), without);
  std::erase_if(without, [](const Ungraded& one) { return one.unusable; });
  all.absent = std::move(without);
  return all;
}

int export_sheet(const ExportCommand& command, const ClassGrades& all) {
  std::error_code error;
  if (std::filesystem::equivalent(command.sheet, command.out, error))
    throw UsageError("--out and --sheet are the same file.",
                     "Choose another --out: the sheet is not changed.");
  const GradeSheet sheet(read_sheet(command.sheet), command.sheet.string());
  const SheetLayout layout = command.to == "canvas" ? canvas_layout(sheet, command.columns)
                                                    : moodle_layout(sheet, command.columns);
  const Roster roster = command.roster.empty() ? Roster() : Roster(command.roster);
  for (const std::string& remark : {sheet.remark(), roster.remark()})
    if (!remark.empty()) print_line(remark);
  const FilledSheet filled =
      fill_sheet(sheet, layout, all.grades, roster, all.students, command.fill);
  write_document(command.out, filled.text);
  print_line(fmt::format(
      "{} in {}, column \"{}\"{}{}", many(filled.written, "grade"), command.out.string(),
      filled.column, filled.of ? fmt::format(" of {} points", filled.of->text()) : "",
      filled.same > 0 ? fmt::format("; {} were already there", filled.same) : ""));
  list_remarks("Another grade replaced:", filled.replaced);
  list_remarks("Counted without a lab that was not handed in:", filled.part);
  list_remarks("Left unchanged:", filled.left);
  list_remarks("Matched to no row of the sheet:", filled.not_found);
  if (!filled.nothing.empty()) {
    print_line("\nIn the sheet, but without a grade:");
    for (const std::string& who : filled.nothing) print_line("  " + who);
  }
  return filled.left.empty() && filled.not_found.empty() ? full_marks : points_lost;
}

int export_site_scores(const ExportCommand& command, const std::vector<CountedGrade>& grades,
                       const std::deque<GradeHistory>& books) {
  std::set<std::string> labs;
  for (const CountedGrade& g : grades) labs.insert(g.lab);
  if (labs.size() > 1)
    throw UsageError(fmt::format("Which lab? The gradebook contains {}.", fmt::join(labs, ", ")),
                     "Choose it with --lab: the site imports one assessment at a time.");
  const SiteScores scores =
      site_scores(command.to, grades, command.question, command.fill.earned,
                  [&](const BookEntry& e) { return books.at(e.book).json(e.row.id); });
  write_document(command.out, scores.text);
  print_line(fmt::format("{} in {}", many(scores.written, "grade"), command.out.string()));
  list_remarks("Left out:", scores.left);
  return scores.left.empty() ? full_marks : points_lost;
}

int export_class(const ExportCommand& command, const ClassGrades& all,
                 const std::deque<GradeHistory>& books) {
  const std::vector<CountedGrade>& grades = all.grades;
  const LoadEntryJson load_json = [&](const BookEntry& e) {
    return books.at(e.book).json(e.row.id);
  };
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
    write_document(command.out, class_json(grades, all.rules, load_json, all.absent));
  } else if (command.to == "junit") {
    write_document(command.out, class_junit(grades, load_json, all.absent));
  } else {
    written = write_student_results(command.out, grades, command.to, load_json);
  }
  print_line(fmt::format("{} in {}", many(written, "grade"), command.out.string()));
  list_remarks("Grades that may still change:", open);
  list_remarks("Handed in, but not gradable:", unusable);
  if (remaining > 0)
    print_line(fmt::format(
        "The batch was stopped: {} left. Nobody is reported as absent until you continue "
        "with it: warpgrade batch --resume.",
        many(remaining, "grade")));
  return open.empty() && unusable.empty() && remaining == 0 ? full_marks : points_lost;
}

}  // namespace

void warn_due_date_unused(const std::map<std::string, std::size_t>& labs) {
  for (const auto& [lab, attempts] : labs)
    print_line(
        fmt::format("\nThe due date of {} was not applied to {}: the export does not say when {} "
                    "handed in. Only what the course site marks as late counts as late.",
                    lab, many(attempts, "attempt"), attempts == 1 ? "it was" : "they were"));
}

int export_command(const ExportCommand& command) {
  const bool into_sheet = command.to == "canvas" || command.to == "moodle";
  if (into_sheet != !command.sheet.empty())
    throw UsageError(
        into_sheet ? "--to " + command.to + " fills in a sheet: give it with --sheet."
                   : "--sheet is only for --to canvas and --to moodle.",
        into_sheet ? "Use the sheet that the site exports. Only one column is changed." : "");
  if (command.counting.late_limit && !command.counting.late_penalty)
    throw UsageError("--late-limit needs --late-penalty.");
  if (!command.question.empty() && command.to != "prairielearn-scores")
    throw UsageError("--qid is only for --to prairielearn-scores.");
  const bool one_file = into_sheet || command.to == "csv" || command.to == "json" ||
                        command.to == "junit" || is_site_scores(command.to);
  if (one_file) {
    require_documents({{"--out", command.out}});
  } else if (is_standard_output(command.out)) {
    throw UsageError("--to " + command.to + " writes a folder with one file per student.",
                     "Give the folder: --out DIR.");
  }
  std::deque<GradeHistory> books;
  for (const auto& folder : command.from) books.emplace_back(folder, books.size());
  const ClassGrades all = read_grades(command, books);
  const std::vector<CountedGrade>& grades = all.grades;
  std::string damaged;
  for (const GradeHistory& book : books) damaged += book.remark();
  std::fputs((damaged + all.warnings).c_str(), stderr);
  if (grades.empty()) throw UsageError("The gradebook contains no grades.");
  std::vector<GradebookRow> rows;
  for (const CountedGrade& g : grades)
    if (g.state != State::unusable) rows.push_back(g.entry.row);
  const auto without_times = due_without_times(rows, all.rules);
  const int status = into_sheet                   ? export_sheet(command, all)
                     : is_site_scores(command.to) ? export_site_scores(command, grades, books)
                                                  : export_class(command, all, books);
  warn_due_date_unused(without_times);
  return damaged.empty() ? status : points_lost;
}

}  // namespace warpgrade
