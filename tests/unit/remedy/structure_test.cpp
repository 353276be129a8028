// Proposals for mistakes of structure: what is seen in the source before anything is tried.
#include <algorithm>

#include "remedy/proposals.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
using namespace warpgrade::remedy;

namespace {

std::string spelled_out(const Proposal& proposal) {
  std::string all = describe(proposal.remedy);
  for (const Remedy& other : proposal.others) all += "; " + describe(other);
  return all;
}

std::string first_for_values(const std::string& text, const Outputs& outputs = {}) {
  const Code code(text);
  const auto all = proposals_for_values(code, "lab.cu", "f", 0, outputs);
  return all.empty() ? "" : spelled_out(all.front());
}

std::string first_for(const std::string& text, const std::string& cause, int line) {
  const Code code(text);
  Finding finding;
  finding.file = "lab.cu";
  finding.line = line;
  finding.cause.id = cause;
  const auto all = proposals_for(code, "lab.cu", finding, 0);
  return all.empty() ? "" : spelled_out(all.front());
}

}  // namespace

TEST_CASE("a macro's bare parameters get parentheses if an argument needs them", "[remedy]") {
  const std::string macro = "#define AT(i, j) (i * N + j)\n",
                    kernel = "__global__ void k(int N, int i, real* u) {\n  u[0] = u[AT(";
  CHECK(first_for(macro + kernel + "i - 1, 2)];\n}\n", "bounds.outside", 3) ==
        "`((i) * N + (j))` in place of `(i * N + j)` in line 1");
  // Parentheses that come with another change would mend the call while nothing is switched on.
  const Code code(macro + kernel + "i - 1, 2)];\n}\n");
  const auto with_calls = proposals_for_values(code, "lab.cu", "k", 0);
  CHECK(with_proposals(code, with_calls).find("AT(i - 1, 2)") != std::string::npos);
  CHECK(first_for(macro + kernel + "i, 2)];\n}\n", "bounds.outside", 3).find("line 1") ==
        std::string::npos);
  // Without brackets around the whole it can be tried if no operator stands beside the call.
  const std::string open = "#define AT(i, j) i * N + j\n";
  CHECK(first_for(open + kernel + "i - 1, 2)];\n}\n", "bounds.outside", 3) ==
        "`((i) * N + (j))` in place of `i * N + j` in line 1");
  CHECK(first_for(open + kernel + "i - 1, 2) * 2];\n}\n", "bounds.outside", 3).find("line 1") ==
        std::string::npos);
}

TEST_CASE("pointers swapped by hand in a function are taken by reference", "[remedy]") {
  const std::string text =
      "void swap_them(real* p, real* q) {\n  real* t = p;\n  p = q;\n  q = t;\n}\n"
      "void f(real* x, real* y) {\n  swap_them(x, y);\n}\n";
  CHECK(first_for_values(text) == "`real*& p, real*& q` in place of `real* p, real* q` in line 1");
}

TEST_CASE("grid and block are exchanged where the names say so", "[remedy]") {
  const auto launch = [](const std::string& sizes) {
    return "__global__ void k() {}\nvoid f(int n, int block_size) {\n"
           "  dim3 b(32, 8), g((n + 31) / 32, (n + 7) / 8);\n  k<<<" +
           sizes + ">>>();\n}\n";
  };
  CHECK(first_for(launch("block_size, n, 4"), "bounds.dynamic-shared", 1) ==
        "`n, block_size` in place of `block_size, n` in line 4");
  CHECK(first_for(launch("b, n"), "launch.block-too-large", 4) ==
        "`n, b` in place of `b, n` in line 4");
  CHECK(first_for(launch("n, block_size"), "launch.block-too-large", 4).empty());
}

TEST_CASE("the other of two arrays becomes the target, and they take turns", "[remedy]") {
  const auto rounds = [](const std::string& array, const std::string& swap) {
    return "__global__ void k(const real* x, real* y) {}\n"
           "void f(real* c, real* d) {\n  real* v[2]; int cur = 0;\n"
           "  for (int s = 0; s < 4; ++s) {\n    k<<<1, 1>>>(" +
           array + ", " + array + ");\n" + swap + "  }\n}\n";
  };
  CHECK(first_for(rounds("v[cur]", ""), "race.grid", 5) ==
        "`v[1 - cur]` in place of `v[cur]` in line 5; `cur = 1 - cur;` after line 5");
  CHECK(first_for(rounds("v[cur]", "cur ^= 1;\n"), "race.grid", 5) ==
        "`v[1 - cur]` in place of `v[cur]` in line 5");
  CHECK(first_for(rounds("c", ""), "race.grid", 5) ==
        "`d` in place of `c` in line 5; `std::swap(c, d);` after line 5");
}

