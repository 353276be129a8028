// Options of the commands for a class's grades.
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <string>

#include "base/fault.h"
#include "cli/course_defaults.h"
#include "cli_class/commands.h"
#include "cli_class/options.h"
#include "course/due_time.h"

namespace warpgrade {
namespace {

struct ExportOptions {
  ExportCommand command;
  std::string counts = "last", due, grace, late_penalty, late_limit, scale;
};

CLI::App* add_export(CLI::App& app, ExportOptions& o) {
  ExportCommand& command = o.command;
  CLI::App* out = app.add_subcommand("export", "Write a class's grades for a course site");
  out->add_option("--from", command.from, "The --out of a batch; repeat for more")
      ->allow_extra_args(false)
      ->type_name("DIR");
  out->add_option("--to", command.to, "The format: canvas and moodle fill in a sheet")
      ->required()
      ->type_name("FORMAT")
      ->check(
          CLI::IsMember({"canvas", "moodle", "csv", "json", "junit", "gradescope", "prairielearn",
                         "autolab", "prairielearn-scores", "autolab-scores", "autolab-feedback"}));
  out->add_option("-o,--out", command.out,
                  "The file to write, - for standard output; a folder for gradescope, prairielearn "
                  "and autolab")
      ->required()
      ->type_name("PATH");
  out->add_option("--sheet", command.sheet,
                  "canvas, moodle: the gradebook or grading worksheet that the site exports")
      ->type_name("FILE");
  out->add_option("--column", command.columns.column,
                  "The column to fill: its title, the number in brackets, or part of the title")
      ->type_name("COLUMN");
  out->add_option("--lab", command.labs, "Only this lab; several are added up in a sheet")
      ->allow_extra_args(false)
      ->type_name("LAB");
  out->add_option("--roster", command.roster, "The class list as CSV, to match students")
      ->type_name("FILE");
  out->add_option("--match", command.columns.match,
                  "The sheet's column with the students' ids, if it is not found")
      ->type_name("COLUMN");
  out->add_option("--counts", o.counts, "Which attempt counts (default: last)")
      ->check(CLI::IsMember({"last", "best", "first", "last-on-time"}))
      ->type_name("ATTEMPT");
  out->add_option(
         "--due", o.due,
         "The due date: 2026-03-01T23:59 (to the end of the minute) in this machine's time "
         "zone, or with Z or +01:00 appended")
      ->type_name("TIME");
  out->add_option("--grace", o.grace, "How long after that a hand-in is still on time: \"5 min\"")
      ->type_name("DURATION");
  out->add_option("--late-penalty", o.late_penalty,
                  "Points (5), or percent of the lab's points (10%), for each day begun")
      ->type_name("AMOUNT");
  out->add_option("--late-limit", o.late_limit, "The most that lateness costs: 20, 50%")
      ->type_name("AMOUNT");
  out->add_option("--scale", o.scale,
                  "Points of the sheet's column: sheet (what it says), none (as graded), or a "
                  "number; needed if they differ from the labs'")
      ->type_name("SCALE");
  out->add_option("--qid", command.question,
                  "prairielearn-scores: the question (default: the lab's name)")
      ->type_name("QID");
  out->add_flag("--earned", command.fill.earned,
                "Write what is earned so far if points are pending (default: leave the cell)");
  out->add_flag("--feedback", command.fill.feedback,
                "moodle: add a line of feedback for each student");
  out->add_option("--feedback-column", command.columns.feedback,
                  "Its column, if that is not called \"Feedback comments\"")
      ->type_name("COLUMN");
  out->add_flag("--replace-excused", command.columns.replace_excused, "canvas: overwrite EX, too");
  out->footer(
      "Example:\n  warpgrade export --from graded --to canvas --sheet Grades.csv --column \"Dot "
      "product\" --out Filled.csv\n\ndocs/export.md describes the result. Exit status: 0 every "
      "grade was written, 1 some were not and are listed, 2 usage, 3 the grader or the machine "
      "failed.");
  return out;
}

/// Applies the course's defaults to options that were not given.
void apply_course_defaults(ExportCommand& command, const Course* course) {
  if (course != nullptr) {
    command.counting = course->counting;
    command.fill.earned |= course->earned;
    if (command.roster.empty() && std::filesystem::exists(course->roster))
      command.roster = course->roster;
    for (const auto& [name, lab] : course->labs)
      if (lab.points) command.worth[name] = *lab.points;
    if (command.from.empty() && !course->graded.empty()) command.from = {course->graded};
  }
  if (command.from.empty())
    throw UsageError("--from is required", "Or let course.json name it as \"graded\".");
}

int finish_export(const CLI::App& app, ExportOptions& o, const std::filesystem::path& root) {
  ExportCommand& command = o.command;
  CountingRules& rules = command.counting;
  apply_course_defaults(command, active_course(root));
  print_remarks(active_course(root));
  if (was_given(app, "--counts")) rules.counts = parse_counts(o.counts);
  if (!o.due.empty()) {
    const DueTime due = due_time(o.due);
    if (!due.instant) throw UsageError("--due " + due.mistake);
    if (!due.remark.empty()) std::fprintf(stderr, "--due %s\n", due.remark.c_str());
    rules.due = due.instant;
  }
  if (!o.grace.empty()) rules.grace = parse_duration(o.grace, "--grace");
  if (!o.late_penalty.empty()) rules.late_penalty = parse_amount(o.late_penalty, "--late-penalty");
  if (!o.late_limit.empty()) rules.late_limit = parse_amount(o.late_limit, "--late-limit");
  for (auto& [lab, of] : rules.labs) {  // the command line applies to all labs
    if (!o.due.empty()) of.due = rules.due, of.section_due.clear();
    if (!o.grace.empty()) of.grace = rules.grace;
    if (!o.late_penalty.empty()) of.late_penalty = rules.late_penalty;
    if (!o.late_limit.empty()) of.late_limit = rules.late_limit;
  }
  using Scale = FillRules::Scale;
  if (!o.scale.empty()) {
    command.fill.scale = o.scale == "none"    ? Scale::none
                         : o.scale == "sheet" ? Scale::sheet
                                              : Scale::points;
    if (command.fill.scale == Scale::points) {
      const Amount amount = parse_amount(o.scale, "--scale");
      if (amount.share) throw UsageError("--scale is a number of points, none or sheet.");
      command.fill.scale_points = amount.points;
    }
  }
  return export_command(command);
}

CLI::App* add_compare(CLI::App& app, CompareCommand& command) {
  CLI::App* compare = app.add_subcommand("compare", "Show whose grade changed, and why");
  compare->add_option("--from", command.from, "The --out of a batch")->type_name("DIR");
  CLI::Option* with =
      compare->add_option("--with", command.with, "The --out of another batch, graded later")
          ->type_name("DIR");
  compare
      ->add_option("--runs", command.runs,
                   "Two runs of the gradebook: 1,2 (default: each grade and the one before it)")
      ->delimiter(',')
      ->expected(2)
      ->excludes(with)
      ->type_name("RUN,RUN");
  compare->add_option("--lab", command.labs, "Only this lab; repeat for more")
      ->allow_extra_args(false)
      ->type_name("LAB");
  compare->add_option("--csv", command.csv, "Write the changes as CSV; - for standard output")
      ->type_name("FILE");
  compare->add_option("--json", command.json, "Write the changes as JSON; - for standard output")
      ->type_name("FILE");
  compare->footer(
      "Example:\n  warpgrade compare --from graded --csv changes.csv\n\nExit status: 0 no "
      "changes, 1 changes, 2 usage, 3 the grader or the machine failed.");
  return compare;
}

int finish_compare(const CLI::App&, CompareCommand& command, const std::filesystem::path& root) {
  const Course* const course = active_course(root);
  require_path(command.from, "--from", course ? course->graded : "", "graded");
  return compare_command(command);
}

struct CommentOptions {
  CommentCommand command;
  std::string points;
  std::int64_t remove = 0;
  int attempt = 0;
  bool list = false;
  std::string item;
};

CLI::App* add_comment(CLI::App& app, CommentOptions& o) {
  CommentRequest& request = o.command.request;
  CLI::App* comment = app.add_subcommand(
      "comment", "Comment on a student's work, at a line if you like, or give points by hand");
  comment->add_option("TEXT", request.text, "What the student reads; with --points, the reason")
      ->type_name("");
  comment->add_option("--from", request.out, "The --out of a batch")->type_name("DIR");
  comment->add_option("--student", request.student, "By id, name, login or address")
      ->type_name("STUDENT");
  comment->add_option("--lab", request.lab, "The lab: a folder in labs/")->type_name("LAB");
  comment->add_option("--attempt", o.attempt, "Which attempt it is about (default: the last one)")
      ->check(CLI::Range(1, 100000))
      ->type_name("N");
  comment->add_option("--at", request.at, "The line it is about: dot.cu:31 (default: all of it)")
      ->type_name("FILE:LINE");
  comment
      ->add_option(
          "--points", o.points,
          "Points to give (+2) or to take (-0.5), at most what the lab has; somebody without "
          "a grade is graded by hand with them")
      ->type_name("POINTS");
  comment
      ->add_option("--author", request.author,
                   "Who grades: a grader of the course file (default: your user name)")
      ->type_name("NAME");
  comment
      ->add_option("--item", o.item,
                   "A rubric item of the course file, with its text and points; TEXT is added")
      ->type_name("NAME");
  comment
      ->add_option(
          "--csv", o.command.list,
          "Add all comments of this file: columns student, lab, attempt, at, points, text, "
          "author, item, and rubric items, which a mark in the column gives")
      ->type_name("FILE");
  comment
      ->add_option("--sheet", o.command.sheet,
                   "Write a table to fill for --csv: a line per hand-in, a column per rubric item")
      ->type_name("FILE");
  comment->add_flag("--anonymous", o.command.anonymous,
                    "--list and --log: pseudonyms instead of students (warpgrade anonymous)");
  comment->add_flag("--log", o.command.log,
                    "Who added and withdrew which comment and changed which item, and when");
  CLI::Option* list =
      comment->add_flag("-l,--list", o.list, "List the comments, of all or of --student and --lab");
  comment
      ->add_option("--remove", o.remove,
                   "Take this comment back; the gradebook keeps it as withdrawn")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 62))
      ->excludes(list)
      ->type_name("N");
  comment->footer(
      "Example:\n  warpgrade comment --from graded --student ada --lab dot --at dot.cu:31 \"Why a "
      "barrier here?\"\n  warpgrade comment --from graded --student ada --lab dot --points +2 "
      "\"tidy code\"\n\nIt stands on the student's page, in class.html, grades.csv and exports, "
      "and stays when the same files are graded again. When the student hands in again, the batch "
      "lists it as one that does not count any more. Exit status: 0 done, 2 usage, 3 the grader or "
      "the machine failed.");
  return comment;
}

