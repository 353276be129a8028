#include "diagnosis/memory_sums.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

/// What is said of line 3 of a kernel whose line 2 is the head of a loop.
std::string advice_on(const std::string& statement,
                      const std::string& parameters = "int n, int i, const real* a, real* C",
                      const std::string& access = "global store", long long requests = 640) {
  KernelCosts kernel;
  kernel.kernel = "k";
  LineCosts line;
  line.file = "lab.cu";
  line.line = 3;
  line.access = access;
  line.requests = requests;
  line.sectors = 4 * requests;
  kernel.lines = {line};
  TaskResult task;
  task.metrics = {kernel};
  add_memory_sums(task, {{"lab.cu", "__global__ void k(" + parameters +
                                        ") {\n  for (int j = 0; j < n; ++j) {\n    " + statement +
                                        "\n  }\n}\n"}});
  return task.findings.empty() ? "" : describe(task.findings.front());
}

}  // namespace

TEST_CASE("a sum that a loop keeps in global memory is told, with its loop") {
  for (const char* sum : {"C[i] += a[j];", "C[i * n + 1] -= a[j];", "C[i] = C[i] + a[j];"}) {
    CAPTURE(sum);
    CHECK(advice_on(sum).find("in each round of the loop in line 2") != std::string::npos);
  }
}

TEST_CASE("no sum in memory is told where it must be there, or costs little") {
  CHECK(advice_on("C[j] += a[i];").empty());
  CHECK(advice_on("C[i] = a[j];").empty());
  CHECK(advice_on("C[i] += C[j];").empty());
  CHECK(advice_on("C[i] += a[j]; __syncthreads();").empty());
  CHECK(advice_on("const int t = j + 1; C[t] += a[j];").empty());
  CHECK(advice_on("C[i] += a[j];", "int n, int i, const real* a, real* __restrict__ C").empty());
  CHECK(advice_on("C[i] += a[j];", "int n, int i, const real* a, real* C", "shared store").empty());
  CHECK(advice_on("C[i] += a[j];", "int n, int i, const real* a, real* C", "global store", 3)
            .empty());
}
