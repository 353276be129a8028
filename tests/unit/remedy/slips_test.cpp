// Changes of single tokens: which are proposed, and that what is proposed compiles where it stands.
#include <algorithm>

#include "remedy/proposals.h"
#include "remedy/reached.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
using namespace warpgrade::remedy;

namespace {

const std::string source =
    "__device__ real other(real a, real b) { return a - b; }\n"                 // 1
    "__global__ void rows(int n, const real* A, real* y) {\n"                   // 2
    "  __shared__ real part[8];\n"                                              // 3
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"                        // 4
    "  real pivot = A[i], root = sqrt(pivot);\n"                                // 5
    "  for (int k = 1; k < n; ++k) {\n"                                         // 6
    "    int j = k + 1;\n"                                                      // 7
    "    y[i * N + j] = A[j * M + i] / pivot;\n"                                // 8
    "  }\n"                                                                     // 9
    "}\n"                                                                       // 10
    "void copy(int n, const Buffers& device, real* y) {\n"                      // 11
    "  const std::size_t bytes_a = n * sizeof(real), bytes_y = 2 * bytes_a;\n"  // 12
    "  std::size_t bytes_b = bytes_a;\n"                                        // 13
    "  rows<<<1, 32>>>(n, device.a, device.y);\n"                               // 14
    "  cudaMemcpy(y, device.y, bytes_b, cudaMemcpyDeviceToHost);\n"             // 15
    "}\n"                                                                       // 16
    "void unused(int n) { n + 1; }\n";                                          // 17

std::vector<std::string> slips(const std::set<int>& lines = {}) {
  const Code code(source);
  std::vector<std::string> all;
  for (const Proposal& p : proposals_for_slips(code, "dot.cu", "copy", lines))
    all.push_back(describe(p.remedy));
  return all;
}

bool contains(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

}  // namespace

TEST_CASE("what a task runs is its function, and what that calls and launches", "[remedy]") {
  const Code code(source);
  CHECK(functions_reached(code, "copy") == std::set<std::string>{"copy", "rows"});
  CHECK(functions_reached(code, "nothing").empty());
}

TEST_CASE("another variable of its type, member, number and sign are proposed", "[remedy]") {
  const auto all = slips();
  CHECK(contains(all, "`device.a` in place of `device.y` in line 15"));
  CHECK(contains(all, "`bytes_a` in place of `bytes_b` in line 15"));
  CHECK(contains(all, "`int k = 0` in place of `int k = 1` in line 6"));
  CHECK(contains(all, "`int j = k` in place of `int j = k + 1` in line 7"));
  CHECK(contains(all, "`int j = k - 1` in place of `int j = k + 1` in line 7"));
  const auto holds = [&](const std::string& part) {
    return std::any_of(all.begin(), all.end(),
                       [&](const std::string& each) { return each.find(part) != each.npos; });
  };
  CHECK(holds("y[i * M + j]"));
  CHECK_FALSE(holds("line 17"));  // is not run
  CHECK_FALSE(holds("line 3"));   // an array's size is a constant
  CHECK_FALSE(holds("k < k"));    // an operand beside itself
  CHECK_FALSE(holds("32"));       // the size of a block
}

TEST_CASE("slips in the lines of findings come first", "[remedy]") {
  CHECK(slips({7}).front().find("line 7") != std::string::npos);
  CHECK(slips({7}).size() == slips().size());
}

TEST_CASE("variables are proposed where they are known, and not to be written to", "[remedy]") {
  for (const std::string& each : slips()) {
    CAPTURE(each);
    if (each.find("line 6") != each.npos || each.find("line 4") != each.npos)
      CHECK(each.find('j') == each.npos);  // declared later
    CHECK(each.find("int n = ") == each.npos);
  }
}