int finish_comment(const CLI::App& app, CommentOptions& o, const std::filesystem::path& root) {
  CommentRequest& request = o.command.request;
  const Course* const course = active_course(root);
  request.root = root;
  require_path(request.out, "--from", course ? course->graded : "", "graded");
  if (course != nullptr) request.counting = course->counting;
  o.command.course = course;
  if (o.command.log || !o.command.list.empty() || !o.command.sheet.empty()) {
    if (o.command.log + !o.command.list.empty() + !o.command.sheet.empty() > 1)
      throw UsageError("--csv, --sheet and --log cannot be combined.");
    for (const char* option :
         {"--points", "--at", "--attempt", "TEXT", "--item", "--student", "--list", "--remove"})
      if (app.count(option) > 0)
        throw UsageError(std::string(option) + " cannot be combined with --csv, --sheet or --log");
    return comment_command(o.command);
  }
  const bool removes = app.count("--remove") > 0;
  if (removes) o.command.remove = o.remove;
  if (app.count("--attempt") > 0) request.attempt = o.attempt;
  if (app.count("--points") > 0) request.points = points_by_hand_named(o.points);
  if (!o.item.empty()) request.item = find_item(course, request.lab, o.item);
  const bool gives = !o.list && !removes;
  const bool has_text = !request.text.empty() || request.item;
  if (gives && !has_text && request.points)
    throw UsageError("--points needs a reason, which the student will read",
                     "Example: --points +2 \"tidy code\".");
  if (gives && (request.student.empty() || request.lab.empty() || !has_text))
    throw UsageError(fmt::format("comment: {} missing.", request.student.empty() ? "--student is"
                                                         : request.lab.empty()   ? "--lab is"
                                                                                 : "the text is"),
                     "Give --student, --lab and a text in quotes; or --list, or --remove N.");
  for (const char* option : {"--points", "--at", "--attempt", "TEXT", "--item"})
    if (!gives && app.count(option) > 0)
      throw UsageError(std::string(option) + " is only for adding a comment");
  return comment_command(o.command);
}

