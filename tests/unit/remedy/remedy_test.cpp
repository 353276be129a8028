// What is proposed for a finding, and the source that all proposals stand in.
#include <algorithm>

#include "remedy/proposals.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
using namespace warpgrade::remedy;

namespace {

Finding finding(const std::string& cause, int line, int other_line = 0) {
  Finding f;
  f.file = "dot.cu";
  f.line = line;
  f.cause.id = cause;
  if (other_line > 0) {
    f.other_file = "dot.cu";
    f.other_line = other_line;
  }
  return f;
}

/// Of all its places.
std::string words(const Proposal& proposal) {
  std::string all = describe(proposal.remedy);
  for (const Remedy& other : proposal.others) all += "; " + describe(other);
  return all;
}

std::vector<std::string> words(const std::vector<Proposal>& proposals) {
  std::vector<std::string> list;
  for (const Proposal& p : proposals) list.push_back(words(p));
  return list;
}

std::vector<std::string> proposed(const std::string& text, const Finding& f) {
  const Code code(text);
  return words(proposals_for(code, "dot.cu", f, 0));
}

bool has(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

std::size_t count_lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

const std::string sums = R"(#include "dot.h"
#define N 4 /* a macro \
  on two lines */
__global__ void k(int n, const real* A, real* sum) {
  __shared__ real s[32];
  for (int i = 0; i < n; i++) {
    if (threadIdx.x < n)
      s[threadIdx.x] = A[i];
    else
      s[threadIdx.x] = 0;
    sum[0] += s[0];
  }
}
)";

}  // namespace

TEST_CASE("a source is read as functions and statements", "[remedy]") {
  const Code code(sums);
  REQUIRE(code.functions().size() == 1);
  const Function& f = code.functions()[0];
  CHECK(f.name == "k");
  CHECK(f.kernel);
  REQUIRE(f.parameters.size() == 3);
  CHECK(f.parameters[1].name == "A");
  CHECK(f.parameters[1].type == "const real*");
  CHECK(code.function_at(8) == &f);
  CHECK(code.function_at(1) == nullptr);
  const std::size_t store = code.statement_at(f, 8);
  CHECK(code.spelled(code.statements()[store].begin, code.statements()[store].end) ==
        "s[threadIdx.x] = A[i];");
  CHECK_FALSE(code.statements()[store].listed);
  const Statement& around = code.statements()[code.listed(store)];
  CHECK(around.kind == Statement::Kind::branch);
  CHECK(code.line(around.end - 1) == 10);
}

TEST_CASE("a barrier goes where a statement may stand", "[remedy]") {
  const auto list = proposed(sums, finding("race.block", 8, 11));
  REQUIRE_FALSE(list.empty());
  CHECK(list[0] == "`__syncthreads();` after line 10");  // not between if and else
  CHECK(has(list, "`__syncthreads();` at the end of the loop that ends in line 12"));
}

TEST_CASE("a lock gets a fence, and an atomic where a store gives it back", "[remedy]") {
  const std::string text =
      "__global__ void k(int* lock, real* r) {\n  while (atomicCAS(lock, 0, 1) != 0) ;\n"
      "  *r = *r + 1;\n  *lock = 0;\n}\n";
  Finding release = finding("race.plain-release", 3);
  release.cause.facts["released"] = "dot.cu:4";
  const auto list = proposed(text, release);
  CHECK(has(list, "`__threadfence();` after line 3"));
  CHECK(has(list, "`atomicExch(lock, 0);` in place of `*lock = 0;` in line 4"));
  CHECK_FALSE(has(list, "`atomicAdd(r, 1);` in place of `*r = *r + 1;` in line 3"));
  release.cause.facts["released"] = "other.cuh:4";
  CHECK(proposed(text, release).size() == list.size() - 1);
}

TEST_CASE("a test that lets the last index through is tightened in all its comparisons",
          "[remedy]") {
  const std::string text =
      "__global__ void k(int N, real* u) {\n  int i = threadIdx.x, j = threadIdx.y;\n"
      "  if (i == 0 || i >= N || j >= N) return;\n  u[i * N + j] = u[i * N + j + 1];\n}\n";
  CHECK(has(proposed(text, finding("bounds.outside", 4)),
            "`i == 0 || i >= N - 1 || j >= N - 1` in place of `i == 0 || i >= N || j >= N` in "
            "line 3"));
}

