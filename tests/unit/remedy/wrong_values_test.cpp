// What is tried where values are wrong and no finding says why.
#include <algorithm>

#include "remedy/proposals.h"
#include "tests/unit/catch.h"
#include "tests/unit/remedy/proposed.h"

using namespace warpgrade;
using namespace warpgrade::remedy;

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
  // With the tests that it was behind.
  const auto guarded = all_for_values(
      "__global__ void k(int n, real* A) {\n"
      "  real s = 0;\n"
      "  for (int i = 0; i < n; i++) {\n"
      "    if (n > 1) {\n"
      "      if (n > 2) A[n] += s;\n"
      "    }\n  }\n}\n");
  const auto moved = std::find_if(guarded.begin(), guarded.end(), [](const Proposal& each) {
    return each.remedy.id == "loop.behind";
  });
  REQUIRE(moved != guarded.end());
  CHECK(moved->remedy.code == "if ((n > 2) && (n > 1)) A[n] += s;");
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
            "`threadIdx.x % 32, warp = threadIdx.x / 32` in place of `threadIdx.x / 32, warp = "
            "threadIdx.x % 32` in line 3") ==
        "`threadIdx.x / 32` and `threadIdx.x % 32` are exchanged.");
  CHECK(cause_fixed_by(list, "`b[row]` in place of `b[t]` in line 5") ==
        "`b[t]` uses the wrong index: `row` is the one that belongs here.");
  CHECK(cause_fixed_by(list, "`BX + 1` in place of `BX` in line 6") == "`BX` is off by one.");
  CHECK(cause_fixed_by(list, "`A += n * M` in place of `A += n * N` in line 7")
            .find("rows of `N` elements; the rows of this array have `M`") != std::string::npos);
  for (const Proposal& each : list) CHECK(each.remedy.line != 2);
}

TEST_CASE("tests that are joined alike are joined otherwise together", "[remedy]") {
  const auto list = for_values(
      "__global__ void k(int m, int n, const real* a, real* C) {\n"
      "  if (m == 0 || n == 0 || a[0] == 0) return;\n"
      "  if (m > 1 && (n > 1 || a[1] == 0)) C[0] = a[0];\n}\n");
  const auto in_place = [&](const std::string& code) {
    return std::any_of(list.begin(), list.end(),
                       [&](const std::string& each) { return each.find(code + "`") == 1; });
  };
  CHECK(in_place("m == 0 && n == 0 && a[0] == 0"));
  CHECK_FALSE(in_place("m == 0 || n == 0 && a[0] == 0"));
  CHECK(in_place("m > 1 && (n > 1 && a[1] == 0)"));
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
  CHECK(has(list, "`n > 4 && *info == 0` in place of `n > 4` in line 5"));
  CHECK(has(list, "`threadIdx.x` in place of `threadIdx.x * 2` in line 7"));
  CHECK_FALSE(has(list, "`out[i]` in place of `out[col]` in line 8"));  // i is not in scope
  CHECK(count_lines(with_proposals(code, proposals)) == count_lines(text));
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

TEST_CASE("a vector access needs each length of a row to be a multiple", "[remedy]") {
  const std::string text =
      "void f(int m, int n, int k) {\n  if (n % V == 0)\n    a<<<1, 1>>>(n);\n  else\n"
      "    b<<<1, 1>>>(n);\n}\n";
  const auto list = proposed(text, finding("access.misaligned", 3));
  REQUIRE(list.size() > 2);
  CHECK(list[0] == "`k % V == 0` in place of `n % V == 0` in line 2");
  CHECK(has(list, "`n % V == 0 && k % V == 0` in place of `n % V == 0` in line 2"));
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
