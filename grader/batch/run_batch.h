// A class, graded: what `warpgrade batch` does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "batch/instructors_word.h"
#include "export/counting.h"
#include "gradebook/gradebook.h"
#include "import/import.h"

namespace warpgrade {

struct BatchRequest {
  std::filesystem::path root, program;  // the project's folder; warpgrade itself
  std::filesystem::path out;
  std::string title;                       // of the course; ""
  ImportRequest import;                    // its `work` is set here; no labs: all there are; no
                                           // submissions, with `only`: those that `out` keeps
  CountingRules counting;                  // the course's: class.html says what was late
  std::string executor = "local";          // or "slurm"
  std::vector<std::string> slurm_options;  // of sbatch
  int jobs = 1;                            // at a time; with Slurm 0: no limit of ours
  // Nothing: those of the run that is resumed; for a new one auto, float, a secret one, "".
  std::optional<std::string> backend, real, options;
  std::optional<std::uint64_t> seed;
  bool resume = false;   // go on with the last run
  bool regrade = false;  // a new run beside those before
  // With regrade: these students only, in the last run, with its seed and settings.
  std::vector<std::string> only;
};

/// How far it is.
struct BatchState {
  std::size_t total = 0;    // grades to give
  std::size_t done = 0;     // given, open ones too
  std::size_t failing = 0;  // of those: points lost
  std::size_t open = 0;     // of those: trouble of ours
  double seconds_left = 0;  // 0: not known yet
  std::string queue;        // what runs and waits on a cluster, or ""
};

/// A hand-in that nobody can grade.
struct UnusableHandIn {
  Unusable what;
  bool has_grade = false;  // of an earlier hand-in or attempt, which counts
};

struct BatchOutcome {
  GradingRun run;
  std::string format;  // of the import
  std::vector<Unmatched> unmatched, left_out;
  std::vector<std::string> remarks;  // on the import as a whole
  std::vector<UnusableHandIn> unusable;
  std::vector<GradebookRow> grades;  // the latest of each, without their JSON
  std::size_t given = 0;             // of those, by this call
  std::vector<Word> left_behind;     // comments on what was replaced by a later submission
  std::map<std::string, std::size_t> without_times;  // due_without_times() of `grades`
  std::string warnings;                              // of maxima, and of times in the future
  std::size_t pages = 0;      // of earlier grades, written again: lateness or names changed
  std::string damaged;        // GradeHistory::remark(), at the end
  std::size_t remaining = 0;  // not graded: it was stopped
  std::size_t earlier = 0;    // already there when it began
  std::size_t shared = 0;     // the same files as another's
  bool other_grader = false;  // some of them by another build of Warpgrade
  double seconds = 0;
};

struct BatchEvents {
  std::function<void(const BatchState&)> on_state;
  std::function<void(const GradebookRow&, const BatchState&)> on_grade;
  std::function<bool()> should_stop;  // start nothing more
};

/// Grades what is not graded yet. Writes below `out`: gradebook.sqlite, grades.csv, class.html,
/// reports/STUDENT/LAB.{json,html}, content/ (what was graded), submissions/ (what was unpacked).
/// Two at a time in one `out` are refused.
BatchOutcome run_batch(const BatchRequest& request, const BatchEvents& events);

}  // namespace warpgrade
