// Grades as they come up in a course, for the tests of the reports.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/result.h"

namespace warpgrade::samples {

inline Points points(double value) {
  return Points::hundredths(static_cast<long long>(value * 100 + 0.5));
}

inline std::string reproduce(const std::string& task, const std::string& case_name) {
  return "build/warpgrade grade matmul --submission skeletons/matmul --task " + task + " --case " +
         case_name;
}

inline CaseResult failing(const std::string& task, const std::string& case_name, Verdict verdict,
                          std::string detail) {
  return {case_name, false, verdict, as_text(std::move(detail)), reproduce(task, case_name),
          false,     0.01};
}

inline CaseResult passing(const std::string& case_name) {
  return {case_name, false, Verdict::ok, {}, "", false, 0.01};
}

inline TaskResult task(const std::string& entry, const std::string& title, double earned,
                       double most) {
  TaskResult result;
  result.task = entry;
  result.title = title;
  result.points = points(earned);
  result.max_points = points(most);
  for (const char* name : {"0x0x0", "1x1x1", "33x65x31", "64x64x64"})
    result.cases.push_back(passing(name));
  return result;
}

inline PerformanceResult speed(const std::string& against, double most) {
  PerformanceResult result;
  result.name = "1024x1024x1024";
  result.against = against;
  result.max_points = result.pending = points(most);
  result.detail = as_text("speed is measured on a GPU");
  return result;
}

inline GradeResult grade() {
  GradeResult result;
  result.lab = "matmul";
  result.title = "Matrix multiplication";
  result.submission = "skeletons/matmul";
  result.backend = "cpu";
  result.seed = 1;
  result.environment = {{"machine", "lab-pc-7"}, {"compiler", "g++ 12.2.0"}};
  return result;
}

inline TaskResult untouched_task(const std::string& entry, const std::string& title, double most) {
  TaskResult result = task(entry, title, 0, most);
  result.verdict = Verdict::wrong;
  for (CaseResult& c : result.cases)
    if (c.name != "0x0x0") {
      c = failing(entry, c.name, Verdict::wrong, "nothing was written to C");
      c.untouched = true;
    }
  return result;
}

inline GradeResult untouched() {
  GradeResult result = grade();
  result.tasks = {untouched_task("matmul_naive", "one thread per element", 20),
                  untouched_task("matmul_tiled", "tiles in shared memory", 30)};
  result.tasks[1].performance = {speed("solution", 10)};
  result.tasks[1].max_points = points(40);
  result.tasks[1].pending = points(10);
  return result;
}

inline GradeResult compile_error() {
  GradeResult result = grade();
  result.compiler_output =
      "matmul.cu: In function 'void matmul_naive_kernel(int, int, int, const real*, const real*, "
      "real*)':\n"
      "matmul.cu:14:21: error: expected ';' before 'C'\n"
      "   14 |     real sum = 0.0f\n"
      "      |                    ^\n"
      "      |                    ;\n"
      "matmul.cu:17:5: error: 'sum' was not declared in this scope\n"
      "matmul.cu:18:9: error: 'row' was not declared in this scope; did you mean 'pow'?\n"
      "matmul.cu:19:9: error: 'col' was not declared in this scope\n"
      "matmul.cu:31:9: warning: unused variable 'tile' [-Wunused-variable]\n"
      "matmul.cu:40:1: error: expected '}' at end of input\n";
  result.tasks = {task("matmul_naive", "one thread per element", 0, 20),
                  task("matmul_tiled", "tiles in shared memory", 0, 30)};
  for (TaskResult& t : result.tasks) {
    t.verdict = Verdict::compile_error;
    t.detail = as_text("matmul.cu does not compile");
    t.cases.clear();
  }
  return result;
}

inline TaskResult wrong_task() {
  TaskResult result = task("matmul_tiled", "tiles in shared memory", 12.5, 20);
  result.verdict = Verdict::wrong;
  const auto add = [&](const std::string& name, Verdict verdict, std::string detail) {
    result.cases.push_back(failing(result.task, name, verdict, std::move(detail)));
  };
  const std::string tail =
      "the last rows are wrong: C[32][0] is 0 and should be 1.25 (bound 3.1e-06). 65 of 2145 "
      "elements are wrong, all in row 32: no block covers the rows after the last full tile. "
      "Round the grid up: (m + TILE − 1) / TILE.";
  add("33x65x32", Verdict::wrong, tail);
  add("33x65x64", Verdict::wrong, tail);
  add("17x17x17", Verdict::crashed,
      "matmul.cu:42: kernel matmul_tiled_kernel, block (1,0,0), thread (1,0,0) read A[289], but A "
      "has 289 elements");
  add("65x33x31", Verdict::wrong, "C[64][0] is 0 and should be 3.5");
  add("129x1x1", Verdict::wrong, "C[128][0] is 0 and should be 3.5");
  add("1x1x129", Verdict::timeout, "not back after 10 s of CPU time");
  result.findings = {
      {"uninitialized", "advice", "matmul.cu", 51,
       in_text("a thread leaves before a barrier that others reach"), 1},
      {"race", "error", "matmul.cu", 42,
       in_text(
           "thread (0,1,0) reads sA[1][0], which thread (1,0,0) writes with no barrier between"),
       96}};
  result.resources = {{"matmul_tiled_kernel", 38, 8192, 0, 0, 0, 1024}};
  result.printed = "tile 0 0\ntile 0 1\ntile 0 2\ntile 0 3\ntile 0 4\ntile 0 5\ntile 0 6\n";
  return result;
}

inline GradeResult wrong() {
  GradeResult result = grade();
  result.tasks = {wrong_task()};
  return result;
}

/// Every kind of task beside each other.
inline GradeResult mixed() {
  GradeResult result = grade();
  result.tasks = {task("matmul_naive", "one thread per element", 20, 20), wrong_task(),
                  untouched_task("matmul_coarse", "several elements per thread", 20),
                  task("matmul_best", "as fast as you can", 21.75, 60),
                  task("matmul_host", "transfers included", 0, 20)};
  result.tasks[0].resources = {{"matmul_naive_kernel", 24, 0, 0, 0, 0, 1024}};
  TaskResult& best = result.tasks[3];
  best.performance = {speed("library", 30)};
  best.pending = points(30);
  best.verdict = Verdict::race;
  best.findings = {
      {"race", "error", "matmul.cu", 88, in_text("two threads of a block write C[0][0]"), 4}};
  TaskResult& host = result.tasks[4];
  host.verdict = Verdict::pending;
  host.detail = as_text("it uses cooperative groups' grid sync, which the CPU engine does not run");
  host.cases.clear();
  host.pending = points(20);
  return result;
}

inline GradeResult full_with_pending() {
  GradeResult result = grade();
  result.tasks = {task("matmul_naive", "one thread per element", 20, 20),
                  task("matmul_tiled", "tiles in shared memory", 30, 60)};
  result.tasks[1].performance = {speed("solution", 20), speed("library", 10)};
  result.tasks[1].pending = points(30);
  return result;
}

inline GradeResult full() {
  GradeResult result = grade();
  result.backend = "cuda";
  result.environment["gpu"] = "NVIDIA H200";
  result.tasks = {task("matmul_naive", "one thread per element", 20, 20),
                  task("matmul_tiled", "tiles in shared memory", 40, 40)};
  PerformanceResult fast = speed("library", 10);
  fast.verdict = Verdict::ok;
  fast.points = fast.max_points;
  fast.pending = {};
  fast.ran = true;
  fast.rounds = 1;
  fast.baseline = "cublas";
  fast.seconds = 1.255e-3;
  fast.baseline_seconds = 1.097e-3;
  fast.ratio = 0.874;
  fast.low = 0.866;
  fast.high = 0.881;
  fast.detail = as_text("");
  fast.samples = {1.25e-3, 1.26e-3};
  result.tasks[1].performance = {fast};
  result.tasks[1].resources = {{"tiled_kernel", 64, 16384, 0, 0, 0, 1024},
                               {"tail_kernel", 40, 0, 0, 24, 24, 512}};
  return result;
}

inline GradeResult grader_error() {
  GradeResult result = full();
  TaskResult& t = result.tasks[1];
  t.verdict = Verdict::grader_error;
  t.detail = as_text("the GPU was lost while matmul_tiled ran (cudaErrorDevicesUnavailable)");
  t.points = {};
  t.pending = t.max_points;
  t.performance.clear();
  t.cases.clear();
  t.resources.clear();
  return result;
}

/// Right values, and all that the check can tell of them.
inline GradeResult checked() {
  GradeResult result = grade();
  result.sources["matmul.cu"] =
      "#include \"matmul.h\"\n\n__global__ void tiled_kernel() {\n"
      "\tAs[ty][tx] = A[row * k + tx];\n  sum += As[ty][p] * Bs[p][tx];\n}\n";
  TaskResult t = task("matmul_tiled", "tiles in shared memory", 16, 20);
  t.verdict = Verdict::race;
  t.findings = {
      {"race", "error", "matmul.cu", 5,
       because("text", {{"text",
                         "Thread (1,0,0) of block (0,0,0) reads As[0][1], which thread (0,0,0) "
                         "writes at matmul.cu:4 with no barrier between."},
                        {"array", "As"}}),
       96, "tiled_kernel", "matmul.cu", 4},
      {"leak", "error", "", 0, in_text("32 bytes are never freed."), 1},
      {"coalescing", "advice", "matmul.cu", 4, in_text("neighboring threads read down a column."),
       1, "tiled_kernel"}};
  t.check.verdict = Verdict::race;
  t.check.detail = as_text("2 findings.");
  t.check.cases = {"1x1x1", "33x65x31"};
  t.check.values_right = true;
  t.check.max_points = points(2);
  EfficiencyResult good;
  good.metric = "useful_bytes";
  good.limit = 0.8;
  good.value = 0.95;
  good.points = good.max_points = points(1);
  good.verdict = Verdict::ok;
  EfficiencyResult bad;
  bad.metric = "bank_conflicts";
  bad.kernel = "tiled_kernel";
  bad.at_least = false;
  bad.limit = 1.2;
  bad.value = 8;
  bad.max_points = points(2);
  bad.verdict = Verdict::wrong;
  bad.detail = as_text("8, and at most 1.2 is asked for");
  t.efficiency = {good, bad};
  KernelCosts kernel;
  kernel.kernel = "tiled_kernel";
  kernel.measured_in = "33x65x31";
  kernel.launches = 1;
  kernel.blocks = 6;
  kernel.sampled_blocks = 3;
  kernel.threads = 1024;
  kernel.static_shared = 8192;
  kernel.warps = 96;
  kernel.steps = 1000;
  kernel.lane_steps = 24000;
  kernel.branches = 200;
  kernel.divergent = 20;
  kernel.barriers = 6;
  kernel.occupancy = Occupancy{"8.0", 1, 32, 64, 40, "registers"};
  LineCosts load;
  load.file = "matmul.cu";
  load.line = 4;
  load.access = "global load";
  load.bytes = 4;
  load.requests = 96;
  load.lanes = 3072;
  load.sectors = 3072;
  load.ideal_sectors = 384;
  load.useful_bytes = 12288;
  LineCosts tile;
  tile.file = "matmul.cu";
  tile.line = 5;
  tile.access = "shared load";
  tile.bytes = 4;
  tile.requests = 3072;
  tile.lanes = 98304;
  tile.passes = 24576;
  tile.ideal_passes = 3072;
  tile.worst_ways = 8;
  kernel.lines = {load, tile};
  t.metrics = {kernel};
  result.tasks = {t, task("matmul_best", "as fast as you can", 20, 24)};
  TaskResult& best = result.tasks[1];
  best.check.detail = as_text("the check was left out (--no-check).");
  best.check.max_points = points(4);
  best.pending = points(4);
  return result;
}

/// All that a student can influence, as bad as it can be.
inline GradeResult hostile() {
  GradeResult result = wrong();
  TaskResult& t = result.tasks[0];
  t.printed =
      "\x1b[2J\x1b[1;1H\x1b]0;owned\x07 score: 100 / 100\r\nplain\ttab\rback\x08\x08\n"
      "\xff\xfe broken \xc2\x9b"
      "31m \xe2\x80\xae txet \xe2\x80\x8b\n" +
      std::string(1, '\0') + std::string(3000, 'A');
  t.findings[1].cause = in_text("\x1b[31mred\x1b[0m");
  t.findings[1].file = "a\x1b]8;;http://x\x07.cu";
  t.cases[4].detail = as_text(
      "assert text: \x9b"
      "2J \x1b"
      "c");
  t.cases[4].reproduce = "rm -rf \x1b[8m";
  result.submission = "dir\x1b[7m";
  return result;
}

}  // namespace warpgrade::samples
