// The commands of `warpgrade`. Each takes its parsed options and returns the exit status.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "grading/grade.h"
#include "profile/profile.h"
#include "watch/watch.h"

namespace warpgrade {

/// Exit statuses that scripts rely on.
enum ExitStatus { full_marks = 0, points_lost = 1, usage_error = 2, grader_error = 3 };

struct GradeCommand {
  GradeRequest request;
  bool sandbox = true;
  std::filesystem::path json;        // empty: none
  std::filesystem::path html;        // empty: none
  bool own_work = false;             // no --submission was given: the file is the user's own
  std::optional<bool> history;       // keep the grade in .warpgrade/; unset: only of own work
  bool all = false;                  // regrade functions that have not changed, too
  bool for_student = false;          // the page goes to the student: show the student's paths
  bool show_hidden = false;          // in the report and the page
  std::string format = "terminal";   // of the report: terminal, gcc or sarif
  std::vector<std::string> exports;  // FORMAT=FILE, "-" for the end of the standard output
};

/// State that grades of different submissions share.
struct SharedByGrades {
  Preparation preparation;
  Sandbox sandbox;
};

/// `shared`: made for the same command with other submissions and files; null: nothing is shared.
int grade_command(const GradeCommand& command, const SharedByGrades* shared = nullptr);

/// Serves `grade --serve` for `warpgrade batch`; `share`: grades of one lab share their
/// preparation. `report_errors` runs a grade, prints an exception as main() does and returns the
/// exit status. Null in a build without the class commands.
using ServeGrades = int (*)(const GradeCommand& command, bool share,
                            const std::function<int(const std::function<int()>&)>& report_errors);
inline ServeGrades serve_grades_of_a_batch = nullptr;

/// Findings and costs only. Exit status 0: no errors found; 1: errors found, or the code cannot be
/// checked completely (it does not compile, crashes or hangs).
int check_command(const GradeCommand& command);

struct WatchCommand {
  watch::WatchRequest request;  // an empty submission: the skeleton's folder
};

/// Grades every saved version until the user quits. Exit status 0.
int watch_command(WatchCommand command);

struct HistoryCommand {
  std::filesystem::path root;
  std::string lab;
  std::filesystem::path submission;  // empty: the skeleton's folder
  std::size_t most = 20;             // show at most so many grades
};

/// Prints a student's own grades: the best one, and what changed from each to the next.
int history_command(const HistoryCommand& command);

struct RunCommand {
  std::filesystem::path root;
  std::string lab;
  std::vector<std::string> variants;  // empty: all
  std::vector<std::string> sizes;     // empty: the variants' small size
  std::vector<std::string> set;       // name=value[,value...]
  bool sweep = false;                 // try all values listed in variants.json
  bool list = false;                  // names only
  bool verify = true;
  bool sandbox = true;
  double seconds = 1;                  // sum of the timed calls of each variant and size
  std::optional<double> call_seconds;  // CPU time for one call; unset: the lab's limit
  std::optional<Backend> backend;
  Real real = Real::f32;
  std::optional<std::uint64_t> seed;
  std::filesystem::path json;                  // empty: none
  bool samples = false;                        // write the time of each call into it
  std::vector<std::filesystem::path> earlier;  // results of earlier runs, which are reused
  std::filesystem::path table;                 // a Markdown page with all results; empty: none
};

/// A lab's variants, verified and timed. Exit status 1: one of them is wrong.
int run_command(const RunCommand& command);

struct DoctorCommand {
  std::filesystem::path root;
  bool quick = false;                            // do not grade the solutions
  std::filesystem::path json;                    // empty: none
  std::vector<std::filesystem::path> baselines;  // files that --json wrote on other machines
};

/// Checks whether this machine is fit for the labs. Exit status 0: fit, 1: fit with remarks, 3: not
/// fit.
int doctor_command(const DoctorCommand& command);

struct BenchCommand {
  std::filesystem::path root;
  std::string lab;
  std::filesystem::path from;         // empty: the variants; else a folder with LAB.cu
  std::vector<std::string> variants;  // empty: all
  std::vector<std::string> sizes;     // empty: the lab's curve
  std::string block_sizes;            // "32,64,128"; "": the lab's
  std::vector<std::string> set;       // name=value[,value...]
  std::optional<Backend> backend;
  Real real = Real::f32;
  bool real_given = false;
  std::optional<double> seconds;  // spent on timed calls for each result
  std::optional<std::uint64_t> seed;
  bool sweeps = true;
  bool verify_all = false;  // also sizes whose expected values take long
  bool fresh = false;       // ignore earlier results in `out`
  bool sandbox = true;
  std::filesystem::path out;
  std::filesystem::path results;  // from another bench or `run --json`: measure nothing
};

/// Measures variants or a submission over sizes and draws figures. Exit status 1: a result is
/// wrong.
int bench_command(const BenchCommand& command);

struct ProfileCommand {
  ProfileRequest request;  // an empty submission: the skeleton's folder
  bool sandbox = true;
  std::filesystem::path json;  // empty: none
  std::filesystem::path raw;   // the profiler's own text; empty: none
};

/// Explains why the kernels of one task are slow. Exit status 1: there is nothing to profile.
int profile_command(const ProfileCommand& command);

struct ExplainCommand {
  std::vector<std::string> causes;  // ids, "race.block"; empty: list the ids
  bool all = false;                 // print all pages
  std::string format = "terminal";
};

/// Prints the pages about causes of findings.
int explain_command(const ExplainCommand& command);

/// Prints the C++ source that declares a lab's functions to the runner.
int contract_command(const std::filesystem::path& root, const std::string& lab);

/// Prints a lab's tasks and their points as a table in Markdown. With `targets`, prints a numbered
/// list instead: what earns all points for efficiency and speed in each task.
int tasks_command(const std::filesystem::path& root, const std::string& lab, bool targets);

/// Makes the data files that are missing.
int data_command(const std::filesystem::path& root);

/// Writes skeletons/ from solutions/. With `check`, only lists the files that differ.
int skeletons_command(const std::filesystem::path& root, bool check);

/// Writes a lab's folder for a student into the current folder; overwrites nothing. An empty
/// `lab`: lists the labs.
int lab_command(const std::filesystem::path& root, const std::string& lab);

/// Replaces the student's kit in `root` by the archive `kit` (tools/update.sh). Does not return if
/// it can start. `force`: even if the archive is older or has fewer labs.
int update_command(const std::filesystem::path& root, const std::filesystem::path& kit, bool force);

/// Writes a new working lab like that example of docs/examples/.
int new_lab_command(const std::filesystem::path& root, const std::string& name,
                    const std::string& like);

struct CheckLabCommand {
  std::filesystem::path root;
  std::string lab;
  std::vector<std::string> tasks;  // whose mutants run; empty: all
  bool mutants = true;
  int every = 1;       // one mutant in so many is tried
  bool table = false;  // counts as one line of a Markdown table, and what is missing
  Real real = Real::f32;
  bool sandbox = true;
};

/// Lists what a lab lacks, and which mistakes its cases do not find. Exit status 1: something.
int check_lab_command(const CheckLabCommand& command);

}  // namespace warpgrade
