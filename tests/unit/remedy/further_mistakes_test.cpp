// Mistakes of which the source shows what is wrong: sizes, tests and counts that do not fit.
#include "remedy/proposals.h"
#include "tests/unit/catch.h"
#include "tests/unit/remedy/proposed.h"

using namespace warpgrade;
using namespace warpgrade::remedy;

TEST_CASE("a quotient and its rest get another size together", "[remedy]") {
  const std::string text =
      "__global__ void k(int m, int n, real* C) {\n"
      "  const int t = threadIdx.x;\n"
      "  const int r = t / m;\n"
      "  const int c = t - r * m;\n"
      "  C[r * n + c] = 0;\n}\n"
      "void dot(real* C) { k<<<1, 1>>>(1, 2, C); }\n";
  CHECK(has(proposed(text, finding("bounds.outside", 5)),
            "`t / n` in place of `t / m` in line 3; `n` in place of `m` in line 4"));
}

TEST_CASE("a test compares the index that the subscript has", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, const real* B) {\n"
      "  const int tx = threadIdx.x, ty = threadIdx.y;\n"
      "  real b = 0;\n"
      "  if (tx < n && 8 * T + tx < n)\n"
      "    b = B[(long long)(8 * T + ty) * n + tx];\n}\n"
      "void dot(real* B) { k<<<1, 1>>>(1, B); }\n";
  const auto list = proposed(text, finding("bounds.outside", 5));
  CHECK(has(list, "`8 * T + ty < n` in place of `8 * T + tx < n` in line 4"));
  // What stands in brackets is no row by itself.
  for (const std::string& each : list) CHECK(each.find("(8 < n") == each.npos);
}

TEST_CASE("what is unsigned does not fall below 0", "[remedy]") {
  const std::string text =
      "__global__ void k(int N, real* u) {\n"
      "  const unsigned i = threadIdx.x + 1u, j = threadIdx.y + 1u;\n"
      "  if (i > N - 2 || j > N - 2) return;\n"
      "  u[i * N + j] = 0;\n}\n"
      "void dot(real* u) { k<<<1, 1>>>(1, u); }\n";
  CHECK(some_holds(proposed(text, finding("bounds.outside", 4)), "i + 2 > N || j + 2 > N"));
  std::string with_signs = text;
  with_signs.replace(with_signs.find("unsigned"), 8, "int     ");
  CHECK(!some_holds(proposed(with_signs, finding("bounds.outside", 4)), "i + 2 > N"));
}

TEST_CASE("a minimum that begins at 0 is set once instead", "[remedy]") {
  CHECK(has(for_values("__global__ void k(int k, int* info) {\n  atomicMin(info, k + 1);\n}\n"
                       "void dot(int* i) { k<<<1, 1>>>(1, i); }\n"),
            "`atomicCAS(info, 0, k + 1)` in place of `atomicMin(info, k + 1)` in line 2"));
}

TEST_CASE("the grid has a block for as many elements as a block computes", "[remedy]") {
  const auto list_for = [](const std::string& row, const std::string& more = "") {
    return for_values(
        "constexpr int kBlock = 256;\nconstexpr int kWarps = kBlock / 32;\n"
        "__global__ void k(int n, real* y) {\n" +
        more + "  const int row = " + row +
        ";\n  if (row < n) y[row] = 0;\n}\n"
        "void dot(int n, real* y) {\n"
        "  const int grid = parts(n, kBlock);\n"
        "  k<<<grid, kBlock>>>(n, y);\n}\n");
  };
  const std::string by = "` in place of `kBlock` in line ";
  CHECK(has(list_for("blockIdx.x * kWarps + threadIdx.x / 32"), "`kWarps" + by + "8"));
  CHECK(has(list_for("(blockIdx.x * blockDim.x + threadIdx.x) / 32"), "`kBlock / 32" + by + "8"));
  CHECK(
      has(list_for("blockIdx.x * each + threadIdx.x / 32", "  const int each = blockDim.x / 32;\n"),
          "`kBlock / 32" + by + "9"));
  CHECK(!some_holds(list_for("blockIdx.x * blockDim.x + threadIdx.x"), by));
}