TEST_CASE("a product is divided as a whole", "[remedy]") {
  const Code code(
      "__global__ void k(int n) { if (threadIdx.x < (long)n * 2) n = 0; }\n"
      "void f(int n) {\n  int fit = 48 * 1024 / (n + 4) / 32 * 32;\n  k<<<1, fit>>>(n);\n}\n");
  const auto list = words(proposals_for_values(code, "dot.cu", "f", 0));
  CHECK(has(list,
            "`(48 * 1024 + (n + 4) - 1) / (n + 4)` in place of `48 * 1024 / (n + 4)` in line 3"));
  CHECK(has(list,
            "`(48 * 1024 / (n + 4) + 32 - 1) / 32` in place of `48 * 1024 / (n + 4) / 32` in "
            "line 3"));
  CHECK(has(proposed(code.text(), finding("bounds.outside", 1)),
            "`threadIdx.x < (long)n * 2 - 1` in place of `threadIdx.x < (long)n * 2` in line 1"));
}

TEST_CASE("of an array with one element a warp no more are read", "[remedy]") {
  const std::string text =
      "__global__ void k(real* u) {\n  __shared__ real part[32];\n  int lane = threadIdx.x;\n"
      "  real s = part[lane];\n  u[0] = s;\n}\n";
  CHECK(has(proposed(text, finding("read.unwritten-shared", 4)),
            "`lane < (blockDim.x + 31) / 32 ? part[lane] : 0` in place of `part[lane]` in line 4"));
}

TEST_CASE("an element of two indices is left alone as one a warp", "[remedy]") {
  const std::string text =
      "__global__ void k(real* u) {\n  __shared__ real s[32][32];\n"
      "  u[0] = s[threadIdx.y][1] * s[2][threadIdx.x];\n}\n";
  for (const std::string& each : proposed(text, finding("read.unwritten-shared", 3)))
    CHECK(each.find("blockDim.x + 31") == each.npos);
}

TEST_CASE("what is set before a loop is set in each round, and buffers take turns", "[remedy]") {
  const Code code(
      "#define AT(i, j) ((i) * n + (j))\n"
      "__global__ void k(int n, const real* a, real* b, real* sum) {\n  *sum += a[AT(n, 0)];\n"
      "  real* c = b + M * n;\n  c[N] = *sum;\n}\n"
      "void f(int n, int rounds, real* x, real* y, real* out, real* s) {\n"
      "  cudaMemset(s, 0, sizeof(real));\n  for (int r = 0; r < rounds; ++r) {\n"
      "    if (r % 2 == 0)\n      k<<<1, n>>>(n, x, y, s);\n    else\n"
      "      k<<<1, n>>>(n, y, x, s);\n  }\n"
      "  cudaMemcpy(out, y, n, cudaMemcpyDeviceToHost);\n}\n");
  const auto list = words(proposals_for_values(code, "dot.cu", "f", 0));
  CHECK(has(list, "`cudaMemset(s, 0, sizeof(real));` before line 10"));
  CHECK(has(list, "`rounds % 2 == 0 ? x : y` in place of `y` in line 15"));
  CHECK(has(list, "`rounds % 2 == 0 ? y : x` in place of `y` in line 15"));
  CHECK_FALSE(has(list, "`n % 2 == 0 ? y : x` in place of `y` in line 15"));  // counts no rounds
  CHECK(has(list, "`a[AT(0, n)]` in place of `a[AT(n, 0)]` in line 3"));
  CHECK(has(list, "`real* c = b + N * n` in place of `real* c = b + M * n` in line 4"));
}

