// Grades a class: the work of `warpgrade batch`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "batch/instructor_comment.h"
#include "export/counted_attempt.h"
#include "gradebook/gradebook.h"
#include "import/import.h"

namespace warpgrade {

struct BatchRequest {
  std::filesystem::path root, program;  // the project's folder; warpgrade itself
  std::filesystem::path out;
  std::string title;                       // of the course; or ""
  ImportRequest import;                    // run_batch() sets `work`; empty labs: all labs; empty
                                           // submissions with `only`: those stored in `out`
  CountingRules counting;                  // the course's rules, for lateness in class.html
  std::string executor = "local";          // or "slurm"
  std::vector<std::string> slurm_options;  // options of sbatch
  int jobs = 1;                            // at a time; with Slurm, 0: no limit
  // Unset: the values of the resumed run; for a new run: auto, float, a secret seed, "".
  std::optional<std::string> backend, real, options;
  std::optional<std::uint64_t> seed;
  bool resume = false;   // continue the last run
  bool regrade = false;  // start a new run; earlier ones are kept
  // With regrade: only these students, in the last run, with its seed and settings.
  std::vector<std::string> only;
};

/// Progress.
struct BatchState {
  std::size_t total = 0;    // grades to compute
  std::size_t done = 0;     // computed, including open ones
  std::size_t failing = 0;  // of those: below full marks
  std::size_t open = 0;     // of those: the grader failed
  double seconds_left = 0;  // 0: unknown
  std::string queue;        // running and waiting cluster jobs, or ""
};

/// A hand-in that cannot be graded.
struct UnusableHandIn {
  Unusable what;
  bool has_grade = false;  // an earlier hand-in or attempt has a grade, which counts
};

struct BatchOutcome {
  GradingRun run;
  std::string format;  // of the import
  std::vector<Unmatched> unmatched, left_out;
  std::vector<std::string> remarks;  // about the import as a whole
  std::vector<UnusableHandIn> unusable;
  std::vector<GradebookRow> grades;  // the latest of each student and lab, without JSON
  std::size_t given = 0;             // of those, computed by this call
  std::vector<InstructorComment> outdated_comments;  // of outdated_comments()
  std::map<std::string, std::size_t> without_times;  // due_without_times() of `grades`
  std::string warnings;       // about differing maxima and times in the future
  std::size_t pages = 0;      // of earlier grades, updated: lateness or names changed
  std::string damaged;        // GradeHistory::remark(), after the batch
  std::size_t remaining = 0;  // not graded, because the batch was stopped
  std::size_t earlier = 0;    // already graded before
  std::size_t shared = 0;     // same files as another hand-in
  bool other_grader = false;  // some earlier grades are from another build
  double seconds = 0;
};

struct BatchEvents {
  std::function<void(const BatchState&)> on_state;
  std::function<void(const GradebookRow&, const BatchState&)> on_grade;
  std::function<bool()> should_stop;  // if true, start nothing more
};

/// Grades everything that is not graded yet. Writes gradebook.sqlite, grades.csv, class.html,
/// reports/STUDENT/LAB.{json,html}, content/ (graded files) and submissions/ (unpacked files) into
/// `out`. A second batch in the same `out` is refused.
BatchOutcome run_batch(const BatchRequest& request, const BatchEvents& events);

}  // namespace warpgrade