TEST_CASE("the last of several parts has what is left", "[remedy]") {
  const std::string text =
      "void dot(int m) {\n"
      "  const int half = (m + 1) / 2;\n"
      "  for (int h = 0; h < 2; ++h) {\n"
      "    const int rows = half;\n"
      "    k<<<rows, 1>>>(h * half);\n  }\n}\n";
  CHECK(has(proposed(text, finding("error.ended", 5)),
            "`min(half, m - h * half)` in place of `half` in line 4"));
}

TEST_CASE("what is never freed is freed before the function returns", "[remedy]") {
  const std::string text =
      "int dot(int n) {\n"
      "  real* p;\n"
      "  cudaMalloc(&p, n);\n"
      "  const int result = f(p);\n"
      "  return result;\n}\n";
  CHECK(has(proposed(text, finding("memory.leak", 3)), "`cudaFree(p);` after line 4"));
}

TEST_CASE("template brackets compare nothing", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, real* r) {\n"
      "  auto warp = cg::tiled_partition<32>(cg::this_thread_block());\n"
      "  real sum = 0;\n"
      "  if (threadIdx.x < n) sum += r[threadIdx.x];\n"
      "  r[0] = sum;\n}\n"
      "void dot(int n, real* r) { k<<<1, 1>>>(n, r); }\n";
  const auto list = for_slips(text);
  CHECK(some_holds(list, "blockIdx.x == 0 && threadIdx.x < n"));
  CHECK(!some_holds(list, "tiled_partition<32 "));
  CHECK(!some_holds(list, "tiled_partition<32>"));
}

TEST_CASE("a copied term gets the sum that stands beside it", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, const real* a, const real* b, real* r) {\n"
      "  real odd = 0;\n"
      "  for (int p = 0; p + 1 < n; p += 2) odd += a[p + 1] * b[static_cast<long long>(p) * n];\n"
      "  r[0] = odd;\n}\n"
      "void dot(int n, real* r) { k<<<1, 1>>>(n, r, r, r); }\n";
  CHECK(has(for_slips(text), "`p + 1` in place of `p` in line 3"));
}

TEST_CASE("a choice joins its tests otherwise", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, const real* B, real* s) {\n"
      "  const int i = threadIdx.x, j = threadIdx.y;\n"
      "  s[0] = (i < n || j < n) ? B[i * n + j] : 0;\n}\n";
  CHECK(has(proposed(text, finding("bounds.outside", 3)),
            "`i < n && j < n` in place of `i < n || j < n` in line 3"));
}

TEST_CASE("behind a loop that counts up the test is not turned", "[remedy]") {
  const std::string text =
      "__device__ void f(real* u) {\n"
      "  int i = 0;\n"
      "  for (; i + 1 < M; i += 2) u[i] = u[i + 1] = 0;\n"
      "  if (i > M) u[i] = 0;\n}\n"
      "__global__ void k(real* u) { f(u); }\n"
      "void dot(real* u) { k<<<1, 1>>>(u); }\n";
  CHECK(has(for_values(text), "`i < M` in place of `i > M` in line 4"));
}

TEST_CASE("shared memory is counted with the padding of its rows", "[remedy]") {
  const std::string text =
      "constexpr int in_pitch = N | 1;\nconstexpr int out_pitch = M | 1;\n"
      "__global__ void k(real* u) {\n"
      "  extern __shared__ real room[];\n"
      "  room[threadIdx.x * in_pitch + out_pitch] = 0;\n}\n"
      "void dot(int threads, real* u) {\n"
      "  const int bytes = (N + M) * (int)sizeof(real);\n"
      "  k<<<1, threads, threads * bytes>>>(u);\n}\n";
  CHECK(some_holds(proposed(text, finding("bounds.dynamic-shared", 5)), "in_pitch + out_pitch"));
}

TEST_CASE("a memset behind the launch moves in front of it", "[remedy]") {
  const std::string text =
      "template <int T>\n__global__ void k(real* result) {\n  atomicAdd(result, 1);\n}\n"
      "void dot(real* result) {\n"
      "  k<256><<<1, T>>>(result);\n"
      "  CHECK(cudaMemsetAsync(result, 0, 4));\n}\n";
  const auto list = proposed(text, finding("read.unwritten", 3));
  CHECK(some_holds(list, "`CHECK(cudaMemsetAsync(result, 0, 4));` before line 6"));
}

