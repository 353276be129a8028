// Mistakes that many students make when they write a kernel for the first time.
#include "tests/unit/remedy/check_proposed.h"

using namespace warpgrade;
using namespace warpgrade::remedy;

TEST_CASE("an early return frees what was allocated before it", "[remedy]") {
  const std::string begin =
      "void task(int n) {\n"
      "  cudaMalloc(&a, n);\n"
      "  CHECK(cudaMalloc((void**)&b, n));\n";
  const std::string end =
      "  cudaFree(b);\n"
      "  CHECK(cudaFree(a));\n}\n";
  const std::string in_braces = begin + "  if (n == 1) {\n    return;\n  }\n" + end;
  const std::string wanted = "`CHECK(cudaFree(a));` before line 5; `cudaFree(b);` before line 5";
  check_for_finding(in_braces, "memory.leak", 2, wanted);
  check_for_finding(in_braces, "memory.leak", 3, wanted);
  check_for_finding(
      begin + "  if (n == 1)\n    return;\n" + end, "memory.leak", 2,
      "`{ CHECK(cudaFree(a)); cudaFree(b); return; }` in place of `return;` in line 5");
}

TEST_CASE("a load into shared memory tests what it reads", "[remedy]") {
  check_for_values(
      "__global__ void k(int m, int n, int q, const real* A, const real* B) {\n"
      "  __shared__ real s[8][8], t[8][8];\n"
      "  const bool inside = row < m && col < n;\n"
      "  s[y][x] = inside && p + x < q ? A[row * q + p + x] : 0;\n"
      "  t[y][x] = (row < m && col < n && p + y < q) ? B[(p + y) * n + col] : 0;\n"
      "}\n",
      "`row < m && p + x < q` in place of `inside && p + x < q` in line 4; `col < n && p + y < q` "
      "in "
      "place of `row < m && col < n && p + y < q` in line 5");
}

TEST_CASE("walls are in the tile, too", "[remedy]") {
  const std::string wanted = "`i < n && j < n` in place of `inner` in line 4";
  const std::string text =
      "__global__ void k(int n, const real* u) {\n"
      "  __shared__ real s[10][10];\n"
      "  bool inner = i > 0 && i < n - 1 && j < n - 1;\n"
      "  if (inner) {\n"
      "    s[y][x] = u[j * n + i];\n"
      "    if (x == 1) s[y][0] = u[j * n + i - 1];\n"
      "  }\n}\n";
  check_for_finding(text, "read.unwritten-shared", 5, wanted);
  check_for_values(text, wanted);
}

TEST_CASE("a thread that sets one element of a longer row walks along it", "[remedy]") {
  check_for_values(
      "__global__ void k(int n, real* A) {\n"
      "  const std::size_t row = blockIdx.x;\n"
      "  const std::size_t j = row + threadIdx.x;\n"
      "  if (j < n) A[row * n + j] -= A[j];\n}\n",
      "`for (std::size_t e = j; e < n; e += blockDim.x) A[row * n + e] -= A[e];` in place of `if "
      "(j "
      "< n) A[row * n + j] -= A[j];` in line 4");
}

TEST_CASE("a lock is taken when the old value was that of a free one", "[remedy]") {
  check_for_finding(
      "__device__ int lock;\n"
      "__global__ void k() {\n"
      "  while (!atomicCAS(&lock, 0, 1)) {\n  }\n}\n",
      "lock.not-taken", 3,
      "`atomicCAS(&lock, 0, 1) != 0` in place of `!atomicCAS(&lock, 0, 1)` in line 3");
}

TEST_CASE("a test joins the one that a statement has", "[remedy]") {
  check_for_values(
      "__global__ void k(int n, real* A, int* info) {\n"
      "  if (!(A[0] > 0)) *info = n;\n}\n",
      "`!(A[0] > 0) && *info == 0` in place of `!(A[0] > 0)` in line 2");
}

TEST_CASE("streams wait for each other after all of them have work", "[remedy]") {
  const std::string text =
      "__global__ void k(real* A) {\n  A[0] += 1;\n}\n"
      "void task(real* A) {\n"
      "  for (int step = 0; step < 9; ++step) {\n"
      "    for (int s = 0; s < 2; ++s) {\n"
      "      k<<<1, 1, 0, stream[s]>>>(A);\n"
      "    }\n  }\n}\n";
  check_for_finding(text, "race.streams", 2, "`cudaDeviceSynchronize();` after line 8");
  check_for_finding(text, "race.streams", 2, "`cudaDeviceSynchronize();` before line 7");
}

TEST_CASE("a loop that ends by its norm has swapped before", "[remedy]") {
  check_for_values(
      "void task(real* a, real* b) {\n"
      "  for (int s = 0; s < 9; ++s) {\n"
      "    if (norm <= tolerance) break;\n"
      "    std::swap(a, b);\n"
      "  }\n}\n",
      "`std::swap(a, b); if (norm <= tolerance) break;` in place of `if (norm <= tolerance) break; "
      "std::swap(a, b);` in line 3");
}

TEST_CASE("what is added to a quotient is not divided", "[remedy]") {
  const std::string text =
      "__global__ void k(real* y, const real* b, const real* x, real d) {\n"
      "  y[0] = (b[0] - sum + x[0]) / d;\n"
      "  const int blocks = (n + 31) / 32;\n}\n";
  check_for_values(text,
                   "`(b[0] - sum) / d + x[0]` in place of `(b[0] - sum + x[0]) / d` in line 2");
  const Code code(text);
  for (const std::string& each : words(proposals_for_values(code, "dot.cu", "task", 0)))
    CHECK(each.find("(n) / 32") == each.npos);
}

