// The result of a grade. The report reads nothing else.
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

/// A kernel that was launched by any method (launched_code.h).
struct LaunchedCode {
  std::string name;               // for people
  std::set<std::string> symbols;  // of its code; empty if it has none
  bool operator==(const LaunchedCode&) const = default;
};

/// The kernels launched by one or more calls on the CPU engine.
struct LaunchedKernels {
  std::vector<LaunchedCode> all;
  std::uint64_t more = 0;  // kernels beyond the capacity of a reply
};

struct CaseResult {
  std::string name;
  bool hidden = false;
  Verdict verdict = Verdict::ok;
  Causes detail;           // what is wrong, where and why; for ok, a remark or empty
  std::string reproduce;   // the command that reproduces it
  bool untouched = false;  // the function wrote nothing at all
  double seconds = 0;      // the slowest call, by the grader's wall clock
  Causes unredacted = {};  // `detail` including what the lab hides; may be empty
  std::optional<LaunchedKernels> kernels = {};  // launched for its first values
};

struct PerformanceResult {
  std::string name;                     // the case
  std::string against;                  // cpu, library, solution, roofline
  std::string baseline;                 // the baseline program; empty if none ran
  double ratio = 0, low = 0, high = 0;  // speed relative to the baseline, its interval
  Points points, max_points, pending;
  Verdict verdict = Verdict::pending;
  Causes detail;       // why it is not ok
  bool ran = false;    // its calls were timed, or failed while timed
  int rounds = 0;      // of samples, each in new processes
  double seconds = 0;  // median time of a call
  double baseline_seconds = 0;
  std::vector<double> samples, baseline_samples;  // seconds
  // Grading curve: (ratio, share of max_points), linear in between. Empty: unknown.
  std::vector<std::pair<double, double>> curve;
  double champion = 0;      // the ratio reached by this project's solution; 0: unknown
  std::string champion_on;  // the device of that measurement

  /// The smallest ratio with full points; 0: unknown.
  double full_marks_at() const { return curve.empty() ? 0 : curve.back().first; }
  bool beyond_full_marks() const {
    return ratio > 0 && full_marks_at() > 0 && ratio > full_marks_at() && points == max_points;
  }
};

/// The result of the check, which runs on the CPU engine and observes every access, and the points
/// for a clean one.
struct CheckResult {
  Verdict verdict = Verdict::pending;  // ok: clean; fault: points lost; pending: undecided
  Causes detail;                       // why it is not ok, or what was left out
  bool hidden = false;                 // `detail` reveals a hidden case
  bool aborted = false;                // the submission aborted in the check, and only there
  bool left_out = false;               // the largest cases were too slow and left out
  std::vector<std::string> cases;      // the cases that ran in the check
  std::vector<double> case_seconds;    // of each call, slower than without the check
  std::string reproduce;               // the command that reproduces the findings; may be empty
  bool values_right = false;           // in all cases
  bool accessed_memory = false;        // a kernel read or wrote memory in some case
  Points points, max_points;
};

/// Points for a metric counted by the check.
struct EfficiencyResult {
  std::string metric;    // useful_bytes, bank_conflicts, ... (docs/findings.md)
  std::string kernel;    // empty: all kernels of the task together
  bool at_least = true;  // true: the limit is a minimum; false: a maximum
  double limit = 0;
  std::optional<double> useful_at_least, useful_at_most;  // over what the problem needs
  std::optional<double> value;                            // empty: not counted
  Points points, max_points;
  Verdict verdict = Verdict::pending;
  Causes detail;  // why it is pending or lost
};

struct TaskResult {
  std::string task;
  std::string title;
  Verdict verdict = Verdict::ok;
  Causes detail;       // applies to the whole task (not defined, does not compile)
  std::string note;    // where it was graded, if not with the others; may be empty
  bool begun = false;  // the source of its function is not empty
  Points points, max_points, pending;
  std::vector<CaseResult> cases;
  std::vector<std::string> case_sizes = {};  // the names of the numbers in a case's name, in order
  std::vector<Finding> findings;             // errors by place, then advice, worst first
  std::vector<Finding> unredacted =
      {};  // of visible cases, including what the lab hides; may be empty
  CheckResult check;
  OnFinding on_finding = OnFinding::limit_races;  // what errors cost besides the check's points
  Causes charged = {};                            // why findings cost points; empty if they did not
  std::vector<EfficiencyResult> efficiency;
  std::vector<KernelCosts> metrics;
  std::vector<PerformanceResult> performance;
  std::vector<KernelResources> resources;  // of the kernels launched by this task
  std::optional<TriedRemedy> tried;        // the fix that was found to help, if any
  std::string printed;                     // the first lines that the submission printed
  std::string hidden_printed;              // the same, while a hidden case ran
  std::string unchanged_since = {};        // of a student's own grade: its date, if nothing
                                           // that it depends on has changed since; else empty

  /// Whether the submission does not define the function.
  bool not_defined() const { return has(detail, "function.not-defined"); }

  /// Whether a tried fix made everything right. That explains the mistake, so the report's advice
  /// is not needed.
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
  std::vector<std::string> remarks;                // about which of the files is graded
  std::string compiler_output;                     // errors and warnings in the student's own files
  std::vector<TaskResult> tasks;
  // The student's files mentioned by findings, and the lab file, by name in the submission.
  std::map<std::string, std::string> sources;
  // Wall time by phase (build, cases, speed, check) and, of "speed", the time of kernels.
  std::map<std::string, double> seconds;
  bool checked_only = false;                      // `warpgrade check`: findings and costs, no grade
  FeedbackLevel feedback = FeedbackLevel::tried;  // level of its texts and findings
  bool for_student = false;  // graded by someone else: see formats/students_copy.h

  Points score() const;
  Points max_score() const;
  Points pending() const;
};

}  // namespace warpgrade
