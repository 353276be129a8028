// What a grade consists of. The report reads this and nothing else.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lab/finding.h"
#include "lab/real.h"
#include "lab/verdict.h"
#include "score/points.h"

namespace warpgrade {

struct CaseResult {
  std::string name;
  bool hidden = false;
  Verdict verdict = Verdict::ok;
  std::string detail;      // what is wrong, where and why; for ok a remark or ""
  std::string reproduce;   // the command that shows it again
  bool untouched = false;  // the function wrote nothing at all: it is not written yet
  double seconds = 0;      // the parent's wall clock of the slowest call
};

struct PerformanceResult {
  std::string name;                     // the case
  std::string against;                  // cpu, library, solution, roofline
  double ratio = 0, low = 0, high = 0;  // student's speed over the baseline's, with its interval
  Points points, max_points;
  Verdict verdict = Verdict::pending;
  std::string detail;  // why it is pending, inconclusive or implausible
  std::vector<double> samples;
};

struct TaskResult {
  std::string task;
  std::string title;
  bool not_defined = false;  // the submission has no such function
  Verdict verdict = Verdict::ok;
  std::string detail;  // what holds for the whole task (not defined, does not compile); or ""
  Points points, max_points, pending;
  std::vector<CaseResult> cases;
  std::vector<Finding> findings;
  std::vector<PerformanceResult> performance;
  std::vector<KernelResources> resources;  // of the kernels that this task launched
  std::string printed;                     // the first lines that the student's code printed
};

struct GradeResult {
  std::string lab;
  std::string title;
  std::string submission;  // as given on the command line
  std::string backend;     // "cpu" or "cuda"
  Real real = Real::f32;
  std::uint64_t seed = 0;
  std::map<std::string, std::string> environment;  // machine, cpu, gpu, compilers, version, ...
  std::string compiler_output;                     // errors and warnings in the student's own files
  std::vector<TaskResult> tasks;

  Points score() const;
  Points max_score() const;
  Points pending() const;
};

}  // namespace warpgrade