TEST_CASE("an update becomes atomic, and stays one statement", "[remedy]") {
  CHECK(has(proposed(sums, finding("race.update", 11)),
            "`atomicAdd(&sum[0], s[0]);` in place of `sum[0] += s[0];` in line 11"));
  const std::string other =
      "__global__ void k(real* r, int* c) {\n  *r = *r + 1;\n  int t = (*c)++;\n}\n";
  CHECK(has(proposed(other, finding("race.update", 2)),
            "`atomicAdd(r, 1);` in place of `*r = *r + 1;` in line 2"));
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

TEST_CASE("grids, sizes, zeros and strides are proposed for wrong values", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, real* A) {\n"
      "  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) A[i] = 0;\n}\n"
      "void dot(int n, real* result) {\n"
      "  real* p;\n"
      "  cudaMalloc(&p, n);\n"
      "  k<<<n / 256, 256>>>(n, p);\n"
      "  cudaMemcpy(result, p, n * sizeof(real), cudaMemcpyDefault);\n}\n";
  const Code code(text);
  const auto list = words(proposals_for_values(code, "dot.cu", "dot", 0));
  CHECK(has(list, "`(n + 256 - 1) / 256` in place of `n / 256` in line 7"));
  CHECK(has(list, "`n * sizeof(*p)` in place of `n` in line 6"));
  CHECK(has(list, "`cudaMemset(p, 0, n);` after line 6"));
  CHECK(has(list,
            "`cudaMemset(result, 0, sizeof(*result));` at the start of the function, in line 4"));
  CHECK(has(list, "`i += blockDim.x * gridDim.x` in place of `i += blockDim.x` in line 2"));
}

TEST_CASE("all proposals stand in one text, and no line moves", "[remedy]") {
  const Code code(sums);
  std::vector<Proposal> all = proposals_for(code, "dot.cu", finding("race.block", 8, 11), 0);
  for (Proposal& each :
       proposals_for(code, "dot.cu", finding("race.update", 11), static_cast<int>(all.size())))
    all.push_back(std::move(each));
  const std::string text = with_proposals(code, all);
  CHECK(count_lines(text) == count_lines(sums));
  for (std::size_t p = 0; p < all.size(); ++p)
    CHECK(text.find("simt_remedy(" + std::to_string(p) + ")") != text.npos);
  CHECK(with_proposals(code, {}) == sums);
}

TEST_CASE("what is no program ends in no proposal and no crash", "[remedy]") {
  for (const std::string& text :
       {std::string(), std::string("}"), std::string("__global__ void k("),
        std::string("void f() { if"),
        "__global__ void k() {" + std::string(100000, '{') + std::string(100000, '}') + "}",
        "__global__ void k() {" + std::string(50000, '(') + "a[i]" + std::string(50000, ')') + ";}",
        std::string("__global__ void k() { for (;;) case if else while ; do }")}) {
    const Code code(text);
    for (const char* cause : {"race.block", "race.update", "bounds.outside", "barrier.two-places"})
      proposals_for(code, "dot.cu", finding(cause, 1, 1), 0);
    proposals_for_values(code, "dot.cu", "k", 0);
  }
  SUCCEED();
}

TEST_CASE("a proposal is switched on by its own number", "[remedy]") {
  const Code code(sums);
  for (const int first : {0, 7}) {
    for (const Proposal& each :
         proposals_for(code, "dot.cu", finding("race.block", 8, 11), first)) {
      CHECK(each.number >= first);
      for (const Insertion& insertion : each.insertions)
        CHECK(insertion.text.find("simt_remedy(" + std::to_string(each.number) + ")") !=
              insertion.text.npos);
    }
  }
}

namespace {

std::vector<Proposal> all_for_values(const std::string& text) {
  const Code code(text);
  return proposals_for_values(code, "dot.cu", "dot", 0);
}

std::vector<std::string> for_values(const std::string& text) { return words(all_for_values(text)); }

/// What is wrong if that change mends it.
std::string cause_fixed_by(const std::vector<Proposal>& proposals, const std::string& change) {
  for (const Proposal& each : proposals)
    if (words(each) == change) return describe(each.remedy.cause);
  return "";
}

/// The text with one proposal's insertions alone, as g++ would see them.
std::string changed(const std::string& text, const std::string& change) {
  const Code code(text);
  for (const Proposal& each : proposals_for_values(code, "dot.cu", "dot", 0))
    if (words(each) == change) return with_proposals(code, {each});
  return {};
}

}  // namespace

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

TEST_CASE("loops that miss the last elements, and comparisons, are tried otherwise", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, real* A) {\n"
      "  const int tiles = n / TILE;\n"
      "  for (int i = 0; i < n / 4 * 4; i++) A[i] = 0;\n"
      "  if (threadIdx.x < n - 1) A[0] = 1;\n}\n"
      "int dot(int n) {\n  while (n <= 3) n++;\n}\n";
  const auto list = for_values(text);
  CHECK(has(list, "`(n + TILE - 1) / TILE` in place of `n / TILE` in line 2"));
  CHECK(has(list, "`n` in place of `n / 4 * 4` in line 3"));
  CHECK(has(list, "`threadIdx.x < n` in place of `threadIdx.x < n - 1` in line 4"));
  CHECK(has(list, "`n < 3` in place of `n <= 3` in line 7"));
}

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

TEST_CASE("two indices of one access are tried the other way round", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, real* A) {\n"
      "  __shared__ real s[32][33];\n"
      "  s[threadIdx.x][threadIdx.y] = A[(size_t)i * n + j];\n"
      "  x += s[q][q] + A[i * n + j * 2] + A[i];\n}\n";
  const auto list = for_values(text);
  CHECK(has(list,
            "`s[threadIdx.y][threadIdx.x]` in place of `s[threadIdx.x][threadIdx.y]` in line 3"));
  CHECK(has(list, "`(size_t)j * n + i` in place of `(size_t)i * n + j` in line 3"));
  for (const Proposal& each : all_for_values(text))
    if (each.remedy.cause.id == "code.transposed") CHECK(each.remedy.line == 3);
}

TEST_CASE("shuffles begin at half a warp, name all lanes and keep to their group", "[remedy]") {
  const std::string text =
      "__device__ real sum(real v) {\n"
      "  for (int o = 32; o > 0; o /= 2) v += __shfl_down_sync(0xffff, v, o);\n"
      "  return __shfl_sync(0xffffffff, v, threadIdx.x % CS);\n}\n";
  const auto list = for_values(text);
  CHECK(has(list, "`16` in place of `32` in line 2"));
  CHECK(has(list, "`0xffffffff` in place of `0xffff` in line 2"));
  CHECK(has(list,
            "`__shfl_sync(0xffffffff, v, threadIdx.x % CS, CS)` in place of "
            "`__shfl_sync(0xffffffff, v, threadIdx.x % CS)` in line 3"));
  const std::string right =
      "__device__ real sum(real v) {\n"
      "  for (int o = 16; o; o /= 2) v += __shfl_down_sync(0xffffffff, v, o);\n}\n";
  for (const Proposal& each : all_for_values(right)) {
    CAPTURE(describe(each.remedy));
    for (const char* id : {"code.shuffle-of-a-whole-warp", "code.shuffle-starts-late",
                           "code.shuffle-without-width", "code.mask-of-some"})
      CHECK(each.remedy.cause.id != id);
  }
  CHECK(has(for_values(right),
            "`__shfl_up_sync(0xffffffff, v, o)` in place of `__shfl_down_sync(0xffffffff, v, o)` "
            "in line 2"));
}

TEST_CASE("expressions that begin at the same place nest", "[remedy]") {
  const Code code("int x = a / b * c;\n");
  const auto wrapped = [](int number, std::size_t begin, std::size_t end) {
    const std::string name = std::to_string(number);
    return Proposal{number, {}, {{begin, "<" + name, end}, {end, name + ">", begin}}};
  };
  for (const auto& all : {std::vector{wrapped(0, 8, 13), wrapped(1, 8, 17)},
                          std::vector{wrapped(1, 8, 17), wrapped(0, 8, 13)}})
    CHECK(with_proposals(code, all) == "int x = <1<0a / b0> * c1>;\n");
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

TEST_CASE("what a change mends says what was wrong", "[remedy]") {
  const auto list = all_for_values(
      "__global__ void k(int n, real* A) {\n"
      "  for (int i = threadIdx.x; i < n; i += blockDim.x) A[i] = (1 / 6) * A[i];\n}\n"
      "int dot(int n) {\n"
      "  cudaMemcpy(&n, A, 1, cudaMemcpyDeviceToHost);\n}\n");
  CHECK(cause_fixed_by(list, "`real(1) / 6` in place of `1 / 6` in line 2") ==
        "`1 / 6` is an integer division: it gives 0.");
  CHECK(cause_fixed_by(list, "`1 * sizeof(n)` in place of `1` in line 5") ==
        "The call takes its size in bytes, and `1` counts elements: 1 byte only.");
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

TEST_CASE("what is off by one is tried without it", "[remedy]") {
  const auto list = for_values(
      "__global__ void k(int n, real* A) {\n"
      "  for (int i = 0; i < n - 1; i++) A[i + 1] = 0;\n"
      "  int blocks = (n + 31 - 1) / 32;\n}\n"
      "int dot(int n, int top, real* A) {\n"
      "  cudaMemcpy(A, B + (top + 1) * n, n, cudaMemcpyDefault);\n}\n");
  CHECK(has(list, "`1` in place of `0` in line 2"));
  CHECK(has(list, "`i < n` in place of `i < n - 1` in line 2"));
  CHECK(has(list, "`i` in place of `i + 1` in line 2"));
  CHECK(has(list, "`B + top * n` in place of `B + (top + 1) * n` in line 6"));
  for (const std::string& each : list) CHECK(each.find("31 in place of") == each.npos);
}

TEST_CASE("a term in brackets that are not its own loses its 1", "[remedy]") {
  const auto list = for_values(
      "__global__ void k(int n, int step, real* A) {\n"
      "  for (int i = 0; i + (step - 1) * 32 < n; ++i) A[i] = 0;\n}\n");
  CHECK(has(list, "`step` in place of `step - 1` in line 2"));
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

TEST_CASE("assignments and statics are tried otherwise", "[remedy]") {
  const auto list = for_values(
      "__global__ void k(int n, real* A) {\n"
      "  real s = 0;\n"
      "  for (int i = 0; i < n; i++) s = A[i];\n"
      "  A[0] += s;\n"
      "  s -= 1;\n}\n"
      "void dot(int n) {\n"
      "  static real* scratch = nullptr;\n"
      "  static bool first = true;\n}\n");
  CHECK(has(list, "`s += A[i];` in place of `s = A[i];` in line 3"));
  CHECK(has(list, "`A[0] = s;` in place of `A[0] += s;` in line 4"));
  CHECK(has(list, "`s += 1;` in place of `s -= 1;` in line 5"));
  CHECK(has(list,
            "`real* scratch = nullptr;` in place of `static real* scratch = nullptr;` in line 8"));
  CHECK(has(list, "`bool first = true;` in place of `static bool first = true;` in line 9"));
}

TEST_CASE("statements are tried in the other order, and behind their loop", "[remedy]") {
  const auto list = all_for_values(
      "__global__ void k(int n, real* A) {\n"
      "  real s = 0, *a = A, *b = A, *t = A;\n"
      "  a = b; b = a;\n"
      "  for (int i = 0; i < n; i++) {\n"
      "    real v = A[i];\n"
      "    A[0] += s;\n"
      "    s += v;\n"
      "  }\n}\n");
  CHECK(cause_fixed_by(list, "`b = a; a = b;` in place of `a = b; b = a;` in line 3") ==
        "`a = b; b = a;` is in the wrong order: the first overwrites what the second reads.");
  int behind = 0;
  for (const Proposal& each : list) {
    if (each.remedy.id != "loop.behind") continue;
    ++behind;
    CHECK(each.remedy.code == "A[0] += s;");  // not what the loop itself declares
    CHECK(describe(each.remedy.cause) ==
          "`A[0] += s;` runs in every step of the loop, but is needed only once, after it.");
  }
  CHECK(behind == 1);
}

TEST_CASE("other arrays and other neighbors are tried", "[remedy]") {
  const auto list = all_for_values(
      "__global__ void k(int n, const real* in, const real* f, int* count, real* out) {\n"
      "  int p = threadIdx.x;\n"
      "  out[p] = in[p - 1] + in[p - 1] + U(p + 1, n);\n"
      "  atomicAdd(&out[p], 1);\n}\n");
  CHECK(cause_fixed_by(list, "`f[p - 1]` in place of `in[p - 1]` in line 3") ==
        "`in[p - 1]` reads the wrong array: `f[p - 1]` is the value that belongs here.");
  CHECK(cause_fixed_by(list, "`in[p + 1]` in place of `in[p - 1]` in line 3") ==
        "`in[p - 1]` is read twice, and `in[p + 1]` never.");
  CHECK(cause_fixed_by(list, "`U(p - 1, n)` in place of `U(p + 1, n)` in line 3") ==
        "`U(p + 1, n)` is the wrong element: `U(p - 1, n)` is the one that belongs here.");
  for (const Proposal& each : list) {
    CAPTURE(describe(each.remedy));
    if (each.remedy.cause.id == "code.other-array") {
      CHECK(each.remedy.code.find("count") == std::string::npos);  // of another type
      CHECK(each.remedy.line == 3);
    }
  }
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
        "`n / 256 - 1` is off by one: one too few or too many.");
  CHECK(cause_fixed_by(list, "`A + lo` in place of `A` in line 8") ==
        "The copy begins at the start of `A`; its offset is missing: `lo`.");
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

TEST_CASE("a loop that does not end is tried with other ends and steps", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, real* A) {\n"
      "  for (int s = n; s > 0; s = (s + 1) / 2) A[s] = 0;\n"
      "  for (unsigned i = n - 1; i >= 0; --i) A[i] = 0;\n"
      "  for (int j = 0; j < n; i++) A[j] = 0;\n}\n"
      "void dot(int left) {\n"
      "  while (left != 0) left -= 2;\n"
      "  for (int i = 0; i < left; i -= 2) k<<<1, 1>>>(left, nullptr);\n"
      "  do { --left; } while (left <= 9);\n}\n";
  const auto tried = [&](int line) { return proposed(text, finding("loop.endless", line)); };
  CHECK(tried(2) == std::vector<std::string>{"`s > 1` in place of `s > 0` in line 2"});
  CHECK(has(tried(3), "`int i` in place of `unsigned i` in line 3"));
  CHECK(has(tried(4), "`j++` in place of `i++` in line 4"));
  CHECK(has(tried(7), "`left > 0` in place of `left != 0` in line 7"));
  CHECK(has(tried(8), "`i += 2` in place of `i -= 2` in line 8"));
  CHECK(has(tried(9), "`left < 9` in place of `left <= 9` in line 9"));
  CHECK(tried(6).empty());
}

TEST_CASE("brackets, quotients, indices and steps are tried otherwise", "[remedy]") {
  const auto list = all_for_values(
      "__global__ void k(int n, const real* b, real* A) {\n"
      "  __shared__ real s[BX];\n"
      "  const int lane = threadIdx.x / 32, warp = threadIdx.x % 32;\n"
      "  int row = blockIdx.x, t = threadIdx.x;\n"
      "  A[row] = A[row] - b[t] / A[0];\n"
      "  s[BX] = A[t];\n"
      "  A += n * N;\n"
      "  b += n * M;\n}\n");
  CHECK(cause_fixed_by(list,
                       "`(A[row] - b[t]) / A[0]` in place of `A[row] - b[t] / A[0]` in line 5") ==
        "In `A[row] - b[t] / A[0]` only `b[t]` is divided: what stands in front of it needs "
        "brackets.");
  CHECK(cause_fixed_by(
            list,
            "`threadIdx.x % 32` in place of `threadIdx.x / 32` in line 3, and the other way "
            "round") == "`threadIdx.x / 32` and `threadIdx.x % 32` are exchanged.");
  CHECK(cause_fixed_by(list, "`b[row]` in place of `b[t]` in line 5") ==
        "`b[t]` uses the wrong index: `row` is the one that belongs here.");
  CHECK(cause_fixed_by(list, "`BX + 1` in place of `BX` in line 6") == "`BX` is off by one.");
  CHECK(cause_fixed_by(list, "`A += n * M` in place of `A += n * N` in line 7")
            .find("rows of `N` elements; the rows of this array have `M`") != std::string::npos);
  for (const Proposal& each : list) CHECK(each.remedy.line != 2);
}

TEST_CASE("an exchanged index is changed where the array is read before where it is stored",
          "[remedy]") {
  const std::string text =
      "__global__ void k(real* s, int T) {\n"
      "  __shared__ real a[8][8];\n"
      "  int x = threadIdx.x, y = threadIdx.y;\n"
      "  a[x][y] = s[x];\n"
      "  s[y] = a[x][T];\n}\n";
  const Code code(text);
  const auto proposals = proposals_for_values(code, "dot.cu", "dot", 0);
  const auto list = words(proposals);
  const auto place = [&](const std::string& what) {
    return std::find(list.begin(), list.end(), what) - list.begin();
  };
  const auto read = place("`a[T][x]` in place of `a[x][T]` in line 5"),
             store = place("`a[y][x]` in place of `a[x][y]` in line 4");
  REQUIRE(static_cast<std::size_t>(store) < list.size());
  CHECK(read < store);
  const Cause& cause = proposals[static_cast<std::size_t>(read)].remedy.cause;
  CHECK(describe(cause).find("It is stored as `a[x][y]` in line 4.") != std::string::npos);
}

TEST_CASE("a warp's barrier becomes the block's", "[remedy]") {
  const std::string text =
      "__global__ void k(real* s) {\n"
      "  s[threadIdx.x] = 0;\n"
      "  __syncwarp();\n"
      "  s[0] = s[40];\n}\n";
  CHECK(proposed(text, finding("race.block", 2, 4)).front() ==
        "`__syncthreads();` in place of `__syncwarp();` in line 3");
}

TEST_CASE("a lock in shared memory becomes one of all blocks", "[remedy]") {
  const std::string text =
      "__global__ void k(real* r) {\n"
      "  __shared__ int lock;\n"
      "  if (threadIdx.x == 0) lock = 0;\n"
      "  take(&lock);\n"
      "  *r += 1;\n}\n";
  const Code code(text);
  const auto proposals = proposals_for(code, "dot.cu", finding("race.update", 5), 0);
  REQUIRE_FALSE(proposals.empty());
  CHECK(describe(proposals[0].remedy) ==
        "`__device__ int lock;` outside the function, in place of `__shared__ int lock;` in line "
        "2");
  REQUIRE(proposals[0].others.size() == 1);
  CHECK(describe(proposals[0].others[0]) ==
        "`if (threadIdx.x == 0) lock = 0;` removed from line 3");
  const std::string all = with_proposals(code, proposals);
  CHECK(all.rfind("__device__ int lock_of_all_blocks; __global__", 0) == 0);
  CHECK(count_lines(all) == count_lines(text));
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

TEST_CASE("what a device function stores, declares and sums is tried in other ways", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, const real* u, int* info, real* out) {\n"
      "  const bool inside = threadIdx.x < n - 1;\n"
      "  auto sum = 0;\n"
      "  for (int i = 0; i < n; i++) sum += u[i];\n"
      "  if (n > 4) *info = n;\n"
      "  { const int col = threadIdx.x; out[col] = inside ? u[col] : 0; }\n"
      "  { const int col = threadIdx.x * 2;\n"
      "    out[col] = sum; }\n}\n";
  const Code code(text);
  const auto proposals = proposals_for_values(code, "dot.cu", "dot", 0);
  const auto list = words(proposals);
  CHECK(has(list, "`threadIdx.x < n` in place of `inside` in line 6"));
  CHECK(has(list, "`real sum = 0` in place of `auto sum = 0` in line 3"));
  CHECK(has(list, "`if (*info == 0) *info = n;` in place of `*info = n;` in line 5"));
  CHECK(has(list, "`threadIdx.x` in place of `threadIdx.x * 2` in line 7"));
  CHECK_FALSE(has(list, "`out[i]` in place of `out[col]` in line 8"));  // i is not in scope
  CHECK(count_lines(with_proposals(code, proposals)) == count_lines(text));
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

TEST_CASE("of an element that is read twice the later one is changed first", "[remedy]") {
  const std::string text =
      "__global__ void k(const real* u, real* v, int p) {\n"
      "  real a = u[p - 1];\n"
      "  real b = u[p - 1];\n"
      "  v[p] = a + b;\n}\n";
  const Code code(text);
  const auto list = words(proposals_for_values(code, "dot.cu", "dot", 0));
  const auto place = [&](const std::string& what) {
    return std::find(list.begin(), list.end(), what) - list.begin();
  };
  REQUIRE(has(list, "`u[p + 1]` in place of `u[p - 1]` in line 3"));
  CHECK(place("`u[p + 1]` in place of `u[p - 1]` in line 3") <
        place("`u[p + 1]` in place of `u[p - 1]` in line 2"));
}

TEST_CASE("what was forgotten is put in", "[remedy]") {
  const std::string lock =
      "__device__ int lock;\n__global__ void k(real* r) {\n  if (threadIdx.x == 0) {\n"
      "    while (atomicCAS(&lock, 0, 1) != 0) {\n    }\n    *r += 1;\n  }\n}\n";
  CHECK(has(proposed(lock, finding("wait.for-nobody", 4)), "`atomicExch(&lock, 0);` after line 6"));
  const std::string loop =
      "__global__ void k(int n) {\n  int left = n;\n  while (left > 1) {\n"
      "    int half = left / 2;\n  }\n}\n";
  CHECK(has(proposed(loop, finding("loop.endless", 3)),
            "`left = half;` at the end of the loop that ends in line 5"));
  const std::string lanes =
      "__device__ real warp_sum(real x) {\n  return x + __shfl_down_sync(~0u, x, 1);\n}\n"
      "__global__ void k(real* r, int lane) {\n  real x = 1;\n"
      "  if (lane < 8) x = warp_sum(x);\n}\n";
  CHECK(has(proposed(lanes, finding("mask.absent-lane", 2)),
            "`x = warp_sum(x);` in place of `if (lane < 8) x = warp_sum(x);` in line 6"));
  const std::string adds =
      "__global__ void k(int n, int m, const real* a, real* r) {\n"
      "  for (int i = 0; i < m; ++i)\n  {\n    for (int j = 0; j < n; ++j)\n"
      "      r[i] += a[j];\n  }\n}\n";
  CHECK(has(proposed(adds, finding("read.unwritten", 5)), "`r[i] = 0;` before line 4"));
  const std::string kept =
      "__global__ void k(int n, const real* a, real* r) {\n  real sum = 0;\n"
      "  for (int h = 0; h < n; ++h) {\n    r[h] = 1;\n"
      "    for (int j = 0; j < n; ++j) sum += a[j];\n    r[h] = sum;\n  }\n}\n"
      "void f(int n, const real* a, real* r) { k<<<1, 1>>>(n, a, r); }\n";
  const Code of_kept(kept);
  CHECK(
      has(words(proposals_for_values(of_kept, "dot.cu", "f", 0, {})), "`sum = 0;` before line 4"));
  const std::string empty = "void f(int m, int n) {\n  k<<<m, n>>>();\n}\n";
  CHECK(has(proposed(empty, finding("launch.no-blocks", 2)),
            "`if (m > 0 && n > 0)` before the statement in line 2"));
}

TEST_CASE("values that one place explains have a proposal for it", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, real* r) {\n  int i = blockIdx.z, stride = 1;\n"
      "  int step = gridDim.x;\n  int warps = 8;\n  atomicAdd(r, real(i));\n}\n"
      "void f(int n, real* r) {\n  real* d;\n  cudaMalloc(&d, 4);\n"
      "  cudaMemset(d, 0, n * sizeof(real));\n  dim3 grid(n, 4);\n  k<<<grid, 4>>>(n, d);\n}\n";
  const Code code(text);
  const auto list = words(proposals_for_values(code, "dot.cu", "f", 0, {{{"r", " * n"}}, true}));
  CHECK(has(list, "`blockDim.x * gridDim.x` in place of `gridDim.x` in line 3"));
  CHECK(has(list, "`blockDim.x / 32` in place of `8` in line 4"));
  CHECK(has(list, "`if (threadIdx.x == 0)` before the statement in line 5"));
  CHECK(has(list, "`sizeof(*d)` in place of `n * sizeof(real)` in line 10"));
  CHECK(has(list, "`n, 4, 4` in place of `n, 4` in line 11"));
  CHECK(has(list, "`cudaMemcpy(r, d, sizeof(*r) * n, cudaMemcpyDeviceToDevice);` after line 12"));
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

TEST_CASE("a vector access needs each length of a row to be a multiple", "[remedy]") {
  const std::string text =
      "void f(int m, int n, int k) {\n  if (n % V == 0)\n    a<<<1, 1>>>(n);\n  else\n"
      "    b<<<1, 1>>>(n);\n}\n";
  const auto list = proposed(text, finding("access.misaligned", 3));
  REQUIRE_FALSE(list.empty());
  CHECK(list.front() == "`n % V == 0 && k % V == 0` in place of `n % V == 0` in line 2");
  // A rest that is never 0 would leave the branch unused.
  for (const std::string& each : words(proposals_for_values(Code(text), "dot.cu", "f", 0)))
    CHECK(each.find("(n - 1) % V + 1") == each.npos);
}

TEST_CASE("constants, loads, indices and signs are tried as they may be meant", "[remedy]") {
  const std::string text =
      "constexpr int rounds = N / T;\n"
      "__global__ void k(int n, const real* u, real* out) {\n"
      "  const bool inner = i < n - 1 && j < n - 1;\n  const bool load = inner;\n"
      "  for (int r = 0; r < rounds; ++r)\n"
      "    if (t + r * T < n) out[h * n + t * P + r] = u[r] - u[t];\n}\n";
  const Code code(text);
  const auto proposals = proposals_for_values(code, "dot.cu", "f", 0);
  const auto list = words(proposals);
  CHECK(has(list, "`(N + T - 1) / T` in place of `N / T` in line 1"));
  CHECK(has(list, "`i < n && j < n` in place of `inner` in line 4"));
  CHECK(has(list, "`u[r] + u[t]` in place of `u[r] - u[t]` in line 6"));
  CHECK(with_proposals(code, proposals).find("constexpr int rounds = N / T;") == 0);
  CHECK(has(proposed(text, finding("race.same-store", 6)),
            "`t + r * T` in place of `t * P + r` in line 6"));
}

TEST_CASE("a comparison that takes in the last one is spelled without - 1", "[remedy]") {
  const std::string text =
      "void f(int n) {\n  for (int k = 0; k < n - 1; ++k)\n    a<<<1, 1>>>(k);\n"
      "  for (int d = 16; d > 1; d /= 2)\n    a<<<1, 1>>>(d);\n}\n";
  const auto list = words(proposals_for_values(Code(text), "dot.cu", "f", 0));
  CHECK(has(list, "`k < n` in place of `k < n - 1` in line 2"));
  CHECK(has(list, "`d > 0` in place of `d > 1` in line 4"));
}

TEST_CASE("a thread that stays is not guarded twice", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, real* out) {\n  int i = threadIdx.x;\n  if (i >= n) return;\n"
      "  __syncthreads();\n  if (i < n) out[i] = 1;\n}\n";
  const auto list = proposed(text, finding("barrier.after-return", 4));
  CHECK(has(list, "`if (i >= n) return;` removed from line 3"));
}
