// Proposals for launches, copies, buffers and other code of the host.
#include "remedy/proposals.h"
#include "tests/unit/catch.h"
#include "tests/unit/remedy/proposed.h"

using namespace warpgrade;
using namespace warpgrade::remedy;

TEST_CASE("a result is looked for in the other buffer before a loop gets another round",
          "[remedy]") {
  const auto list = for_values(
      "void jacobi(int n, int k, const real* b, real* x) {\n  real *u, *v;\n"
      "  for (int i = 0; i < k; i++) { sweep<<<n, 1>>>(n, b, u, v); std::swap(u, v); }\n"
      "  cudaMemcpy(x, v, n * sizeof(real), cudaMemcpyDeviceToHost);\n}\n");
  const auto place = [&](const std::string& what) {
    return std::find_if(list.begin(), list.end(),
                        [&](const std::string& p) { return p.find(what) != std::string::npos; });
  };
  CHECK(place("`u` in place of `v` in line 4") < place("`i <= k` in place of `i < k` in line 3"));
  CHECK(place("`i <= k` in place of `i < k` in line 3") < list.end());
}

TEST_CASE("a kernel that never asks for its block is tried with one", "[remedy]") {
  const std::string text =
      "__global__ void one(int n, real* A) {\n  A[threadIdx.x] = n;\n}\n"
      "__global__ void many(int n, real* A) {\n  A[blockIdx.x] = n;\n}\n"
      "void dot(int n, int t, real* A) {\n"
      "  one<<<(n + t - 1) / t, t>>>(n, A);\n"
      "  many<<<(n + t - 1) / t, t>>>(n, A);\n}\n";
  const auto list = proposed(text, finding("race.grid", 2));
  CHECK(has(list, "`1` in place of `(n + t - 1) / t` in line 8"));
  for (const std::string& each : list) CHECK(each.find("line 9") == each.npos);
}

TEST_CASE("copies are tried the other way, and whole numbers divided as reals", "[remedy]") {
  const std::string text =
      "__global__ void k(real* A) {\n  A[0] = (1 / 6) * sqrtf(A[1]);\n}\n"
      "void dot(real* A, real* B) {\n"
      "  cudaMemcpy(A, B, 4, cudaMemcpyHostToDevice);\n}\n";
  const auto list = for_values(text);
  CHECK(has(list, "`cudaMemcpyDeviceToHost` in place of `cudaMemcpyHostToDevice` in line 5"));
  CHECK(has(list, "`real(1) / 6` in place of `1 / 6` in line 2"));
  CHECK(has(list, "`sqrt(A[1])` in place of `sqrtf(A[1])` in line 2"));
}

TEST_CASE("a kernel's other sizes and axes are tried", "[remedy]") {
  const auto list = all_for_values(
      "__global__ void k(int m, int n, const real* A, real* C) {\n"
      "  int row = blockIdx.y * blockDim.x + threadIdx.y;\n"
      "  if (row < n && col < n) C[(size_t)row * m + col] = A[row];\n}\n");
  CHECK(cause_fixed_by(
            list, "`C[(size_t)row * n + col]` in place of `C[(size_t)row * m + col]` in line 3") ==
        "`C[(size_t)row * m + col]` steps over rows of `m` elements; the rows of this array have "
        "`n`.");
  CHECK(cause_fixed_by(list, "`row < m` in place of `row < n` in line 3") ==
        "`row < n` uses the wrong size: `n` in place of `m`.");
  CHECK(cause_fixed_by(list, "`blockDim.y` in place of `blockDim.x` in line 2") ==
        "`blockDim.x` is the wrong axis of the launch: `blockDim.y` is the one that counts here.");
  const auto helper =
      all_for_values("__device__ real of_thread(const real* A) {\n  return A[threadIdx.y];\n}\n");
  CHECK(has(words(helper), "`threadIdx.x` in place of `threadIdx.y` in line 2"));
}

