// The commands for a class, after their options are read. Each returns the exit status.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "batch/instructors_word.h"
#include "batch/run_batch.h"
#include "cli/commands.h"
#include "course/late_rules.h"
#include "export/class_export.h"
#include "export/compare_grades.h"
#include "export/fill_sheet.h"
#include "import/import.h"
#include "similar/run_similar.h"

namespace warpgrade {

struct ImportCommand {
  std::filesystem::path root;
  ImportRequest request;  // no labs: all there are
};

/// A course site's export as folders; tells who handed in what. Exit status 1: something was not
/// matched.
int import_command(const ImportCommand& command);

/// What of an import an instructor must look at.
void list_hand_ins_to_look_at(const std::vector<UnusableHandIn>& unusable,
                              const std::vector<Unmatched>& unmatched,
                              const std::vector<Unmatched>& left_out);

struct BatchCommand {
  BatchRequest request;
  bool quiet = false;  // plain lines, also on a terminal
};

/// Grades a class. Exit status 1: something is open, not matched or left.
int batch_command(const BatchCommand& command);

struct ExportCommand {
  std::vector<std::filesystem::path> from;  // folders that batch wrote
  std::string to;                           // canvas, moodle, csv, json, junit, gradescope, ...
  std::filesystem::path out;                // a file; a folder for what is a file a student
  std::filesystem::path sheet;              // canvas, moodle: what the site exports
  std::filesystem::path roster;             // empty: none
  std::vector<std::string> labs;            // empty: all; a sheet needs one or more
  CountingRules counting;
  std::map<std::string, Points> worth;  // what labs are worth in the course; others as graded
  SheetOptions columns;
  FillRules fill;
};

/// The grades of a class in a form that a course site reads. Exit status 1: a grade was not
/// written, or has open points.
int export_command(const ExportCommand& command);

struct CompareCommand {
  std::filesystem::path from, with;  // folders that batch wrote; no `with`: grades of one
  std::vector<std::int64_t> runs;    // two of them; empty: each last grade, and the one before
  std::vector<std::string> labs;     // empty: all
  std::filesystem::path csv, json;   // empty: none
};

/// Grades beside earlier ones. Exit status 1: some are not the same.
int compare_command(const CompareCommand& command);

/// `now`: the gradebook of the later grades, where it is another one.
void print_comparison(const GradeComparison& comparison, const GradeHistory* now = nullptr);

struct CourseCommand {
  std::filesystem::path root, file;  // an empty file: the one of this folder or above it
};

/// What the course's file says. Exit status 1: something in it is wrong, and listed.
int course_command(const CourseCommand& command);

struct BoardCommand {
  std::vector<std::filesystem::path> from;  // folders that batch wrote
  std::filesystem::path out;
  std::string title;               // of the course; "": as the batch was told
  std::vector<std::string> labs;   // empty: all
  std::set<std::string> hidden;    // labs that the course does not show
  std::filesystem::path aliases;   // that students chose; empty: all are drawn
  std::filesystem::path list;      // who is who, for the instructor; empty: not written
  std::vector<std::string> marks;  // NAME=FILE
};

/// A leaderboard as one page, with aliases and no names.
int board_command(const BoardCommand& command);

/// That a due date had no effect, where nobody told when attempts were handed in.
void say_due_without_times(const std::map<std::string, std::size_t>& labs);

struct CommentCommand {
  WordRequest word;                    // an empty text: list
  std::optional<std::int64_t> remove;  // that comment
};

/// An instructor's word on a student's attempt: keeps it, takes it back, or lists all.
int comment_command(const CommentCommand& command);

struct SimilarCommand {
  similar::SimilarRequest request;
};

/// Which submissions are alike. Exit status 1: something was not matched, or is too large.
int similar_command(const SimilarCommand& command);

/// What `warpgrade batch` starts: takes orders from a socket on the standard input
/// (batch/serve_grades.h). Without `share` every grade is made from nothing.
int serve_command(const GradeCommand& command, bool share,
                  const std::function<int(const std::function<int()>&)>& report_errors);

}  // namespace warpgrade
