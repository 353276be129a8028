// Wrong expressions of which students make many: which changes are proposed, and in which order.
#include <algorithm>

#include "remedy/proposals.h"
#include "remedy/unused.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
using namespace warpgrade::remedy;

namespace {

std::vector<std::string> described(const std::vector<Proposal>& proposals) {
  std::vector<std::string> list;
  for (const Proposal& p : proposals) {
    list.push_back(describe(p.remedy));
    for (const Remedy& other : p.others) list.back() += "; " + describe(other);
  }
  return list;
}

std::vector<std::string> value_changes(const std::string& text) {
  return described(proposals_for_values(Code(text), "dot.cu", "entry", 0));
}

std::vector<std::string> finding_changes(const std::string& text, const char* cause, int line) {
  Finding f;
  f.file = "dot.cu";
  f.line = line;
  f.cause.id = cause;
  return described(proposals_for(Code(text), "dot.cu", f, 0));
}

/// The place in the list; its size if it is not there.
std::size_t position(const std::vector<std::string>& list, const std::string& text) {
  return static_cast<std::size_t>(std::find(list.begin(), list.end(), text) - list.begin());
}

bool lists(const std::vector<std::string>& list, const std::string& text) {
  return position(list, text) < list.size();
}

}  // namespace

TEST_CASE("a root, an absolute value or a square too many or too few is proposed", "[remedy]") {
  const auto all = value_changes(
      "__global__ void k(int n, real* A, int* info) {\n"             // 1
      "  const real pivot = A[0], d = A[1] - pivot;\n"               // 2
      "  real sum = 0;\n"                                            // 3
      "  sum += d;\n"                                                // 4
      "  A[n] /= pivot;\n"                                           // 5
      "  A[1] = 1 / A[0] + n / 2;\n"                                 // 6
      "}\n"                                                          // 7
      "bool done(double limit) {\n"                                  // 8
      "  double sum = 0, last = 0;\n"                                // 9
      "  if (sum <= limit * limit) return true;\n"                   // 10
      "  return std::sqrt(sum) <= limit && fabs(sum + last) < 1;\n"  // 11
      "}\n");
  CHECK(lists(all, "`sum` in place of `std::sqrt(sum)` in line 11"));
  CHECK(lists(all, "`(sum + last)` in place of `fabs(sum + last)` in line 11"));
  CHECK(lists(all, "`limit` in place of `limit * limit` in line 10"));
  CHECK(lists(all, "`sqrt(sum)` in place of `sum` in line 10"));
  CHECK(lists(all, "`d * d` in place of `d` in line 4"));
  CHECK(lists(all, "`sqrt(pivot)` in place of `pivot` in line 5"));
  CHECK(lists(all, "`sqrt(A[0])` in place of `A[0]` in line 6"));
  CHECK(!lists(all, "`sqrt(limit)` in place of `limit` in line 10"));
  CHECK(!lists(all, "`sqrt(2)` in place of `2` in line 6"));
}

TEST_CASE("threads that begin one too early or late, and a result one too small", "[remedy]") {
  const std::string source =
      "__global__ void k(int n, int k, real* A, int* info) {\n"         // 1
      "  const int warp = threadIdx.x / 32;\n"                          // 2
      "  for (int row = k + warp; row < n; row += 8) A[row] = 0;\n"     // 3
      "  for (int j = k + 1 + threadIdx.x; j < n; j += 8) A[j] = 0;\n"  // 4
      "  int x = blockIdx.x * blockDim.x + threadIdx.x,\n"              // 5
      "      y = blockIdx.y * blockDim.y + threadIdx.y;\n"              // 6
      "  if (x == y) *info = k;\n"                                      // 7
      "}\n"                                                             // 8
      "int entry() {\n"                                                 // 9
      "  int done = 0;\n"                                               // 10
      "  return done;\n"                                                // 11
      "}\n";
  const auto all =
      value_changes(source + "int entry2() { k<<<1, 32>>>(1, 1, nullptr, nullptr); }\n");
  CHECK(lists(all, "`done + 1` in place of `done` in line 11"));
  const auto race = finding_changes(source, "race.block", 4);
  CHECK(lists(race, "`k + 1 + warp` in place of `k + warp` in line 3"));
  CHECK(lists(race, "`k + threadIdx.x` in place of `k + 1 + threadIdx.x` in line 4"));
  const auto later = [](const std::string& axis, const std::string& line) {
    const std::string index = "blockIdx." + axis + " * blockDim." + axis + " + threadIdx." + axis;
    return "`" + index + " + 1` in place of `" + index + "` in line " + line;
  };
  CHECK(lists(race, later("x", "5")));
  CHECK(lists(race, later("x", "5") + "; " + later("y", "6")));
  const auto values = described(proposals_for_values(Code(source), "dot.cu", "", 0));
  CHECK(lists(values, "`k + 1` in place of `k` in line 7"));
}