TEST_CASE("what launches are given is tried the other way round", "[remedy]") {
  const auto list = for_values(
      "__global__ void k(int n, int m, const real* x, real* y) {}\n"
      "void dot(int n, int m, const real* A, real* r) {\n"
      "  real *a, *b;\n"
      "  dim3 grid(m / 16, n / 16);\n"
      "  k<<<block, grid>>>(m, n, a, b);\n"
      "  k<<<block, grid>>>(m, n, A, b);\n"
      "  cudaMemcpy(r, a, n, cudaMemcpyDefault);\n}\n");
  CHECK(has(list, "`grid, block` in place of `block, grid` in line 5"));
  CHECK(has(list, "`n, m` in place of `m, n` in line 5"));
  CHECK(has(list, "`b, a` in place of `a, b` in line 5"));
  CHECK_FALSE(has(list, "`b, A` in place of `A, b` in line 6"));  // one may not be written
  CHECK(has(list, "`n / 16, m / 16` in place of `m / 16, n / 16` in line 4"));
  CHECK(has(list, "`b` in place of `a` in line 7"));
}

TEST_CASE("rests, counts of launches and starts of copies are tried otherwise", "[remedy]") {
  const auto list = all_for_values(
      "__global__ void k(int n, const real* A) {\n"
      "  for (int i = n / 4; i < n; i++) s += A[i];\n"
      "  int last = n % T;\n}\n"
      "void dot(int n, int lo, const real* A, real* r) {\n"
      "  int blocks = n / 256 - 1;\n"
      "  k<<<blocks, 256>>>(n, A);\n"
      "  cudaMemcpy(a + lo, A, n, cudaMemcpyDefault);\n}\n");
  CHECK(cause_fixed_by(list, "`n / 4 * 4` in place of `n / 4` in line 2")
            .find("begins at `n / 4`, the number of groups") != std::string::npos);
  CHECK(cause_fixed_by(list, "`(n - 1) % T + 1` in place of `n % T` in line 3") ==
        "`n % T` is 0 where n is a multiple of T, and the last part is then a whole one.");
  CHECK(cause_fixed_by(list, "`n / 256` in place of `n / 256 - 1` in line 6") ==
        "`n / 256 - 1` counts one too few.");
  CHECK(cause_fixed_by(list, "`A + lo` in place of `A` in line 8") ==
        "The copy begins at the start of `A`; its offset is missing: `lo`.");
}

TEST_CASE("of two buffers the other one is tried, in calls and in subscripts", "[remedy]") {
  const std::string text =
      "__global__ void k(real* r) {\n"
      "  __shared__ real t[2][32];\n"
      "  int cur = 0;\n"
      "  for (int s = 0; s < 4; s++) {\n"
      "    fetch(cur, s + 1);\n"
      "    r[s] = t[cur][s];\n"
      "    cur = 1 - cur;\n"
      "  }\n}\n";
  const auto list = proposed(text, finding("race.block", 5, 6));
  CHECK(has(list, "`fetch(1 - cur, s + 1)` in place of `fetch(cur, s + 1)` in line 5"));
  CHECK(has(list, "`t[1 - cur]` in place of `t[cur]` in line 6"));
  CHECK_FALSE(has(list, "`1 - 1 - cur` in place of `1 - cur` in line 7"));
}

TEST_CASE("an event is recorded behind the launch, and the host waits before it", "[remedy]") {
  const std::string text =
      "__global__ void k(real* r) {\n"
      "  r[0] = 0;\n}\n"
      "void f(real* r) {\n"
      "  CHECK(cudaEventRecord(e, s));\n"
      "  k<<<1, 1, 0, s>>>(r);\n"
      "  cudaMemcpyAsync(r, r, 4, cudaMemcpyDefault, t);\n}\n";
  const auto list = proposed(text, finding("race.streams", 7, 2));
  REQUIRE_FALSE(list.empty());
  CHECK(list[0] == "`CHECK(cudaEventRecord(e, s));` behind line 6, not in line 5");
  CHECK(has(list, "`cudaDeviceSynchronize();` before line 6"));
}

TEST_CASE("CUDA gets what a pointer holds, not its address", "[remedy]") {
  const std::string text =
      "void f(real* r) {\n"
      "  int sum;\n"
      "  cudaMemset(&r, 0, sizeof(real));\n"
      "  cudaMemcpy(&sum, r, 4, cudaMemcpyDeviceToHost);\n}\n";
  const auto list = proposed(text, finding("error.unnoticed", 3));
  CHECK(has(list, "`r` in place of `&r` in line 3"));
  CHECK_FALSE(has(list, "`sum` in place of `&sum` in line 4"));
}

