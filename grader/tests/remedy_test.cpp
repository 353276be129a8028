// What is proposed for a finding, and the source that all proposals stand in.
#include <algorithm>

#include "remedy/proposals.h"
#include "tests/catch.h"

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

std::vector<std::string> words(const std::vector<Proposal>& proposals) {
  std::vector<std::string> list;
  for (const Proposal& p : proposals) list.push_back(words_of(p.remedy));
  return list;
}

std::vector<std::string> proposed(const std::string& text, const Finding& f) {
  const Code code(text);
  return words(proposals_for(code, "dot.cu", f, 0));
}

bool has(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

std::size_t lines_of(const std::string& text) {
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
  CHECK(lines_of(text) == lines_of(sums));
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
