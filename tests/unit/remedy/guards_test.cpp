// Tests of indices that proposals add, move and tighten.
#include "remedy/proposals.h"
#include "tests/unit/catch.h"
#include "tests/unit/remedy/proposed.h"

using namespace warpgrade;
using namespace warpgrade::remedy;

TEST_CASE("a test that lets the last index through is tightened in all its comparisons",
          "[remedy]") {
  const std::string text =
      "__global__ void k(int N, real* u) {\n  int i = threadIdx.x, j = threadIdx.y;\n"
      "  if (i == 0 || i >= N || j >= N) return;\n  u[i * N + j] = u[i * N + j + 1];\n}\n";
  CHECK(has(proposed(text, finding("bounds.outside", 4)),
            "`i == 0 || i >= N - 1 || j >= N - 1` in place of `i == 0 || i >= N || j >= N` in "
            "line 3"));
}

TEST_CASE("a guard tests what is an index by what is a size", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, real* A) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  A[(size_t)i] = 0;\n"
      "  real x = A[i];\n}\n";
  const auto store = proposed(text, finding("bounds.outside", 3));
  CHECK(has(store, "`if (i < n)` before the statement in line 3"));
  for (const std::string& each : store) CHECK(each.find("size_t <") == each.npos);
  CHECK(has(proposed(text, finding("bounds.outside", 4)),
            "`(i < n) ? … : 0` as the value in line 4"));
}

TEST_CASE("a thread without work stays, and what it would load and store is guarded", "[remedy]") {
  const std::string text =
      "__global__ void k(int m, int n, const real* A, real* C) {\n"
      "  __shared__ real s[32];\n"
      "  int row = threadIdx.y, col = threadIdx.x;\n"
      "  if (row >= m || col >= n) return;\n"
      "  s[col] = A[row * n + 1];\n"
      "  __syncthreads();\n"
      "  C[row * n + col] = s[col];\n}\n";
  const std::string stores =
      "`if (row >= m || col >= n) return;` removed from line 4; `if (row < m && col < n)` before "
      "the statement in line 7";
  const std::string loads =
      "`if (row >= m || col >= n) return;` removed from line 4; `row < m ? A[row * n + 1] : 0` in "
      "place of `A[row * n + 1]` in line 5; `if (row < m && col < n)` before the statement in line "
      "7";
  CHECK(has(for_values(text), stores));
  CHECK(has(for_values(text), loads));
  CHECK(has(proposed(text, finding("barrier.after-return", 6)), stores));
  const std::string with = changed(text, loads);
  // Each load is guarded by what it depends on: other threads need the rest.
  CHECK(with.find("&& !(row < m) ? 0 : (A[row * n + 1]))") != with.npos);
  CHECK(with.find("&& !(row < m && col < n)) ; else C[row * n + col]") != with.npos);
  // Nobody waits: the return does no harm.
  std::string alone = text;
  alone.erase(alone.find("  __syncthreads();"), 18);
  for (const std::string& each : for_values(alone))
    CHECK(each.find("return;` removed") == each.npos);
}

TEST_CASE("what a remedy says of guarded loads is what is tried", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, const real* A, const real* B, real* sum) {\n"
      "  __shared__ real part[512];\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i >= n) return;\n"
      "  part[threadIdx.x] = A[i] * B[i];\n"
      "  __syncthreads();\n"
      "  if (threadIdx.x == 0) atomicAdd(sum, part[0]);\n}\n";
  const std::string loads =
      "`if (i >= n) return;` removed from line 4; `i < n ? A[i] * B[i] : 0` in place of `A[i] * "
      "B[i]` in line 5";
  REQUIRE(has(for_values(text), loads));
  CHECK(changed(text, loads).find("&& !(i < n) ? 0 : (A[i] * B[i]))") != std::string::npos);
  CHECK(cause_fixed_by(all_for_values(text), loads) ==
        "Threads that return in line 4 leave elements unset that other threads read after the "
        "barrier.");
}

TEST_CASE("no test is proposed that takes its statement out of the program", "[remedy]") {
  const auto guards = [](const std::string& test, int line = 3) {
    const std::string text =
        "__global__ void scale(double* row, int k, int n) {\n"
        "  const int j = blockIdx.x * blockDim.x + threadIdx.x;\n  " +
        test + " row[j] = row[j] / 2;\n}\n";
    return proposed(text, finding("race.grid", line));
  };
  const std::string never = "`if (j < k)` before the statement in line 3";
  REQUIRE(has(guards("if (j < n)"), never));
  for (const char* test : {"if (j >= k && j < n)", "if (k <= j)", "if (j < n && j > k)"})
    CHECK_FALSE(has(guards(test), never));
  // In the other branch, and where it is one of two tests, the statement may still run.
  CHECK(has(guards("if (j >= k)\n    row[0] = 1;\n  else\n   ", 6),
            "`if (j < k)` before the statement in line 6"));
  CHECK(has(guards("if (j >= k || j == 0)"), never));
}

