// What is proposed for a finding, and the source that all proposals stand in.
#include "remedy/proposals.h"
#include "tests/unit/catch.h"
#include "tests/unit/remedy/proposed.h"

using namespace warpgrade;
using namespace warpgrade::remedy;

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

TEST_CASE("Functions are found in classes, constructors with their initializers") {
  const Code code(
      "template <class T> struct Array {\n"
      " public:\n"
      "  Array(int n) : n_(n), data_{nullptr} { cudaMalloc(&data_, n); }\n"
      "  explicit Array(T* p) { data_ = p; }\n"
      "  ~Array() { cudaFree(data_); }\n"
      "  __device__ T at(int i) const { return data_[i]; }\n"
      " private:\n"
      "  int n_;\n"
      "  T* data_;\n"
      "};\n"
      "enum class Way { up, down };\n"
      "void f() { Array<int> a(3); }\n");
  std::vector<std::string> names;
  for (const Function& f : code.functions()) names.push_back(f.name);
  CHECK(names == std::vector<std::string>{"Array", "Array", "Array", "at", "f"});
  CHECK(code.functions()[0].parameters.at(0).name == "n");
  CHECK(code.functions()[3].on_device);
  CHECK_FALSE(code.functions()[4].on_device);
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

TEST_CASE("a warp's barrier becomes the block's", "[remedy]") {
  const std::string text =
      "__global__ void k(real* s) {\n"
      "  s[threadIdx.x] = 0;\n"
      "  __syncwarp();\n"
      "  s[0] = s[40];\n}\n";
  CHECK(proposed(text, finding("race.block", 2, 4)).front() ==
        "`__syncthreads();` in place of `__syncwarp();` in line 3");
}

TEST_CASE("a volatile reduction of one warp gets the warp's barrier before the block's",
          "[remedy]") {
  const std::string text =
      "__device__ void last(volatile real* s, int t) {\n"
      "  for (int k = 16; k > 0; k /= 2) {\n"
      "    if (t < k) s[t] += s[t + k];\n"
      "  }\n}\n";
  const auto all = proposed(text, finding("race.volatile", 3, 3));
  const auto warp = std::find(all.begin(), all.end(),
                              "`__syncwarp();` at the end of the loop that ends in line 4");
  REQUIRE(warp != all.end());
  CHECK(std::find(warp, all.end(),
                  "`__syncthreads();` at the end of the loop that ends in line 4") != all.end());
  CHECK(has(proposed(text, finding("race.one-warp", 3, 3)),
            "`__syncwarp();` at the end of the loop that ends in line 4"));
}

TEST_CASE("an unrolled reduction of one warp gets a barrier after each step", "[remedy]") {
  const auto first = [](const std::string& body, int line) {
    const std::string text = "__device__ void last(volatile real* s, int t) {\n" + body + "}\n";
    const auto all = proposed(text, finding("race.volatile", line, line));
    return all.empty() ? "" : all.front();
  };
  CHECK(first("  if (t < 2) s[t] += s[t + 2];\n  if (t < 1) { s[t] += s[t + 1]; }\n", 3) ==
        "`__syncwarp();` after line 2; `__syncwarp();` after line 3");
  CHECK(first("  s[t] += s[t + 2];\n  if (n >= 2) s[t] += s[t + 1];\n", 2) ==
        "`if (t < 2) s[t] += s[t + 2];` in place of `s[t] += s[t + 2];` in line 2; "
        "`__syncwarp();` after line 2; `if (n >= 2 && t < 1) s[t] += s[t + 1];` in place of "
        "`if (n >= 2) s[t] += s[t + 1];` in line 3; `__syncwarp();` after line 3");
  CHECK(first("  for (int k = 16; k > 0; k /= 2) {\n    s[t] += s[t + k];\n  }\n", 3) ==
        "`if (t < k) s[t] += s[t + k];` in place of `s[t] += s[t + k];` in line 3; "
        "`__syncwarp();` after line 3");
  // One step, and steps of another line.
  CHECK(first("  s[t] += s[t + 1];\n", 2).find("if (t < 1)") == std::string::npos);
  CHECK(first("  s[t] += s[t + 2];\n  s[t] += s[t + 1];\n  s[0] = 1;\n", 4).find("if (t < 2)") ==
        std::string::npos);
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
