// The commands of `warpgrade`, after their options are read. Each returns the exit status.
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
  std::filesystem::path html;        // likewise
  std::optional<bool> history;       // kept beside the work; nothing: in skeletons/ alone
  bool all = false;                  // likewise, also functions that have not changed since
  bool for_student = false;          // the page is handed on: with the student's own paths
  bool show_hidden = false;          // in the report and the page
  std::string format = "terminal";   // of the report: terminal, gcc or sarif
  std::vector<std::string> exports;  // FORMAT=FILE, "-" for the end of the standard output
};

/// What grades of different submissions share.
struct SharedByGrades {
  Preparation preparation;
  Sandbox sandbox;
};

/// `shared`: made for this very command but for its submission and files, or none.
int grade_command(const GradeCommand& command, const SharedByGrades* shared = nullptr);

/// How `grade --serve` takes orders of `warpgrade batch`, with or without what grades of one lab
/// share. `report_errors` runs a grade and tells a thrown error as main() does, with the exit
/// status that it deserves. Null where the commands for a class are not there.
using ServeGrades = int (*)(const GradeCommand& command, bool share,
                            const std::function<int(const std::function<int()>&)>& report_errors);
inline ServeGrades serve_grades_of_a_batch = nullptr;

/// Findings and costs only. Exit status 0: nothing of level error; 1: something, or code that
/// cannot be checked through (it does not compile, crashes, hangs).
int check_command(const GradeCommand& command);

struct WatchCommand {
  watch::WatchRequest request;  // an empty submission: the skeleton's folder
};

/// Grades what is saved until it is asked to end; that is exit status 0.
int watch_command(WatchCommand command);

struct HistoryCommand {
  std::filesystem::path root;
  std::string lab;
  std::filesystem::path submission;  // empty: the skeleton's folder
  std::size_t most = 20;             // grades
};

/// Prints a student's own grades: the best, and what changed from one to the next.
int history_command(const HistoryCommand& command);

struct RunCommand {
  std::filesystem::path root;
  std::string lab;
  std::vector<std::string> variants;  // empty: all
  std::vector<std::string> sizes;     // empty: the variants' small one
  std::vector<std::string> set;       // name=value[,value...]
  bool sweep = false;                 // all values that are worth a comparison
  bool list = false;                  // names only
  bool verify = true;
  bool sandbox = true;
  double seconds = 1;                  // of timed calls for each variant and size
  std::optional<double> call_seconds;  // CPU time for one call, instead of the lab's
  std::optional<Backend> backend;
  Real real = Real::f32;
  std::optional<std::uint64_t> seed;
  std::filesystem::path json;                  // empty: none
  bool samples = false;                        // write the seconds of each call into it
  std::vector<std::filesystem::path> earlier;  // results of runs before, which are not made again
  std::filesystem::path table;  // a page in Markdown of all that is reported; empty: none
};

/// A lab's variants, verified and timed. Exit status 1: one of them is wrong.
int run_command(const RunCommand& command);

struct DoctorCommand {
  std::filesystem::path root;
  bool quick = false;                            // do not grade the solutions
  std::filesystem::path json;                    // empty: none
  std::vector<std::filesystem::path> baselines;  // what --json wrote on other machines
};

/// Is this machine fit for the labs? Exit status 0: fit, 1: fit, with remarks, 3: not fit.
int doctor_command(const DoctorCommand& command);

struct BenchCommand {
  std::filesystem::path root;
  std::string lab;
  std::filesystem::path from;         // empty: the variants; else a folder with LAB.cu
  std::vector<std::string> variants;  // empty: all
  std::vector<std::string> sizes;     // empty: the lab's curve
  std::string block_sizes;            // "32,64,128"; "": those of the lab
  std::vector<std::string> set;       // name=value[,value...]
  std::optional<Backend> backend;
  Real real = Real::f32;
  bool real_given = false;
  std::optional<double> seconds;  // of timed calls for each result
  std::optional<std::uint64_t> seed;
  bool sweeps = true;
  bool verify_all = false;  // also sizes whose right answers take long
  bool fresh = false;       // what stands in `out` does not count
  bool sandbox = true;
  std::filesystem::path out;
  std::filesystem::path results;  // of another bench or `run --json`: nothing is measured
};

/// Measures variants or a submission over sizes, and draws it. Exit status 1: something is wrong.
int bench_command(const BenchCommand& command);

struct ProfileCommand {
  ProfileRequest request;  // an empty submission: the skeleton's folder
  bool sandbox = true;
  std::filesystem::path json;  // empty: none
  std::filesystem::path raw;   // likewise: the profiler's own text
};

/// Why one task's kernels are as slow as they are. Exit status 1: there is nothing to profile.
int profile_command(const ProfileCommand& command);

struct ExplainCommand {
  std::vector<std::string> causes;  // ids, "race.block"; none: the ids are listed
  bool all = false;                 // the pages of all of them
  std::string format = "terminal";
};

/// Prints the pages about causes of findings.
int explain_command(const ExplainCommand& command);

/// Prints the C++ source that lists a lab's functions for the runner.
int contract_command(const std::filesystem::path& root, const std::string& lab);

/// Prints a lab's tasks and their points as a table in Markdown.
int tasks_command(const std::filesystem::path& root, const std::string& lab);

/// Makes the data files that are missing.
int data_command(const std::filesystem::path& root);

/// Writes skeletons/ from solutions/; with `check` only tells which ones differ.
int skeletons_command(const std::filesystem::path& root, bool check);

/// Writes a new lab that grades itself, from the templates in grader/cli/new_lab/.
int new_lab_command(const std::filesystem::path& root, const std::string& name);

}  // namespace warpgrade