TEST_CASE("the test for one thread of the block or of each warp is exchanged", "[remedy]") {
  const auto all = value_changes(
      "__global__ void k(real* A) {\n"                                          // 1
      "  const int tid = threadIdx.x, lane = tid % 32, w = tid / 32, n = 4;\n"  // 2
      "  if (lane == 0) A[w] = 1;\n"                                            // 3
      "  if (w == 0) A[0] = 1;\n"                                               // 4
      "  if (tid == 0) A[0] = 1;\n"                                             // 5
      "  if (n == 0) A[0] = 1;\n"                                               // 6
      "}\n"                                                                     // 7
      "__global__ void plane(real* A) {\n"                                      // 8
      "  if (threadIdx.x % 32 == 0) A[threadIdx.y] = 1;\n"                      // 9
      "}\n");
  CHECK(lists(all, "`threadIdx.x == 0` in place of `lane == 0` in line 3"));
  CHECK(lists(all, "`threadIdx.x == 0` in place of `w == 0` in line 4"));
  CHECK(lists(all, "`threadIdx.x % 32 == 0` in place of `tid == 0` in line 5"));
  CHECK(!lists(all, "`threadIdx.x == 0` in place of `n == 0` in line 6"));
  CHECK(lists(all,
              "`threadIdx.x == 0 && threadIdx.y == 0` in place of `threadIdx.x % 32 == 0` in "
              "line 9"));
}

TEST_CASE("changes that leave a variable unused are proposed last", "[remedy]") {
  const Code code(
      "__global__ void k(real* r, real v) {\n"   // 1
      "  real part = v * 2;\n"                   // 2
      "  real total = part + 1;\n"               // 3
      "  if (threadIdx.x == 0) r[0] = total;\n"  // 4
      "}\n"
      "void entry(real* r) { k<<<1, 32>>>(r, 1); }\n");
  const auto all = proposals_for_slips(code, "dot.cu", "entry", {});
  const auto list = described(all);
  const std::string useless =
      "`if (threadIdx.x == 0) r[0] = part` in place of `if (threadIdx.x == 0) r[0] = total` in "
      "line 4";
  REQUIRE(lists(list, useless));
  const std::size_t first_unused = static_cast<std::size_t>(
      std::find_if(all.begin(), all.end(),
                   [&](const Proposal& p) { return leaves_unused(code, p); }) -
      all.begin());
  CHECK(position(list, useless) >= first_unused);
  CHECK(first_unused > 0);
  CHECK(std::all_of(all.begin() + static_cast<std::ptrdiff_t>(first_unused), all.end(),
                    [&](const Proposal& p) { return leaves_unused(code, p); }));
}