CLI::App* add_rubric(CLI::App& app, RubricCommand& command) {
  CLI::App* rubric = app.add_subcommand(
      "rubric", "Rubric items, how many have them, and changes for all who have them");
  rubric->add_option("--from", command.out, "The --out of a batch")->type_name("DIR");
  rubric->add_flag("--apply", command.apply,
                   "Change the items to those of the course file, for all who have them");
  rubric
      ->add_option("--author", command.author,
                   "Who changes them: a grader of the course file (default: your user name)")
      ->type_name("NAME");
  rubric->footer(
      "Example:\n  warpgrade rubric --from graded --apply\n\nThe course file defines the items "
      "(docs/course.md), warpgrade comment --item gives them. Exit status: 0 nothing to change, or "
      "changed; 1 the course file changes items, which are listed, 2 usage, 3 the grader or the "
      "machine failed.");
  return rubric;
}

int finish_rubric(const CLI::App&, RubricCommand& command, const std::filesystem::path& root) {
  command.course = active_course(root);
  require_path(command.out, "--from", command.course ? command.course->graded : "", "graded");
  return rubric_command(command);
}

CLI::App* add_board(CLI::App& app, BoardCommand& command) {
  CLI::App* board = app.add_subcommand(
      "board", "A leaderboard to be published: speed, with aliases and no names");
  board->add_option("--from", command.from, "The --out of a batch; repeat for more")
      ->allow_extra_args(false)
      ->type_name("DIR");
  board->add_option("-o,--out", command.out, "The page to write; - for standard output")
      ->required()
      ->type_name("FILE");
  board->add_option("--lab", command.labs, "Only this lab; repeat for more")
      ->allow_extra_args(false)
      ->type_name("LAB");
  board
      ->add_option("--aliases", command.aliases,
                   "Names that students chose: CSV with the columns student and alias (default: "
                   "drawn by a secret of the gradebook)")
      ->type_name("FILE");
  board
      ->add_option("--who-is-who", command.list,
                   "Write who has which alias, for you; - for standard output")
      ->type_name("FILE");
  board
      ->add_option("--mark", command.marks,
                   "Show the speed of this grade, too: what `warpgrade grade --json` wrote of a "
                   "solution; repeat for more")
      ->allow_extra_args(false)
      ->type_name("NAME=FILE");
  board->footer(
      "Example:\n  warpgrade board --from graded --out leaderboard.html --mark \"our "
      "best=solution.json\"\n\ndocs/leaderboard.md describes the page. Exit status: 0 written, 2 "
      "usage, 3 the grader or the machine failed.");
  return board;
}

