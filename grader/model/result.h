// What a grade consists of. The report reads this and nothing else.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "causes/cause.h"
#include "causes/feedback_level.h"
#include "causes/remedy.h"
#include "findings/costs.h"
#include "findings/finding.h"
#include "findings/on_finding.h"
#include "findings/verdict.h"
#include "lab/real.h"
#include "score/points.h"

namespace warpgrade {

/// A kernel that was launched, whatever way (launched_code.h).
struct LaunchedCode {
  std::string name;               // for people
  std::set<std::string> symbols;  // all that its code has; none where there is no such code
  bool operator==(const LaunchedCode&) const = default;
};

/// By a call on the CPU engine, or by several.
struct LaunchedKernels {
  std::vector<LaunchedCode> all;
  std::uint64_t more = 0;  // that a reply has no room for
};

struct CaseResult {
  std::string name;
  bool hidden = false;
  Verdict verdict = Verdict::ok;
  Causes detail;           // what is wrong, where and why; for ok a remark or nothing
  std::string reproduce;   // the command that shows it again
  bool untouched = false;  // the function wrote nothing at all
  double seconds = 0;      // the grader's wall clock of the slowest call
  Causes unredacted = {};  // `detail` with what the lab does not tell; or nothing
  std::optional<LaunchedKernels> kernels = {};  // by calls with its first values
};

struct PerformanceResult {
  std::string name;                     // the case
  std::string against;                  // cpu, library, solution, roofline
  std::string baseline;                 // the program's name; or "" where none ran
  double ratio = 0, low = 0, high = 0;  // student's speed over the baseline's, with its interval
  Points points, max_points, pending;
  Verdict verdict = Verdict::pending;
  Causes detail;       // why it is not ok
  bool ran = false;    // its calls were timed, or went wrong while they were
  int rounds = 0;      // of samples, each in processes of its own
  double seconds = 0;  // a call; the median
  double baseline_seconds = 0;
  std::vector<double> samples, baseline_samples;  // seconds
  // What it is graded by: from ratio to share of max_points, linear between. Empty: not known.
  std::vector<std::pair<double, double>> curve;
  double champion = 0;      // the ratio that this project's own reached; 0: not known
  std::string champion_on;  // the device on which it did

  /// The ratio from which on nothing more is earned; 0: not known.
  double full_marks_at() const { return curve.empty() ? 0 : curve.back().first; }
  bool beyond_full_marks() const {
    return ratio > 0 && full_marks_at() > 0 && ratio > full_marks_at() && points == max_points;
  }
};

/// The run on the CPU engine that watches every access, and the points for a clean one.
struct CheckResult {
  Verdict verdict = Verdict::pending;  // ok: clean; a fault: lost; open: it did not decide
  Causes detail;                       // why it is not ok, or what was left out
  bool hidden = false;                 // `detail` tells of a hidden case
  bool broken_off = false;             // by the submission, which ended in the check alone
  bool left_out = false;               // it was too slow for the largest cases
  std::vector<std::string> cases;      // that ran in it
  std::vector<double> case_seconds;    // likewise: wall clock of the call, slower than elsewhere
  std::string reproduce;               // the command that shows the findings again, or ""
  bool values_right = false;           // in all of them
  bool did_something = false;          // a kernel read or wrote memory in some case
  Points points, max_points;
};

/// Points for a number that the check counts.
struct EfficiencyResult {
  std::string metric;    // useful_bytes, bank_conflicts, ... (docs/findings.md)
  std::string kernel;    // empty: all kernels of the task together
  bool at_least = true;  // the limit is the smallest good value, else the largest
  double limit = 0;
  std::optional<double> value;  // nothing: not counted
  Points points, max_points;
  Verdict verdict = Verdict::pending;
  Causes detail;  // why it is pending or lost
};

struct TaskResult {
  std::string task;
  std::string title;
  Verdict verdict = Verdict::ok;
  Causes detail;       // what holds for the whole task (not defined, does not compile)
  std::string note;    // where it was graded, when not as the rest; or ""
  bool begun = false;  // its function's source does something
  Points points, max_points, pending;
  std::vector<CaseResult> cases;
  std::vector<std::string> case_sizes =
      {};                         // what the numbers in a case's name are, in their order
  std::vector<Finding> findings;  // errors by place, then advice, worst first
  std::vector<Finding> unredacted =
      {};  // those of visible cases with what the lab does not tell; or none
  CheckResult check;
  OnFinding on_finding = OnFinding::limit_races;  // what its errors cost beside the check's points
  Causes charged = {};  // that they did: why points are missing; or nothing
  std::vector<EfficiencyResult> efficiency;
  std::vector<KernelCosts> metrics;
  std::vector<PerformanceResult> performance;
  std::vector<KernelResources> resources;  // of the kernels that this task launched
  std::optional<TriedRemedy> tried;        // what would help, as far as that was found
  std::string printed;                     // the first lines that the student's code printed
  std::string hidden_printed;              // likewise, while a hidden case ran
  std::string unchanged_since = {};  // of a student's own grade: when it was graded, where nothing
                                     // that it depends on has changed since; or ""

  /// The submission has no such function.
  bool not_defined() const { return has(detail, "function.not-defined"); }

  /// Whether a change that made all right says why. What to do need not be guessed then: its errors
  /// tell what happened alone.
  bool is_explained() const;
};

struct GradeResult {
  std::string lab;
  std::string title;
  std::string submission;  // as given on the command line
  std::string backend;     // "cpu" or "cuda"
  Real real = Real::f32;
  std::uint64_t seed = 0;
  std::map<std::string, std::string> environment;  // machine, cpu, gpu, compilers, version, ...
  std::vector<std::string> remarks;                // on which of the files is graded
  std::string compiler_output;                     // errors and warnings in the student's own files
  std::vector<TaskResult> tasks;
  // The student's own files that findings or the lab file name, by their names in the submission.
  std::map<std::string, std::string> sources;
  // Wall time by what it went to (build, cases, speed, check) and, of "speed", what kernels took.
  std::map<std::string, double> seconds;
  bool checked_only = false;                      // `warpgrade check`: findings and costs, no grade
  FeedbackLevel feedback = FeedbackLevel::tried;  // what its texts and findings were cut to
  bool for_student = false;  // somebody else graded it: see formats/students_copy.h

  Points score() const;
  Points max_score() const;
  Points pending() const;
};

}  // namespace warpgrade