TEST_CASE("the other one of two buffers is proposed where one is chosen", "[remedy]") {
  const std::string source =
      "__global__ void k(int n, real (*s)[32], real* r) {\n"  // 1
      "  int buf = 0;\n"                                      // 2
      "  for (int t = 0; t < n; ++t) {\n"                     // 3
      "    fill(buf ^ 1);\n"                                  // 4
      "    const int cur = buf ^ 1;\n"                        // 5
      "    r[t] = s[t % 2][0] + s[1 - buf][1];\n"             // 6
      "    r[0] = s[(t + 1) % 2][2] * s[buf][3];\n"           // 7
      "    r[1] = s[buf][4];\n"                               // 8
      "    buf ^= 1;\n"                                       // 9
      "  }\n"
      "}\n";
  const auto race = finding_changes(source, "race.warp", 6);
  CHECK(lists(race, "`cur = buf` in place of `cur = buf ^ 1` in line 5"));
  CHECK(lists(race, "`buf` in place of `buf ^ 1` in line 4"));
  const auto all = described(proposals_for_values(Code(source), "dot.cu", "", 0));
  CHECK(lists(all, "`s[(t + 1) % 2][0]` in place of `s[t % 2][0]` in line 6"));
  CHECK(lists(all, "`s[buf][1]` in place of `s[1 - buf][1]` in line 6"));
  CHECK(lists(all, "`s[t % 2][2]` in place of `s[(t + 1) % 2][2]` in line 7"));
  const std::string two =
      "`s[1 - buf][3]` in place of `s[buf][3]` in line 7; `s[1 - buf][4]` in "
      "place of `s[buf][4]` in line 8";
  CHECK(lists(all, two));
  CHECK(position(all, two) < position(all, "`s[1 - buf][4]` in place of `s[buf][4]` in line 8"));
  CHECK(std::none_of(all.begin(), all.end(), [](const std::string& each) {
    return each.find("line 9") != each.npos && each.find("buf ^") != each.npos;
  }));
}

TEST_CASE("a result, a factor and the parity of rounds are tried otherwise", "[remedy]") {
  const auto all = value_changes(
      "__global__ void k(int n, int k, real* A, int* info) {\n"  // 1
      "  const real pivot = A[0];\n"                             // 2
      "  atomicCAS(info, 0, k);\n"                               // 3
      "  A[1] *= pivot;\n"                                       // 4
      "  A[k] = pivot;\n"                                        // 5
      "}\n"                                                      // 6
      "void entry2(int done, real* u, real* v) {\n"              // 7
      "  double norm = sqrt(2.0);\n"                             // 8
      "  if (done % 2 == 1) u = v;\n"                            // 9
      "  if (done % 2) u = done % 2 != 0 ? u : v;\n"             // 10
      "}\n");
  CHECK(lists(all, "`k + 1` in place of `k` in line 3"));
  CHECK(lists(all, "`A[1] /= pivot;` in place of `A[1] *= pivot;` in line 4"));
  CHECK(lists(all, "`sqrt(pivot)` in place of `pivot` in line 5"));
  CHECK(lists(all, "`done % 2 == 0` in place of `done % 2 == 1` in line 9"));
  CHECK(lists(all, "`done % 2 == 0` in place of `done % 2` in line 10"));
  CHECK(lists(all, "`done % 2 == 0` in place of `done % 2 != 0` in line 10"));
}

TEST_CASE("sizes in the line of a finding and exchanged limits come first", "[remedy]") {
  const auto all = finding_changes(
      "__global__ void k(int m, int n, int k, const real* B, real* C) {\n"  // 1
      "  int id = threadIdx.x, r = id / n, c = id % k;\n"                   // 2
      "  if (r < n && c < m)\n"                                             // 3
      "    C[id] = B[IDX(r, c, k)];\n"                                      // 4
      "}\n",
      "bounds.outside", 4);
  CHECK(position(all, "`B[IDX(r, c, n)]` in place of `B[IDX(r, c, k)]` in line 4") < 4);
  CHECK(position(all, "`r = id / m` in place of `r = id / n` in line 2") < 12);
  CHECK(position(all, "`r < m && c < n` in place of `r < n && c < m` in line 3") < 12);
  const auto apart = value_changes(
      "__global__ void k(int m, int n, real* C) {\n"  // 1
      "  int r = threadIdx.y, c = threadIdx.x;\n"     // 2
      "  if (r >= n) return;\n"                       // 3
      "  if (c >= m) return;\n"                       // 4
      "  C[r * n + c] = 0;\n"
      "}\n");
  CHECK(lists(apart,
              "`r >= m` in place of `r >= n` in line 3; `c >= n` in place of `c >= m` in "
              "line 4"));
}