TEST_CASE("what a function returns as the size of shared memory is in bytes", "[remedy]") {
  const std::string text =
      "__global__ void k(real* r) {\n"
      "  extern __shared__ real s[];\n"
      "  s[threadIdx.x] = r[0];\n}\n"
      "int room(int threads) {\n"
      "  return 2 * threads;\n}\n"
      "void f(real* r) {\n"
      "  k<<<1, 32, room(32)>>>(r);\n}\n";
  const auto list = proposed(text, finding("bounds.dynamic-shared", 3));
  CHECK(has(list, "`(2 * threads) * sizeof(real)` in place of `2 * threads` in line 6"));
}

TEST_CASE("shared memory is for each array that the kernel keeps there", "[remedy]") {
  const std::string text =
      "__global__ void k(real* r) {\n"
      "  extern __shared__ real s[];\n"
      "  real* out = s + blockDim.x * In::words;\n"
      "  out[threadIdx.x * Out::words] = r[0];\n}\n"
      "void f(real* r) {\n"
      "  const int each = In::words * sizeof(real);\n"
      "  k<<<1, 32, 32 * each>>>(r);\n}\n";
  const auto list = proposed(text, finding("bounds.dynamic-shared", 4));
  CHECK(has(list, "`In::words + Out::words` in place of `In::words` in line 7"));
}

TEST_CASE("a test for whole vectors is of all lengths of rows", "[remedy]") {
  const std::string text =
      "void f(int m, int n, int k) {\n"
      "  const bool fast = n % mm::V == 0;\n"
      "  const bool slow = n % 4 != 0;\n}\n";
  const auto list = proposed(text, finding("access.misaligned", 2));
  CHECK(has(list, "`n % mm::V == 0 && k % mm::V == 0` in place of `n % mm::V == 0` in line 2"));
  CHECK(has(list, "`n % 4 != 0 || k % 4 != 0` in place of `n % 4 != 0` in line 3"));
}

TEST_CASE("a kernel gets the number of blocks that ran, and pointers of the device", "[remedy]") {
  const std::string text =
      "__global__ void one(int n, const real* A, real* p) {\n"
      "  p[blockIdx.x] = A[0];\n}\n"
      "__global__ void two(int n, const real* p) {\n"
      "  real x = p[n];\n}\n"
      "void dot(int n, const real* A) {\n"
      "  real* d_A;\n"
      "  one<<<blocks, 32>>>(n, A, d_A);\n"
      "  two<<<1, 32>>>(MOST, d_A);\n}\n";
  CHECK(
      has(proposed(text, finding("read.unwritten", 5)), "`blocks` in place of `MOST` in line 10"));
  CHECK(has(proposed(text, finding("pointer.of-host", 2)), "`d_A` in place of `A` in line 9"));
}

TEST_CASE("host code gets other pitches, references and more shared memory", "[remedy]") {
  const std::string text =
      "void sweep(real* a, real* b) {\n"
      "  std::swap(a, b);\n}\n"
      "void f(real* x, real* y, int n, int w) {\n"
      "  for (int i = 0; i < n; i++) sweep(x, y);\n"
      "  cudaMemcpy2D(x, w, y, n, w, n, cudaMemcpyDefault);\n"
      "  const int bytes = (n + w) * sizeof(real);\n"
      "  k<<<1, 32, bytes>>>(x);\n}\n";
  const Code code(text);
  const auto list = words(proposals_for_values(code, "dot.cu", "f", 0));
  CHECK(has(list, "`real*& a, real*& b` in place of `real* a, real* b` in line 1"));
  CHECK(has(list, "`n` in place of `w` in line 6"));
  const std::string kernel = "\n__global__ void k(real* s) {\n  s[0] = 0;\n}\n";
  CHECK(has(proposed(text + kernel, finding("bounds.dynamic-shared", 11)),
            "`(n + w + 2) * sizeof(real)` in place of `(n + w) * sizeof(real)` in line 7"));
}