TEST_CASE("a constant is known by its declaration, whatever its name looks like", "[remedy]") {
  for (const std::string declared :
       {"namespace a::b {\nconstexpr int most = 512;\n", "namespace {\nenum { most = 512 };\n",
        "namespace c {\nconst int most = 512;\n"}) {
    const std::string text = declared +
                             "__global__ void k(const real* A, real* out) {\n"
                             "  __shared__ real part[most];\n"
                             "  part[threadIdx.x] = A[threadIdx.x];\n}\n}\n"
                             "void dot(real* A) { k<<<1, 1>>>(A, A); }\n";
    CAPTURE(text);
    CHECK(has(proposed(text, finding("bounds.row", 5)),
              "`part[1024]` in place of `part[most]` in line 4"));
  }
}

TEST_CASE("one object given to a kernel twice takes turns with another one", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, const real* x, real* y) {\n  y[0] = x[n];\n}\n"
      "void dot(int n) {\n"
      "  std::unique_ptr<real, Free> a = make(n), old = make(n), next = make(n);\n"
      "  for (int i = 0; i < n; ++i) {\n"
      "    k<<<1, 1>>>(n, old.get(), old.get());\n  }\n}\n";
  CHECK(
      has(proposed(text, finding("race.grid", 2)),
          "`next.get()` in place of `old.get()` in line 7; `std::swap(old, next);` after line 7"));
}

TEST_CASE("a launch goes into the stream of the copies", "[remedy]") {
  const std::string text =
      "__global__ void k(const real* x, real* y) {\n  y[0] = x[0];\n}\n"
      "void dot(const real* x, real* y) {\n"
      "  cudaMemcpyAsync(a.p, x, 4, cudaMemcpyHostToDevice, mine.stream);\n"
      "  k<<<1, 32>>>(a.p, b.p);\n"
      "  k<<<1, 32, 0, mine.stream>>>(a.p, b.p);\n}\n";
  CHECK(has(proposed(text, finding("race.streams", 2)),
            "`1, 32, 0, mine.stream` in place of `1, 32` in line 6"));
}

TEST_CASE("rows and columns behind the same offset are exchanged", "[remedy]") {
  CHECK(has(for_values("__global__ void k(int n, int k0, const real* A, real* x) {\n"
                       "  for (int i = 0; i < n; ++i)\n"
                       "    x[i] = A[(size_t)(k0 + threadIdx.x) * n + k0 + i];\n}\n"
                       "void dot(real* A, real* x) { k<<<1, 1>>>(1, 1, A, x); }\n"),
            "`(size_t)(k0 + i) * n + k0 + threadIdx.x` in place of "
            "`(size_t)(k0 + threadIdx.x) * n + k0 + i` in line 3"));
}

TEST_CASE("the bytes that are set are those of the array's type, before all are set anew",
          "[remedy]") {
  const auto list = proposed(
      "__global__ void k(double* sum) {\n  *sum += 1;\n}\n"
      "void dot() {\n  double* sum;\n  cudaMemset(sum, 0, sizeof(real));\n"
      "  k<<<1, 1>>>(sum);\n}\n",
      finding("read.unwritten", 2));
  REQUIRE(!list.empty());
  CHECK(list.front() == "`sizeof(double)` in place of `sizeof(real)` in line 6");
}

TEST_CASE("axes of a grid are exchanged without what they are divided by", "[remedy]") {
  for (const std::string sizes :
       {"(m + X - 1) / X, (n + Y - 1) / Y", "(m + 31) / 32, (n + 7) / 8"}) {
    const bool names = sizes.find('X') != sizes.npos;
    const auto list = for_values(
        "__global__ void k(int m, int n, real* C) {\n  C[m] = n;\n}\n"
        "void dot(int m, int n, real* C) {\n  dim3 grid(" +
        sizes + ");\n  k<<<grid, dim3(X, Y)>>>(m, n, C);\n}\n");
    CHECK(some_holds(list, names ? "`(n + X - 1) / X, (m + Y - 1) / Y` in place of"
                                 : "`(n + 31) / 32, (m + 7) / 8` in place of"));
  }
}

