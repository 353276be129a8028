// General edits: what the last resort proposes, in which order, and that it is known where it
// stands.
#include <algorithm>

#include "remedy/edits/suspicion.h"
#include "remedy/proposals.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
using namespace warpgrade::remedy;

namespace {

/// The place of the change in the list; -1 if it is not proposed. `lines`: of findings.
int place(const std::string& text, const std::string& change, const std::set<int>& lines = {}) {
  int at = 0;
  for (const Proposal& p : proposals_for_slips(Code(text), "lab.cu", "task", lines)) {
    std::string words = describe(p.remedy);
    for (const Remedy& other : p.others) words += "; " + describe(other);
    if (words == change) return at;
    ++at;
  }
  return -1;
}

bool proposes(const std::string& text, const std::string& change) {
  return place(text, change) >= 0;
}

const std::string panel =
    "__global__ void k(int m, int n, int p, const real* x, real* C, int* info) {\n"  // 1
    "  const int id = blockIdx.x * blockDim.x + threadIdx.x;\n"                      // 2
    "  const int r = id / m, c = id % m;\n"                                          // 3
    "  const int rest = n % 4;\n"                                                    // 4
    "  if (threadIdx.x < rest) C[0] += x[rest];\n"                                   // 5
    "  for (int i = 0; i < n; ++i) {\n"                                              // 6
    "    if (p + i < n) C[p + i] = x[r];\n"                                          // 7
    "    real sum = x[p + c] - x[i];\n"                                              // 8
    "    C[c] = sum;\n"                                                              // 9
    "    if (sum > 0) *info = i + 1;\n"                                              // 10
    "  }\n"                                                                          // 11
    "}\n"                                                                            // 12
    "void task(int m, int n, const real* x, real* C, int* info) {\n"                 // 13
    "  Buffer a(n), b(m);\n"                                                         // 14
    "  int half = (n - 2) / 2;\n"                                                    // 15
    "  copy(a.p, a.bytes, half);\n"                                                  // 16
    "  copy(b.p, a.bytes, half);\n"                                                  // 17
    "  k<<<1, 32>>>(m, n, half, x, C, info);\n"                                      // 18
    "}\n";                                                                           // 19

}  // namespace

TEST_CASE("a size is replaced in all divisions together", "[remedy]") {
  CHECK(proposes(panel, "`n, c = id % n` in place of `m, c = id % m` in line 3"));
}

TEST_CASE("a test gets one more, and a store one of its own", "[remedy]") {
  CHECK(proposes(panel,
                 "`blockIdx.x == 0 && threadIdx.x < rest` in place of `threadIdx.x < rest` in "
                 "line 5"));
  CHECK(proposes(panel, "`if (p + i < n)` before the statement in line 9"));
  CHECK(proposes(panel, "`p + i < n && r < n` in place of `p + i < n` in line 7"));
  CHECK_FALSE(proposes(panel, "`if (sum > 0)` before the statement in line 5"));  // not yet known
}

TEST_CASE("a term is added that the function adds elsewhere", "[remedy]") {
  CHECK(proposes(panel, "`p + i + 1` in place of `i + 1` in line 10"));
  CHECK(proposes(panel, "`n - 2 - half` in place of `half` in line 17"));
  CHECK_FALSE(proposes(panel, "`p + rest` in place of `rest` in line 17"));
}

TEST_CASE("indices, objects and operands come from elsewhere in the function", "[remedy]") {
  CHECK(proposes(panel, "`p + i` in place of `r` in line 7"));
  CHECK(proposes(panel, "`b.bytes` in place of `a.bytes` in line 17"));
  CHECK(proposes(panel, "`x[i] - x[p + c]` in place of `x[p + c] - x[i]` in line 8"));
  CHECK(proposes(panel, "`sum <= 0` in place of `sum > 0` in line 10"));
}

TEST_CASE("axes are exchanged in a whole kernel", "[remedy]") {
  CHECK(
      proposes("__global__ void k(int n, real* C) {\n"
               "  int i = blockIdx.x * 8 + threadIdx.x;\n"
               "  int j = blockIdx.y * 8 + threadIdx.y;\n"
               "  C[i * n + j] = 1;\n}\n"
               "void task(int n, real* C) { k<<<1, 8>>>(n, C); }\n",
               "`blockIdx.y * 8 + threadIdx.y` in place of `blockIdx.x * 8 + threadIdx.x` in "
               "line 2; `blockIdx.x * 8 + threadIdx.x` in place of `blockIdx.y * 8 + "
               "threadIdx.y` in line 3"));
}

TEST_CASE("edits near a finding come first, plain ones before odd ones", "[remedy]") {
  const std::string near = "`x[p + c] + x[i]` in place of `x[p + c] - x[i]` in line 8",
                    swapped = "`x[i] - x[p + c]` in place of `x[p + c] - x[i]` in line 8",
                    far = "`p + i + 1` in place of `i + 1` in line 10";
  CHECK(place(panel, swapped, {8}) < place(panel, far, {4}));
  CHECK(place(panel, far) < place(panel, swapped));
  const Suspicion suspicion(Code(panel), "task", {9});
  CHECK(suspicion.distance(9) == 0);
  CHECK(suspicion.distance(8) == 1);  // sets `sum`
  CHECK(suspicion.distance(6) == 1);  // the loop around it
  CHECK(suspicion.distance(2) == 2);  // sets `id`, of which `c` is made
  CHECK(suspicion.distance(16) == Suspicion::farthest);
}

TEST_CASE("equal changes have one key", "[remedy]") {
  const Code code(panel);
  const auto all = proposals_for_slips(code, "lab.cu", "task", {});
  CHECK(change_key(all[0]) == change_key(all[0]));
  CHECK(change_key(all[0]) != change_key(all[1]));
  Proposal renumbered = all[0];
  renumbered.number = 4000;
  for (Insertion& each : renumbered.insertions)
    if (const auto at = each.text.find("simt_remedy("); at != each.text.npos)
      each.text.replace(at, each.text.find(')', at) + 1 - at, "simt_remedy(4000)");
  CHECK(change_key(renumbered) == change_key(all[0]));
}
