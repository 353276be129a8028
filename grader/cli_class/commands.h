// The commands for a class. Each takes its parsed options and returns the exit status.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "batch/instructor_comment.h"
#include "batch/run_batch.h"
#include "cli/commands.h"
#include "course/course.h"
#include "course/late_rules.h"
#include "export/class_export.h"
#include "export/compare_grades.h"
#include "export/fill_sheet.h"
#include "import/import.h"
#include "returns/anonymous.h"
#include "returns/return_reports.h"
#include "similar/run_similar.h"

namespace warpgrade {

struct ImportCommand {
  std::filesystem::path root;
  ImportRequest request;  // empty labs: all labs
};

/// Unpacks a course site's export into folders and lists who handed in what. Exit status 1:
/// something could not be matched.
int import_command(const ImportCommand& command);

/// Lists the hand-ins of an import that need an instructor's attention.
void print_problem_hand_ins(const std::vector<UnusableHandIn>& unusable,
                            const std::vector<Unmatched>& unmatched,
                            const std::vector<Unmatched>& left_out);

struct BatchCommand {
  BatchRequest request;
  bool quiet = false;  // plain lines, even on a terminal
};

/// Grades a class. Exit status 1: a grade is open, a hand-in is unmatched, or grades are left.
int batch_command(const BatchCommand& command);

struct ExportCommand {
  std::vector<std::filesystem::path> from;  // output folders of batches
  std::string to;                           // canvas, moodle, csv, json, junit, gradescope, ...
  std::filesystem::path out;      // a file, or a folder for formats with one file per student
  std::filesystem::path sheet;    // for canvas and moodle: the sheet that the site exports
  std::filesystem::path roster;   // empty: none
  std::vector<std::string> labs;  // empty: all; a sheet needs at least one
  std::string question;           // prairielearn-scores: the question's qid; "": the lab's name
  CountingRules counting;
  std::map<std::string, Points> worth;  // the labs' points in the course; other labs keep theirs
  SheetOptions columns;
  FillRules fill;
};

/// Writes the grades of a class in a format for a course site. Exit status 1: a grade was not
/// written, or has open points.
int export_command(const ExportCommand& command);

struct ReturnCommand {
  ReturnRequest request;
  bool dry_run = false;         // list the files, write nothing
  std::filesystem::path links;  // folder: the instructor's table of students and links
  std::string url;              // folder: in front of each link
};

/// Gives students their reports. Exit status 1: some students get none; they are listed.
int return_command(const ReturnCommand& command);

struct AnonymousCommand {
  AnonymousRequest request;
};

/// Writes pages and a table to fill, with pseudonyms. Exit status 1: some hand-ins have no page.
int anonymous_command(const AnonymousCommand& command);

struct NumbersCommand {
  std::filesystem::path from;             // --out of a batch
  std::vector<std::string> labs;          // empty: all
  std::filesystem::path page, csv, json;  // empty: none
  CountingRules counting;
};

/// Statistics of a class's grades.
int numbers_command(const NumbersCommand& command);

struct CompareCommand {
  std::filesystem::path from,
      with;  // output folders of batches; empty `with`: compare within `from`
  std::vector<std::int64_t>
      runs;  // two runs; empty: compare each latest grade with the previous one
  std::vector<std::string> labs;    // empty: all
  std::filesystem::path csv, json;  // empty: none
};

/// Compares grades with earlier ones. Exit status 1: some differ.
int compare_command(const CompareCommand& command);

/// `now`: the gradebook of the later grades, if it is a different one.
void print_comparison(const GradeComparison& comparison, const GradeHistory* now = nullptr);

struct CourseCommand {
  std::filesystem::path root, file;  // empty file: course.json in this folder or above it
};

/// Shows the contents of the course file. Exit status 1: it contains mistakes, which are listed.
int course_command(const CourseCommand& command);

struct CourseInit {
  std::filesystem::path root, file;  // empty file: course.json in the working folder
  std::string title, roster, late_penalty;
  std::vector<std::string> labs;  // LAB or LAB=DUE
  int late_days = 0;
};

/// Writes a new course file, and shows it as course_command() does. On a terminal it asks for what
/// is missing. UsageError: the file exists, or something is missing or wrong.
int course_init_command(CourseInit init);

struct BaselinesCommand {
  std::filesystem::path root, out;  // the student's kit
  std::vector<std::string> labs;    // empty: all
  std::string speed;                // all, library, none: see course.h
  std::vector<int> capabilities;    // of GPUs, 90 for 9.0; empty: all that nvcc knows
};

/// Adds baselines to a student's kit: solutions as programs, libraries as sources.
int baselines_command(const BaselinesCommand& command);

struct BoardCommand {
  std::vector<std::filesystem::path> from;  // output folders of batches
  std::filesystem::path out;
  std::string title;               // of the course; empty: the batch's title
  std::vector<std::string> labs;   // empty: all
  std::set<std::string> hidden;    // labs that the course hides
  std::filesystem::path aliases;   // a file of aliases that students chose; empty: draw them all
  std::filesystem::path list;      // the instructor's list of students and aliases; empty: none
  std::vector<std::string> marks;  // NAME=FILE
};

/// Writes a leaderboard as one page, with aliases instead of names.
int board_command(const BoardCommand& command);

/// Warns that a due date had no effect because the submission times are unknown.
void warn_due_date_unused(const std::map<std::string, std::size_t>& labs);

struct CommentCommand {
  CommentRequest request;              // empty text: list the comments
  std::optional<std::int64_t> remove;  // the id of the comment to remove
  std::filesystem::path list;          // a CSV file of comments to add; empty: none
  std::filesystem::path sheet;         // a CSV file to fill; empty: none
  bool log = false;                    // print who changed what
  bool anonymous = false;              // print pseudonyms
  const Course* course = nullptr;      // with rubric and graders; null: none
};

/// The course's item called `name`, for the request's lab. UsageError: there is none.
RubricItem find_item(const Course* course, const std::string& lab, const std::string& name);

/// The names of all rubric items of all labs.
std::set<std::string> item_names(const Course* course);

/// The name that students read of the grader `author`, or of this user if it is "". UsageError: not
/// one of the course's graders.
std::string grader_name(const Course* course, const std::string& author);

/// An instructor's comment on a student's attempt: adds one, withdraws one, or lists all.
int comment_command(const CommentCommand& command);

struct RequestsCommand {
  CommentRequest answer;                   // its folder, text, points and author
  std::vector<std::filesystem::path> add;  // files and folders with filled forms; empty: none
  std::string received;                    // when they came; "": now
  std::optional<std::int64_t> number;      // of the request to answer; nothing: list them
  bool all = false, anonymous = false;     // list also those that are answered; pseudonyms
  const Course* course = nullptr;
};

/// Regrade requests: adds filled forms, answers one, or lists them. Exit status 1: a form was not
/// added.
int requests_command(const RequestsCommand& command);

struct RubricCommand {
  std::filesystem::path out;  // of a batch
  std::string author;
  bool apply = false;  // change the gradebook's items to those of the course file
  const Course* course = nullptr;
};

/// Lists the rubric items, with how many have each. Exit status 1: the course file changes some,
/// and they are not applied.
int rubric_command(const RubricCommand& command);

struct SimilarCommand {
  similar::SimilarRequest request;
  std::string tool;  // lay the class out for moss, dolos or jplag instead; "": compare
  CountingRules counting;
};

/// Finds similar submissions. Exit status 1: a hand-in was not matched or is too large.
int similar_command(const SimilarCommand& command);

/// The process that `warpgrade batch` starts: takes orders from a socket on its standard input
/// (batch/serve_grades.h). Without `share`, each grade prepares everything itself.
int serve_command(const GradeCommand& command, bool share,
                  const std::function<int(const std::function<int()>&)>& report_errors);

}  // namespace warpgrade