TEST_CASE("a barrier outside of a loop comes before one in it", "[remedy]") {
  const auto list = proposed(
      "__device__ void out(real* y, const real* x) {\n  y[0] = x[threadIdx.x + 1];\n}\n"
      "__global__ void k(real* y) {\n"
      "  extern __shared__ real x[];\n"
      "  for (int b = 0; b < 2; ++b) {\n"
      "    for (int r = 0; r < 8; ++r) {\n"
      "      x[threadIdx.x] = r;\n    }\n"
      "    out(y, x);\n  }\n}\n",
      finding("race.block", 8, 2));
  const auto place = [&](const std::string& text) {
    return std::find(list.begin(), list.end(), text) - list.begin();
  };
  const auto behind = place("`__syncthreads();` after line 9");
  CHECK(behind < place("`__syncthreads();` after line 8"));
  CHECK(behind < place("`__syncthreads();` at the end of the loop that ends in line 9"));
}

TEST_CASE("threads that share an element count once in the grid's stride", "[remedy]") {
  CHECK(
      has(for_values("__global__ void k(int n, real* y) {\n"
                     "  long long v = (long long)blockIdx.x * (blockDim.x / M) + threadIdx.x / M;\n"
                     "  const long long hop = (long long)gridDim.x * blockDim.x;\n"
                     "  for (; v < n; v += hop) y[v] = 0;\n}\n"
                     "void dot(int n, real* y) { k<<<1, 1>>>(n, y); }\n"),
          "`(blockDim.x / M)` in place of `blockDim.x` in line 3"));
}

TEST_CASE("a stream that waits for its own event waits for the other half's", "[remedy]") {
  CHECK(has(proposed("void dot() {\n  for (int d = 0; d < 2; ++d) {\n    Half& me = half[d];\n"
                     "    cudaStreamWaitEvent(me.stream, me.sent, 0);\n  }\n}\n",
                     finding("race.streams", 4)),
            "`half[1 - d].sent` in place of `me.sent` in line 4"));
}

TEST_CASE("what was made with sizeof counts bytes already", "[remedy]") {
  const auto list = [](const std::string& each) {
    return proposed(
        "__global__ void k() {\n  extern __shared__ real s[];\n  s[threadIdx.x] = 0;\n}\n"
        "void dot(int threads) {\n  const int each = " +
            each + ";\n  k<<<1, threads, threads * each>>>();\n}\n",
        finding("bounds.outside", 3));
  };
  CHECK(some_holds(list("8"), "* sizeof(real)"));
  CHECK_FALSE(some_holds(list("8 * sizeof(real)"), "each) * sizeof(real)"));
}

TEST_CASE("shuffles are found in the instance of a template", "[remedy]") {
  CHECK(has(proposed("template <int W>\n__device__ real fold(real v) {\n"
                     "  return v + __shfl_xor_sync(0xffffffff, v, 1);\n}\n"
                     "__global__ void k(real* y) {\n  __shared__ real s[32];\n"
                     "  if (threadIdx.x < 4)\n    *y = fold<32>(s[threadIdx.x]);\n}\n",
                     finding("mask.absent-lane", 3)),
            "`threadIdx.x < 32` in place of `threadIdx.x < 4` in line 7; `threadIdx.x < 4 ? "
            "s[threadIdx.x] : 0` in place of `s[threadIdx.x]` in line 8"));
}

TEST_CASE("a test that lets one too many through is made strict, not joined by another",
          "[remedy]") {
  const auto list = proposed(
      "__global__ void k(int M, real* y) {\n  const int i = threadIdx.x;\n"
      "  if (i <= M) y[blockIdx.x * M + i] = 0;\n}\n"
      "void dot(real* y) { k<<<2, 8>>>(1, y); }\n",
      finding("race.same-store", 3));
  const auto place = [&](const std::string& text) {
    return std::find(list.begin(), list.end(), text) - list.begin();
  };
  CHECK(place("`i < M` in place of `i <= M` in line 3") <
        place("`i <= M && i < M` in place of `i <= M` in line 3"));
}