TEST_CASE("the offset of another copy is proposed for an element or member, too", "[remedy]") {
  const auto all = value_changes(
      "void entry(Part* part, std::size_t plane, int rows) {\n"                      // 1
      "  cudaMemcpyPeer(part[1].a, 1, part[0].a + rows * plane, 0, plane);\n"        // 2
      "  cudaMemcpyPeer(part[0].a + (rows + 1) * plane, 0, part[1].a, 1, plane);\n"  // 3
      "}\n");
  CHECK(lists(all, "`part[1].a + plane` in place of `part[1].a` in line 3"));
  CHECK(lists(all, "`part[1].a + rows * plane` in place of `part[1].a` in line 2"));
  CHECK(lists(all, "`part[1].a + rows * plane` in place of `part[1].a` in line 3"));
  CHECK(!lists(all, "`1 + plane` in place of `1` in line 3"));
}

TEST_CASE("a loop over the rest begins behind the vectors", "[remedy]") {
  const auto list = value_changes(
      "__global__ void k(int n, const real* A, real* r) {\n"
      "  const int quads = n / 4;\n"
      "  for (int i = quads + threadIdx.x; i < n; i += 8) r[0] += A[i];\n"
      "  for (int i = quads * 4; i < n; ++i) r[0] += A[i];\n"
      "  for (int i = n / 2; i < n; ++i) r[0] += A[i];\n"
      "  for (int i = quads; i < quads + 4; ++i) r[0] += A[i];\n}\n");
  CHECK(lists(list, "`quads * 4` in place of `quads` in line 3"));
  CHECK_FALSE(lists(list, "in place of `quads` in line 4"));
  CHECK(lists(list, "`n / 2 * 2` in place of `n / 2` in line 5"));
  CHECK_FALSE(lists(list, "`quads * 4` in place of `quads` in line 6"));
}

TEST_CASE("a loop over the last elements is proposed after a loop over vectors", "[remedy]") {
  const std::string head =
      "__global__ void k(int n, const real* A, const real* B, real* r) {\n"
      "  const float4 *qa = (const float4*)A, *qb = reinterpret_cast<const float4*>(B);\n"
      "  const int quads = n / 4;\n"
      "  int i = threadIdx.x;\n"
      "  real s = 0;\n";
  const std::string rest = "i; rest < n; rest += blockDim.x) s += A[rest] * B[rest];` after line ";
  const auto named = value_changes(head +
                                   "  for (int q = i; q < quads; q += blockDim.x) {\n"
                                   "    const float4 a = qa[q], b = qb[q];\n"
                                   "    s += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;\n"
                                   "  }\n"
                                   "}\n");
  CHECK(lists(named, "`for (int rest = quads * 4 + " + rest + "9"));
  const auto direct = value_changes(head +
                                    "  for (int q = i; q < n / 4; q += blockDim.x)\n"
                                    "    s += qa[q].x * qb[q].x + qa[q].y * qb[q].y;\n"
                                    "}\n");
  CHECK(lists(direct, "`for (int rest = (n / 4) * 4 + " + rest + "7"));
  const auto scalar = value_changes(head +
                                    "  for (int q = i; q < n; q += blockDim.x) s += A[q] * B[q];\n"
                                    "}\n");
  CHECK(std::none_of(scalar.begin(), scalar.end(),
                     [](const std::string& each) { return each.find("rest") != each.npos; }));
}

TEST_CASE("a shift is no comparison, and one thread of two axes is one of both", "[remedy]") {
  const auto list = value_changes(
      "__global__ void k(real* r) {\n"
      "  for (int o = 16; o > 1; o >>= 1) r[o] = 0;\n"
      "  if (threadIdx.y > 2) return;\n"
      "  atomicAdd(r, 1);\n}\n");
  for (const std::string& each : list) CHECK(each.find(">= >") == each.npos);
  CHECK(std::count(list.begin(), list.end(),
                   "`if (threadIdx.x == 0 && threadIdx.y == 0)` before the statement in line 4") ==
        1);
}
