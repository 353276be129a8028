// Parts that are left out: a last index, a start in each round, a step, a copy on the device, a
// term.
#include "tests/unit/remedy/check_proposed.h"

using namespace warpgrade;
using namespace warpgrade::remedy;

TEST_CASE("the last index of each axis is left out", "[remedy]") {
  check_for_values(
      "__global__ void k(int n, real* u) {\n"
      "  if (j >= n || k >= n) return;\n"
      "  u[j * n + k] = 0;\n}\n",
      "`j >= n - 1 || k >= n - 1` in place of `j >= n || k >= n` in line 2");
  check_for_values(
      "__global__ void k(int n, real* u) {\n"
      "  if (j < n && k < n) u[j * n + k] = 0;\n}\n",
      "`j < n - 1 && k < n - 1` in place of `j < n && k < n` in line 2");
}

TEST_CASE("what a call sets is set again in each round", "[remedy]") {
  const auto rounds = [](const std::string& set, const std::string& given) {
    return "void task(int n) {\n  " + set + ";\n  while (done < n) {\n    sweep<<<n, 32>>>(n, " +
           given + ");\n    ++done;\n  }\n}\n";
  };
  check_for_values(rounds("norm.zero()", "norm.get()"), "`norm.zero();` before line 4");
  check_for_values(rounds("clear(norm)", "norm"), "`clear(norm);` before line 4");
  check_for_values(rounds("clear<<<1, 1>>>(norm)", "norm"),
                   "`clear<<<1, 1>>>(norm);` before line 4");
  // What allocates must not run twice, and of another object nothing is known.
  CHECK_FALSE(has(for_values(rounds("cudaMalloc(&norm, 8)", "norm")),
                  "`cudaMalloc(&norm, 8);` before line 4"));
  CHECK_FALSE(has(for_values(rounds("other.zero()", "norm")), "`other.zero();` before line 4"));
}

TEST_CASE("an element is stored where its operands were read", "[remedy]") {
  const std::string kernel =
      "constexpr int X = 32;\n"
      "__global__ void k(int n, real* C) {\n"
      "  for (int c = 0; c < 4; ++c) sum[c] = B[col + c * X];\n"
      "  for (int c = 0; c < 4; ++c) C[col + c] = sum[c];\n}\n";
  const std::string wanted = "`col + c * X` in place of `col + c` in line 4";
  check_for_values(kernel, wanted);
  check_for_finding(kernel, "race.same-store", 4, wanted);
}

TEST_CASE("a launch is given the owner's memory", "[remedy]") {
  check_for_finding(
      "void task(int n, const real* A, const real* B) {\n"
      "  const Array dev_a = upload(A, n);\n"
      "  const Array dev_b = upload(B, n);\n"
      "  k<<<n, 32>>>(n, dev_a.get(), B);\n}\n",
      "pointer.of-host", 4, "`dev_b.get()` in place of `B` in line 4");
}

TEST_CASE("the old value is added", "[remedy]") {
  check_for_values(
      "__global__ void k(const real* b, const real* x, real* y) {\n"
      "  y[i] = (b[i] - sum) / d;\n}\n",
      "`(b[i] - sum) / d + x[i]` in place of `(b[i] - sum) / d` in line 2");
}

TEST_CASE("all threads store their part", "[remedy]") {
  check_for_finding(
      "__global__ void k(int n, real* r) {\n"
      "  extern __shared__ real part[];\n"
      "  if (t < n) part[t] = sum;\n"
      "  __syncthreads();\n"
      "  *r = part[t + h];\n}\n",
      "read.unwritten-shared", 5,
      "`part[t] = sum;` in place of `if (t < n) part[t] = sum;` in line 3");
}