TEST_CASE("a guard is made of the tests that are there", "[remedy]") {
  const std::string text =
      "__global__ void k(int m, int n, real* C) {\n"
      "  int row = threadIdx.y, col = threadIdx.x;\n"
      "  if (row >= m - 1) return;\n"
      "  if (row < m) C[row * n + col] = 0;\n}\n";
  const auto list = proposed(text, finding("bounds.outside", 4));
  CHECK(has(list, "`row < m && col < n` in place of `row < m` in line 4"));
  CHECK(has(list, "`row >= m - 1 || col >= m - 1` in place of `row >= m - 1` in line 3"));
}

TEST_CASE("what a test leaves out is cleared, and a barrier behind it stays one", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, const real* A) {\n"
      "  __shared__ real s[32];\n"
      "  if (threadIdx.x < n) s[threadIdx.x] = A[threadIdx.x];\n"
      "  use(s[3]);\n"
      "  if (threadIdx.x < n) A[threadIdx.x] = s[0];\n}\n";  // outside of A nobody may clear
  const Code code(text);
  const auto all = proposals_for(code, "dot.cu", finding("read.unwritten-shared", 4, 3), 0);
  CHECK(has(words(all), "`else s[threadIdx.x] = 0;` after line 3"));
  REQUIRE(has(words(all), "`__syncthreads();` after line 3"));
  const std::string with = with_proposals(code, all);
  CHECK(with.find("A[threadIdx.x]; else if (") != with.npos);
}

TEST_CASE("what is outside gets the test of its own index, and the host memory it may use",
          "[remedy]") {
  const std::string text =
      "__global__ void k(int n, int row, int col, real* A) {\n"
      "  if (row < n) A[row * n + col + 1] = 0;\n}\n"
      "void dot(int n, real* r) {\n"
      "  cudaMallocManaged(&r, n);\n"
      "  cudaMalloc(&a, n);\n"
      "  a[0] = 0;\n}\n";
  CHECK(has(proposed(text, finding("bounds.outside", 2)),
            "`col + 1 < n` in place of `row < n` in line 2"));
  CHECK(has(proposed(text, finding("pointer.of-device", 7)),
            "`cudaMallocManaged(&a, n)` in place of `cudaMalloc(&a, n)` in line 6"));
  // Who manages nothing has a copy in mind.
  CHECK_FALSE(has(proposed("void dot(int n) {\n  cudaMalloc(&a, n);\n  a[0] = 0;\n}\n",
                           finding("pointer.of-device", 3)),
                  "`cudaMallocManaged(&a, n)` in place of `cudaMalloc(&a, n)` in line 2"));
}

TEST_CASE("what takes a statement's place stands next to it", "[remedy]") {
  const Code code("void f(real* r) {\n  *r = 0;\n}\n");
  Proposal in_place, before;
  in_place.insertions = {{20, "if (simt_remedy(0)) { a(); } else "}};
  before.insertions = {{20, "if (simt_remedy(1)) { b(); } "}};
  CHECK(with_proposals(code, {in_place, before}) ==
        "void f(real* r) {\n  if (simt_remedy(1)) { b(); } if (simt_remedy(0)) { a(); } else *r = "
        "0;\n}\n");
}

TEST_CASE("a guard has both indices of a row, and what a kernel makes of its threads", "[remedy]") {
  const std::string tile =
      "__global__ void k(int m, int n, const real* A) {\n  __shared__ real s[4];\n"
      "  int row = threadIdx.y, x = threadIdx.x;\n  s[x] = A[row * n + x];\n}\n";
  CHECK(has(proposed(tile, finding("bounds.outside", 4)),
            "`(row < m && x < n) ? … : 0` as the value in line 4"));
  const std::string cube =
      "__global__ void k(int N, int planes, real* u) {\n  int k = threadIdx.x + 1;\n"
      "  int i = threadIdx.z + 1;\n  int at = i * N + k;\n  u[at] = 0;\n}\n";
  CHECK(has(proposed(cube, finding("bounds.outside", 5)),
            "`if (i <= planes && k < N - 1)` before the statement in line 5"));
}

TEST_CASE("a thread that stays is not guarded twice", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, real* out) {\n  int i = threadIdx.x;\n  if (i >= n) return;\n"
      "  __syncthreads();\n  if (i < n) out[i] = 1;\n}\n";
  const auto list = proposed(text, finding("barrier.after-return", 4));
  CHECK(has(list, "`if (i >= n) return;` removed from line 3"));
}