int finish_board(const CLI::App&, BoardCommand& command, const std::filesystem::path& root) {
  if (const Course* const course = active_course(root)) {
    command.title = course->title;
    if (command.aliases.empty()) command.aliases = course->aliases;
    if (command.from.empty() && !course->graded.empty()) command.from = {course->graded};
    for (const auto& [name, lab] : course->labs)
      if (!lab.leaderboard) command.hidden.insert(name);
  }
  if (command.from.empty())
    throw UsageError("--from is required", "Or let course.json name it as \"graded\".");
  return board_command(command);
}

struct CourseOptions {
  std::string what;
  CourseInit init;
};

CLI::App* add_course(CLI::App& app, CourseOptions& o) {
  CourseInit& init = o.init;
  CLI::App* course =
      app.add_subcommand("course", "What the course file says, and what is wrong with it");
  course->add_option("ACTION", o.what, "check: the same, spelled out; init: write a new file")
      ->check(CLI::IsMember({"check", "init"}))
      ->type_name("");
  course->add_option("--title", init.title, "init: the course's title")->type_name("TITLE");
  course->add_option("--roster", init.roster, "init: the class list as CSV")->type_name("FILE");
  course->add_option("--lab", init.labs, "init: a lab and its due time; repeat for more")
      ->allow_extra_args(false)
      ->type_name("LAB[=DUE]");
  course->add_option("--late-penalty", init.late_penalty, "init: for each day begun: 5 or 10%")
      ->type_name("AMOUNT");
  course->add_option("--late-days", init.late_days, "init: days that each student may be late")
      ->check(CLI::Range(0, 365))
      ->type_name("N");
  course->footer(
      "Example:\n  warpgrade course init --title \"GPU 2026\" --roster class.csv --lab "
      "dot=2026-03-01T23:59\n  warpgrade course check --course spring/course.json\n\n"
      "docs/course.md describes the file. Exit status: 0 it can be used, 1 what is wrong is "
      "listed, 2 usage.");
  return course;
}

