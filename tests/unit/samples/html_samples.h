// Grades with sources, findings and costs, for the tests of the page. The sources are the solution
// of a lab; what is found in them is made up.
// Needs: solutions
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/result.h"
#include "tests/unit/samples/grade_samples.h"

namespace warpgrade::samples {

inline std::string solution(const std::string& lab) {
  const auto root = std::filesystem::path(__FILE__).parent_path() / "../../..";
  std::ifstream in(root / "solutions" / lab / (lab + ".cu"), std::ios::binary);
  if (!in) throw std::runtime_error("no solution of " + lab + ": run the tests in the repository");
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The number of the first line, from that of `after` on, that holds `phrase`.
inline int line_with(const std::string& text, const std::string& phrase,
                     const std::string& after = "") {
  const std::size_t at = text.find(phrase, text.find(after));
  if (at == std::string::npos) throw std::runtime_error("no line holds: " + phrase);
  int line = 1;
  for (std::size_t i = 0; i < at; ++i) line += text[i] == '\n';
  return line;
}

inline LineCosts global_access(int line, const char* access, long long requests, double sectors,
                               double ideal, double useful_bytes) {
  LineCosts cost;
  cost.file = "matmul.cu";
  cost.line = line;
  cost.access = access;
  cost.bytes = 4;
  cost.requests = requests;
  cost.lanes = 32 * requests;
  const auto times = [=](double each) { return static_cast<long long>(each * double(requests)); };
  cost.sectors = times(sectors);
  cost.ideal_sectors = times(ideal);
  cost.useful_bytes = times(useful_bytes);
  return cost;
}

inline LineCosts shared_access(int line, const char* access, long long requests, double passes,
                               int worst) {
  LineCosts cost = global_access(line, access, requests, 0, 0, 0);
  cost.passes = static_cast<long long>(passes * double(requests));
  cost.ideal_passes = requests;
  cost.worst_ways = worst;
  return cost;
}

inline KernelCosts kernel_costs(const std::string& name, int threads,
                                std::vector<LineCosts> lines) {
  KernelCosts kernel;
  kernel.kernel = name;
  kernel.measured_in = "300x260x200-decimal";
  kernel.launches = 3;
  kernel.blocks = 342;
  kernel.sampled_blocks = 16;
  kernel.threads = threads;
  kernel.warps = 16 * threads / 32;
  kernel.steps = 52'000;
  kernel.lane_steps = 32 * 49'700;
  kernel.branches = 6'500;
  kernel.divergent = 420;
  kernel.lines = std::move(lines);
  return kernel;
}

inline CheckResult check_result(Verdict verdict, const std::string& detail,
                                const std::string& case_name, double earned, double most) {
  CheckResult check;
  check.verdict = verdict;
  check.detail = as_text(detail);
  check.cases = {case_name};
  check.points = points(earned);
  check.max_points = points(most);
  return check;
}

inline Occupancy occupancy(const std::string& architecture, const std::string& limited_by) {
  Occupancy result;
  result.architecture = architecture;
  result.blocks = 1;
  result.warps = 32;
  result.max_warps = 64;
  result.registers = 38;
  result.limited_by = limited_by;
  return result;
}

/// Some of everything: a race, advice, a leak, costs, a helper of two kernels, a second file.
inline GradeResult with_remarks() {
  GradeResult result = grade();
  result.seed = 20260114;
  result.submission = "submissions/ada.lovelace/matmul";
  const std::string text = solution("matmul");
  result.sources = {{"matmul.cu", text},
                    {"notes.cuh",
                     "#pragma once\n// Ada's notes\ninline int twice(int x) {\n"
                     "\treturn 2 * x;  /* a tab before */\n}\n"}};
  result.environment["version"] = "0.2.0";
  result.environment["cpu"] = "AMD EPYC 7543";
  const auto line = [&](const char* phrase, const char* after = "") {
    return line_with(text, phrase, after);
  };
  const auto finding = [](const char* kind, const char* level, int at, const char* message,
                          long long count, const char* kernel, int other) {
    Finding f = {kind, level, "matmul.cu", at, in_text(message), count};
    f.kernel = kernel;
    if (other > 0) {
      f.other_file = "matmul.cu";
      f.other_line = other;
    }
    return f;
  };

  TaskResult naive = task("matmul_naive", "one thread for each element", 12, 16);
  naive.pending = points(4);
  naive.performance = {speed("solution", 4)};
  naive.check = check_result(Verdict::ok, "", "33x65x31", 3, 3);
  naive.resources = {{"naive_kernel", 32, 0, 0, 0, 0, 1024}};
  const int inner = line("sum += a[p] * B[");
  naive.metrics = {kernel_costs(
      "naive_kernel", 256,
      {global_access(inner, "global load", 25'600, 1, 1, 4),
       global_access(inner, "global load", 25'600, 4.06, 4, 128),
       global_access(line("C[row * n + column] = sum;"), "global store", 128, 4, 4, 128)})};

  TaskResult coarse = task("matmul_coarse", "each thread a patch, in registers", 13, 19);
  coarse.pending = points(6);
  coarse.performance = {speed("solution", 6)};
  const int a_value = line("a_value[r] = a[r][p]"), b_value = line("const real b_value =");
  coarse.findings = {finding("uncoalesced", "advice", b_value,
                             "the threads of a warp read addresses 128 bytes apart: 32 sectors a "
                             "request where 4 would do. "
                             "Let neighboring threads have neighboring columns.",
                             6400, "coarse_kernel", 0)};
  coarse.check = check_result(Verdict::ok, "", "64x64x64", 3, 3);
  coarse.efficiency.emplace_back();
  coarse.efficiency[0].metric = "useful_bytes";
  coarse.efficiency[0].limit = 0.8;
  coarse.efficiency[0].value = 0.137;
  coarse.efficiency[0].max_points = points(2);
  coarse.efficiency[0].verdict = Verdict::wrong;
  coarse.metrics = {kernel_costs(
      "coarse_kernel", 256,
      {global_access(a_value, "global load", 6'400, 4, 4, 16),
       global_access(b_value, "global load", 6'400, 32, 4, 128),
       global_access(line("C[row * n + column] = sum[r][c]"), "global store", 512, 7.5, 4, 128)})};

  TaskResult tiled = wrong_task();
  tiled.title = "tiles in shared memory";
  const int as = line("As[ty][tx] = "), bs = line("Bs[ty][tx] = "), product = line("sum += As[ty]");
  tiled.findings = {finding("race", "error", product, "", 96, "tiled_kernel", as),
                    finding("race", "error", bs, "", 31, "tiled_kernel", product),
                    finding("barrier", "advice", line("__syncthreads();", "sum += As[ty]"),
                            "threads that have left are not waited for.", 1, "tiled_kernel", 0)};
  tiled.findings[0].cause = {"race.block",
                             {{"thread", "(0,1,0)"},
                              {"block", "(0,0,0)"},
                              {"does", "reads"},
                              {"spot", "As[1][0]"},
                              {"array", "As"},
                              {"party", "thread (1,1,0)"},
                              {"party_does", "writes"}}};
  tiled.findings[1].cause = {"race.block",
                             {{"thread", "(5,0,0)"},
                              {"block", "(0,0,0)"},
                              {"does", "writes"},
                              {"spot", "Bs[0][5]"},
                              {"array", "Bs"},
                              {"party", "thread (1,0,0)"},
                              {"party_does", "reads"}}};
  tiled.check = check_result(Verdict::race, "2 races in shared memory", "33x65x31", 0, 4);
  tiled.check.reproduce = reproduce("matmul_tiled", "33x65x31") + " --check";
  tiled.metrics = {kernel_costs("tiled_kernel", 1024,
                                {global_access(as, "global load", 4'096, 4.4, 4, 128),
                                 shared_access(as, "shared store", 4'096, 1, 1),
                                 global_access(bs, "global load", 4'096, 4.4, 4, 128),
                                 shared_access(bs, "shared store", 4'096, 1, 1),
                                 shared_access(product, "shared load", 131'072, 8.25, 32),
                                 shared_access(product, "shared load", 131'072, 1, 1),
                                 global_access(line("C[row * n + column] = sum;", "sum += As[ty]"),
                                               "global store", 128, 5, 4, 128)})};
  tiled.metrics[0].static_shared = 8192;
  tiled.metrics[0].barriers = 16 * 20;
  tiled.metrics[0].occupancy = occupancy("8.0", "threads");

  TaskResult best = untouched_task("matmul_best", "as fast as you can", 25);
  best.metrics.clear();

  TaskResult host = task("matmul_host", "from host memory to host memory", 10, 18);
  host.verdict = Verdict::out_of_bounds;
  host.findings = {
      finding("leak", "error", line("CHECK(cudaMalloc(&device_a"), "400 bytes are never freed.", 3,
              "", 0),
      finding("out-of-bounds", "error", line("result = *reinterpret_cast"),
              "thread (7,0,0) of block (2,0,0) reads 16 bytes behind B, which has 1089 "
              "elements.",
              12, "best_kernel<4, 4, 16, true>", 0)};
  host.findings.push_back(
      {"api-error", "error", "", 0, in_text("cudaFree was given a pointer twice"), 1});
  host.printed = "device_a = 0x7f0000000000\ndone\n";
  result.compiler_output = "matmul.cu:" + std::to_string(line("__shared__ real As[tile]")) +
                           ":9: warning: unused variable 'As' [-Wunused-variable]\n   38 |     int "
                           "x;\n      |         ^\n";
  result.tasks = {naive, coarse, tiled, best, host};
  return result;
}

/// What must never be markup, in every field that others fill.
inline std::string evil(int n) {
  return "<script>document.title='owned" + std::to_string(n) +
         "'</script>\"><img src=x onerror=document.title='owned'>' onmouseover='x' ]]>--><!--"
         "</style></title>\xe2\x80\xae\x1b[2J\xff&amp;{}{0}";
}

inline GradeResult evil_everywhere() {
  GradeResult result = wrong();
  result.lab = "matmul" + evil(1);
  result.title = evil(2);
  result.submission = "<script>alert(1)</script>" + evil(3);
  result.backend = evil(4);
  result.environment = {{evil(5), evil(6)}, {"gpu", evil(7)}};
  const std::string file = "a b/" + evil(8) + ".cu";
  result.sources = {
      {file, "int x; // </script><script>document.title='owned'</script>\n" + evil(9) +
                 std::string(1, '\0') + "\nR\"(" + evil(10) + "\n)\" \"" + evil(11) + "\"\n/* " +
                 evil(12) + "\n]]> */\n#define " + evil(13) + "\r\n\t\r x\n"},
      {std::string(300, 'n'), "x\n"},
      {"", "y\n"}};
  result.compiler_output = "m.cu:1:1: error: " + evil(14) + "\n" + evil(15);
  TaskResult& t = result.tasks[0];
  t.task = evil(16);
  t.title = evil(17);
  t.detail = as_text(evil(18));
  t.printed = evil(19) + std::string(1, '\0') + "</pre></details>" + evil(20);
  for (CaseResult& c : t.cases) {
    c.name = evil(21);
    c.detail.push_back(as_text(evil(22)).front());
    c.reproduce += evil(23);
  }
  for (Finding& f : t.findings) {
    f.kind = evil(24);
    f.file = file;
    f.line = 2;
    f.cause = in_text(evil(25) + file + ":1 {other}");
    f.kernel = evil(26);
    f.other_file = file;
    f.other_line = 3;
  }
  t.findings[0].level = evil(27);
  t.findings[0].other_line = 999;
  t.findings[1].other_file = evil(28);
  t.findings.push_back({evil(29), "error", evil(30), -1, in_text(evil(31)), -5});
  t.resources[0].kernel = evil(32);
  LineCosts cost = global_access(1, "global load", 10, 4, 4, 128);
  cost.file = file;
  cost.access = evil(33);
  t.metrics = {kernel_costs(evil(34), 32, {cost})};
  t.metrics[0].measured_in = evil(35);
  t.metrics[0].occupancy = occupancy(evil(36), evil(37));
  t.check = check_result(Verdict::race, evil(38), evil(39), 0, 1);
  t.check.reproduce = evil(40);
  t.efficiency.emplace_back();
  t.efficiency[0].metric = evil(41);
  t.efficiency[0].kernel = evil(42);
  t.efficiency[0].detail = as_text(evil(43));
  t.performance = {speed(evil(44), 1)};
  t.performance[0].name = evil(45);
  t.performance[0].detail = as_text(evil(46));
  return result;
}

/// A submission with one file of that text and a finding on one line of it.
inline GradeResult with_source(const std::string& text, int line) {
  GradeResult result = wrong();
  result.sources = {{"matmul.cu", text}};
  for (CaseResult& c : result.tasks[0].cases) c.detail.clear();  // they name lines too
  result.tasks[0].findings = {
      {"race", "error", "matmul.cu", line, in_text("two threads write it"), 2}};
  return result;
}

inline std::string repeated(const std::string& text, std::size_t bytes) {
  std::string out;
  while (out.size() < bytes) out += text;
  return out;
}

}  // namespace warpgrade::samples
