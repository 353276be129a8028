// Which changes make mutants of a right program.
#include "remedy/mutants.h"

#include <algorithm>
#include <sstream>

#include "tests/unit/catch.h"

using namespace warpgrade;
using namespace warpgrade::remedy;

namespace {

const std::string right_program = R"(__global__ void other() { __syncthreads(); }
__global__ void count(int n, const int* x, int* counts) {
  __shared__ int own[4];
  if (threadIdx.x < 4) own[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x < n) atomicAdd(&own[x[threadIdx.x]], 1);
  else return;
  counts[0] = own[0];
  for (int i = 1; i < 4; ++i) counts[0] += own[i];
}
void f(int n, const int* x, int* counts, int unused) {
  (void)unused;
  if (n == 0) return;
  count<<<1, 32>>>(n, x, counts);
  CHECK(cudaGetLastError());
}
)";

std::vector<std::string> words_of_all(const std::vector<Proposal>& proposals) {
  std::vector<std::string> list;
  for (const Proposal& p : proposals) list.push_back(describe(p.remedy));
  return list;
}

}  // namespace

TEST_CASE("mutants leave out barriers, stores, launches, tests, atomics and sums") {
  const Code code(right_program);
  const auto all = words_of_all(mutants(code, "f.cu", "f"));
  const auto has = [&](const std::string& text) {
    return std::find(all.begin(), all.end(), text) != all.end();
  };
  CHECK(has("`__syncthreads();` removed from line 5"));
  CHECK(has("`counts[0] = own[0];` removed from line 8"));
  CHECK(has("`count<<<1, 32>>>(n, x, counts);` removed from line 14"));
  CHECK(has("`if (threadIdx.x < n)` removed from line 6"));
  CHECK(has("`if (n == 0) return` removed from line 13"));
  CHECK(
      has("`*(&own[x[threadIdx.x]]) += 1` in place of `atomicAdd(&own[x[threadIdx.x]], 1)` in "
          "line 6"));
  CHECK(has("`threadIdx.x <= n` in place of `threadIdx.x < n` in line 6"));
  CHECK(has("`n != 0` in place of `n == 0` in line 13"));
  CHECK(has("`counts[0] = own[i];` in place of `counts[0] += own[i];` in line 9"));
  CHECK_FALSE(has("`__syncthreads();` removed from line 1"));
  CHECK_FALSE(has("`CHECK(cudaGetLastError());` removed from line 15"));
  CHECK(std::none_of(all.begin(), all.end(),
                     [](const std::string& each) { return each.find("(void)") != each.npos; }));
}

TEST_CASE("a statement that a mutant leaves out keeps its else") {
  const Code code(right_program);
  std::istringstream lines(with_proposals(code, mutants(code, "f.cu", "f")));
  std::string line;
  for (int i = 0; i < 6; ++i) std::getline(lines, line);
  CHECK_THAT(line, Catch::StartsWith("  if (") && Catch::Contains(") { if (!simt_remedy(") &&
                       Catch::EndsWith("; }"));
}