int finish_course(const CLI::App& app, CourseOptions& o, const std::filesystem::path& root) {
  if (o.what != "init") {
    for (const char* option : {"--title", "--roster", "--lab", "--late-penalty", "--late-days"})
      if (app.count(option) > 0)
        throw UsageError(std::string(option) + " is only for course init.");
    return course_command({root, course_option()});
  }
  o.init.root = root;
  o.init.file = course_option();
  return course_init_command(o.init);
}

CLI::App* add_baselines(CLI::App& app, BaselinesCommand& command) {
  CLI::App* baselines = app.add_subcommand(
      "baselines", "Compile the programs that speed is compared with for a kit (`make kit` does)");
  baselines->add_option("DIR", command.out, "The student's kit")->required()->type_name("");
  baselines->add_option("--lab", command.labs, "Only this lab; repeat for more")
      ->allow_extra_args(false)
      ->type_name("LAB");
  baselines
      ->add_option("--capability", command.capabilities,
                   "Machine code for GPUs of this compute capability only, such as 90; repeat for "
                   "more")
      ->allow_extra_args(false)
      ->type_name("N");
  baselines->footer(
      "course.json chooses which: \"kit_speed\" (docs/course.md). Exit status: 0 written, 2 usage, "
      "3 the grader or the machine failed.");
  return baselines;
}

int finish_baselines(const CLI::App&, BaselinesCommand& command,
                     const std::filesystem::path& root) {
  const Course* const course = active_course(root);
  command.root = root;
  command.speed = course != nullptr ? course->kit_speed : Course{}.kit_speed;
  return baselines_command(command);
}

}  // namespace

void add_grades_commands(CLI::App& app, Chosen& chosen) {
  add_command(app, chosen, add_export, finish_export);
  add_command(app, chosen, add_compare, finish_compare);
  add_command(app, chosen, add_comment, finish_comment);
  add_command(app, chosen, add_rubric, finish_rubric);
  add_command(app, chosen, add_board, finish_board);
  add_command(app, chosen, add_course, finish_course);
  add_command(app, chosen, add_baselines, finish_baselines);
}

}  // namespace warpgrade