TEST_CASE("launches give the shared memory that their kernels declare", "[remedy]") {
  const auto proposals_for_launch = [](const std::string& array, const std::string& launch) {
    return proposed("__global__ void k(real* x) {\n  " + array + "\n  s[threadIdx.x] = 0;\n}\n" +
                        "void f(real* x, int n) {\n  dim3 square(8, n);\n  " + launch + "(x);\n}\n",
                    finding("bounds.dynamic-shared", 3));
  };
  const std::string one = "extern __shared__ real s[];";
  CHECK(has(proposals_for_launch(one, "k<<<4, n>>>"),
            "`<<<4, n, n * sizeof(real)>>>` in place of `<<<4, n>>>` in line 7"));
  CHECK(has(proposals_for_launch(one, "k<<<4, n / 2>>>"),
            "`<<<4, n / 2, (n / 2) * sizeof(real)>>>` in place of `<<<4, n / 2>>>` in line 7"));
  CHECK(has(proposals_for_launch(one, "k<<<4, square>>>"),
            "`<<<4, square, square.x * square.y * square.z * sizeof(real)>>>` in place of "
            "`<<<4, square>>>` in line 7"));
  CHECK(has(
      proposals_for_launch("extern __shared__ real s[]; real* t = s + n;", "k<<<4, dim3(8, n)>>>"),
      "`<<<4, dim3(8, n), (8) * (n) * 2 * sizeof(real)>>>` in place of "
      "`<<<4, dim3(8, n)>>>` in line 7"));
  CHECK(has(proposals_for_launch("extern __shared__ __align__(16) real s[];", "k<<<4, n>>>"),
            "`<<<4, n, n * sizeof(real)>>>` in place of `<<<4, n>>>` in line 7"));
  const std::string helper =
      "__device__ real sum(real x) {\n  extern __shared__ real s[];\n  s[threadIdx.x] = x;\n"
      "  return s[0];\n}\n__global__ void k(real* x) {\n  x[0] = sum(x[0]);\n}\n"
      "void f(real* x, int n) {\n  k<<<4, n>>>(x);\n}\n";
  CHECK(has(proposed(helper, finding("bounds.dynamic-shared", 3)),
            "`<<<4, n, n * sizeof(real)>>>` in place of `<<<4, n>>>` in line 10"));
  for (const std::string& each : proposals_for_launch(one, "k<<<4, n, n>>>"))
    CHECK(each.find("<<<4, n, n") == std::string::npos);
  const std::string three = "extern __shared__ real s[]; real *t = &s[n], *u = &s[2 * n];";
  CHECK(has(proposals_for_launch(three, "k<<<4, n, n * sizeof(real)>>>"),
            "`3 * n * sizeof(real)` in place of `n * sizeof(real)` in line 7"));
  CHECK(has(proposals_for_launch(three, "k<<<4, n, bytes + 4>>>"),
            "`3 * (bytes + 4)` in place of `bytes + 4` in line 7"));
  for (const std::string& each : proposals_for_launch("__shared__ real s[32];", "k<<<4, n>>>"))
    CHECK(each.find("<<<4, n, n") == std::string::npos);
}

TEST_CASE("pointers of the host are replaced in all of a call", "[remedy]") {
  const std::string text =
      "void g(const real* A, real* C) {\n  k<<<1, 1>>>(A, C);\n}\n"
      "void f(const real* A, real* C) {\n  real *dA, *dC;\n  g(A, C);\n}\n";
  CHECK(
      has(proposed(text, finding("pointer.of-host", 2)), "`dA, dC` in place of `A, C` in line 6"));
}

TEST_CASE("a pointer to a device variable gets its address on the device", "[remedy]") {
  Finding of_table = finding("pointer.of-variable", 3);
  of_table.cause.facts["variable"] = "table";
  const std::string text =
      "__constant__ real table[8][8], other[8];\n"
      "void f() {\n  const real* p = &table[0][0];\n  const real* q = other;\n"
      "  k<<<1, 1>>>(p, q);\n}\n";
  const auto list = proposed(text, of_table);
  CHECK(has(list, "`cudaGetSymbolAddress((void**)&p, table);` after line 3"));
  CHECK(list.size() == 1);
}