TEST_CASE("only threads with a column store to a narrow tile", "[remedy]") {
  const std::string text =
      "__global__ void k(const real* A) {\n"
      "  __shared__ real s[32][COLUMNS];\n"
      "  s[threadIdx.y][threadIdx.x] = A[0];\n}\n";
  check_for_finding(text, "bounds.row", 3,
                    "`if (threadIdx.x < COLUMNS)` before the statement in line 3");
}

TEST_CASE("a step in a block becomes one of the whole", "[remedy]") {
  check_for_values(
      "__global__ void k(int n, int first, int* info) {\n"
      "  for (int step = 0; step < 32; ++step)\n"
      "    if (bad) *info = step + 1;\n}\n",
      "`first + step + 1` in place of `step + 1` in line 3");
}

TEST_CASE("steps of a warp wait before the first and between them", "[remedy]") {
  const std::string text =
      "__global__ void k(real* s) {\n"
      "  s[t] = mine;\n"
      "  for (int half = 16; half > 0; half /= 2) {\n"
      "    if (t < half) s[t] += s[t + half];\n"
      "  }\n}\n";
  Finding f = finding("race.warp", 2, 4);
  const auto list = proposed(text, f);
  check_proposed(list, "`__syncwarp();` after line 2");
  check_proposed(list, "`__syncwarp();` at the end of the loop that ends in line 5");
}

TEST_CASE("a sum begins at 0 for each element of a thread", "[remedy]") {
  check_for_values(
      "__global__ void k(int m, int n, const real* A, real* C) {\n"
      "  real first = 0, sum{0};\n"
      "  for (int r = threadIdx.x; r < m; r += 32) {\n"
      "    for (int p = 0; p < n; ++p) sum += A[r * n + p];\n"
      "    C[r] = sum;\n"
      "  }\n}\n",
      "`sum = 0;` before line 4");
}

TEST_CASE("an array that holds garbage is not the start", "[remedy]") {
  const std::string helpers =
      "Array zeros(int n) { Array a(n); cudaMemset(a.get(), 0, n); return a; }\n"
      "Array upload(const real* x, int n) { Array a(n); a.copy(x); return a; }\n";
  const std::string task =
      "void task(int n, real* x) {\n"
      "  auto old = upload(x, n);\n"
      "  k<<<1, n>>>(old.get());\n}\n";
  const Outputs outputs{{{"x", " * n"}}, false};
  check_for_values(helpers + task, "`zeros(n)` in place of `upload(x, n)` in line 4", outputs);
  check_for_values(task, "`std::fill_n(x, n, real(0));` before line 2", outputs);
}

TEST_CASE("the last chunk of a row is shorter", "[remedy]") {
  check_for_finding(
      "__global__ void k(int n, const real* A) {\n"
      "  for (int q = 0; q < T; q++)\n"
      "    sum += row[start + q] * chunk[q];\n}\n",
      "bounds.outside", 3, "`q < T && start + q < n` in place of `q < T` in line 2");
}

TEST_CASE("the rounds made decide in which array the result is", "[remedy]") {
  check_for_values(
      "int task(int most) {\n"
      "  int done = 0;\n"
      "  do {\n"
      "    ++done;\n"
      "  } while (done < most);\n"
      "  if (most % 2 == 0) cudaMemcpy(u, v, 4, cudaMemcpyDeviceToDevice);\n"
      "  return done;\n}\n",
      "`done % 2` in place of `most % 2` in line 6");
}

TEST_CASE("the second of two arrays that one loop allocates gets the start", "[remedy]") {
  check_for_finding(
      "__global__ void k(const real* u) { u[0]; }\n"
      "struct Half {\n"
      "  void make(const real* host) {\n"
      "    for (real** each : {&f_, &old_, &new_}) CHECK(cudaMalloc(each, bytes));\n"
      "    CHECK(cudaMemcpy(old_, host, bytes, cudaMemcpyHostToDevice));\n"
      "  }\n};\n",
      "read.unwritten", 1,
      "`CHECK(cudaMemcpy(new_, host, bytes, cudaMemcpyHostToDevice));` after line 5");
}

TEST_CASE("a barrier that warps pass in unequal rounds stands behind the loop", "[remedy]") {
  check_for_finding(
      "__global__ void k(int n, real* A) {\n"
      "  for (int i = threadIdx.x / 32; i < n; i += 4) {\n"
      "    A[i] = 0;\n"
      "    __syncthreads();\n"
      "  }\n}\n",
      "barrier.different", 4, "the barrier of line 4 moved behind the loop that ends in line 5");
}

TEST_CASE("a sum for each warp of the largest block", "[remedy]") {
  check_for_finding(
      "__global__ void k(real* r) {\n"
      "  __shared__ real sums[16];\n"
      "  sums[threadIdx.x / 32] = 0;\n}\n",
      "bounds.row", 3, "`sums[32]` in place of `sums[16]` in line 2");
}

TEST_CASE("a class that allocates frees in its destructor", "[remedy]") {
  const std::string begin =
      "struct Buffer {\n"
      "  Buffer(int n) {\n"
      "    CHECK(cudaMalloc(&a, n));\n"
      "    CHECK(cudaMalloc(&b, n));\n"
      "  }\n";
  const std::string end = "  real *a, *b;\n};\nvoid task() { Buffer one(3); }\n";
  const std::string wanted = "`~Buffer() { cudaFree(a); cudaFree(b); }` after line 5";
  check_for_finding(begin + end, "memory.leak", 4, wanted);
  const std::string with_one = begin + "  ~Buffer() { cudaFree(a); }\n" + end;
  CHECK_FALSE(has(proposed(with_one, finding("memory.leak", 4)), wanted));
}