TEST_CASE("a loop gets the limit that the function ignores", "[remedy]") {
  const auto loop = [](const std::string& head) {
    return "void f(int n, int most, double tolerance) {\n  if (most == 0) return;\n"
           "  int done = 0;\n  double norm = 1;\n  " +
           head + " {\n    k<<<n, 1>>>(&norm);\n    done++;\n  }\n}\n";
  };
  CHECK(first_for(loop("while (norm > tolerance)"), "loop.endless-on-host", 5) ==
        "`norm > tolerance && done < most` in place of `norm > tolerance` in line 5");
  CHECK(first_for(loop("while (true)"), "loop.endless-on-host", 5) ==
        "`done < most` in place of `true` in line 5");
  CHECK(first_for(loop("while (done < most)"), "loop.endless-on-host", 5).find("most") ==
        std::string::npos);
}

TEST_CASE("a start that is copied from an output becomes zeros", "[remedy]") {
  const Outputs outputs{{{"x", " * n"}}, false};
  const auto start = [](const std::string& copy) {
    return "void f(int n, const real* a, real* x) {\n  " + copy + "\n}\n";
  };
  CHECK(first_for_values(start("std::copy(x, x + n, cur);"), outputs) ==
        "`std::fill(cur, cur + n, real(0))` in place of `std::copy(x, x + n, cur)` in line 2");
  CHECK(first_for_values(start("memcpy(cur, x, bytes);"), outputs) ==
        "`memset(cur, 0, bytes)` in place of `memcpy(cur, x, bytes)` in line 2");
  CHECK(first_for_values(start("for (int i = 0; i < n; ++i) cur[i] = x[i];"), outputs) ==
        "`0` in place of `x[i]` in line 2");
  CHECK(first_for_values(start("memcpy(cur, a, bytes);"), outputs).find("memset") ==
        std::string::npos);
}

TEST_CASE("a result that a kernel adds to is set to 0 before the launch", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, real* out) {\n  *out = *out + n;\n}\n"
      "void f(int n, real* result) {\n  k<<<1, 1>>>(n, result);\n}\n";
  CHECK(first_for(text, "read.unwritten", 2) ==
        "`cudaMemset(result, 0, sizeof(*result));` before line 5");
}

TEST_CASE("one thread takes a lock, uses it and releases it", "[remedy]") {
  const std::string text =
      "__device__ void acquire() { while (atomicCAS(&m, 0, 1)); }\n"
      "__device__ void release() { atomicExch(&m, 0); }\n"
      "__global__ void k(real* r, real s) {\n  const int tid = threadIdx.x;\n  acquire();\n"
      "  *r += s;\n  release();\n}\n";
  CHECK(first_for(text, "lock.several-lanes", 1) ==
        "`if (tid == 0) {` before line 5; `}` after line 7");
}

TEST_CASE("what is read before a lock moves behind its fence", "[remedy]") {
  const std::string text =
      "__global__ void k(real* r, real v) {\n  real before = *r;\n"
      "  while (atomicCAS(&m, 0, 1)) { }\n  __threadfence();\n  *r = before + v;\n}\n";
  CHECK(first_for(text, "race.volatile", 2) == "`real before = *r;` behind line 4, not in line 2");
  const std::string constant = std::string(text).replace(text.find("real before"), 4, "const real");
  CHECK(first_for(constant, "race.grid", 2) ==
        "`const real before = *r;` behind line 4, not in line 2");
}

TEST_CASE("numbers of bytes in variables are mended together", "[remedy]") {
  const std::string text =
      "void f(int m, int n, int k, real* B, real* C) {\n"
      "  size_t b = (size_t)k * k * sizeof(real), a = m * k * sizeof(real);\n"
      "  size_t c = (size_t)m * n;\n  cudaMemcpy(d, A, a, x);\n"
      "  cudaMemcpy(d, B, b, x);\n  cudaMemcpy(C, e, c, x);\n}\n";
  const Code code(text);
  Finding finding;
  finding.file = "lab.cu";
  finding.line = 5;
  finding.cause.id = "copy.wrong-size";
  std::vector<std::string> all;
  for (const Proposal& each : proposals_for(code, "lab.cu", finding, 0))
    all.push_back(spelled_out(each));
  const std::string bytes = "`(size_t)m * n * sizeof(real)` in place of `(size_t)m * n` in line 3";
  const std::string size =
      "`(size_t)k * n * sizeof(real)` in place of `(size_t)k * k * sizeof(real)` in line 2";
  CHECK(std::count(all.begin(), all.end(), size + "; " + bytes) == 1);
  CHECK(std::count(all.begin(), all.end(), size) == 1);
  CHECK(std::count(all.begin(), all.end(), bytes) == 1);
}
