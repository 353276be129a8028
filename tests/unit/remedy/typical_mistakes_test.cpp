// Mistakes of the first weeks that a blind set of thirty showed.
#include "remedy/proposer.h"
#include "tests/unit/remedy/check_proposed.h"

using namespace warpgrade;
using namespace warpgrade::remedy;

TEST_CASE("a round counts before its break", "[remedy]") {
  const std::string rounds =
      "int task(int most) {\n"
      "  int done;\n"
      "  for (done = 0; done < most; done++) {\n"
      "    if (norm <= limit)\n"
      "      break;\n"
      "  }\n"
      "  return done;\n}\n";
  const std::string wanted = "`{ done++; break; }` in place of `break;` in line 5";
  check_for_values(rounds, wanted);
  // What the loop declares is not known behind it.
  std::string own = rounds;
  own.replace(own.find("for (done"), 9, "for (int done");
  CHECK_FALSE(has(for_values(own), wanted));
}

TEST_CASE("a kernel runs on the device of its arrays", "[remedy]") {
  const std::string begin =
      "struct Half { int device; real* u; };\n"
      "void task(int n) {\n"
      "  Half& h = halves[1];\n"
      "  cudaSetDevice(h.device);\n";
  check_for_finding(begin + "  sweep<<<n, 32>>>(n, h.u);\n}\n", "pointer.of-other-device", 5,
                    "`cudaSetDevice(h.device);` before line 5");
  check_for_finding(begin + "  if (n)\n    sweep<<<n, 32>>>(n, h.u);\n}\n",
                    "pointer.of-other-device", 6,
                    "`{ cudaSetDevice(h.device); sweep<<<n, 32>>>(n, h.u); }` in place of "
                    "`sweep<<<n, 32>>>(n, h.u);` in line 6");
}

TEST_CASE("each axis counts its own blocks", "[remedy]") {
  check_for_values(
      "__global__ void k(int n) {}\n"
      "void task(int n) {\n"
      "  const dim3 block(BX, BY, BZ);\n"
      "  const int blocks = (n + BX - 1) / BX;\n"
      "  const dim3 grid(blocks, blocks, blocks);\n"
      "  k<<<grid, block>>>(n);\n}\n",
      "`(n + BY - 1) / BY, (n + BZ - 1) / BZ` in place of `blocks, blocks` in line 5");
}

TEST_CASE("a grid of elements is proposed for kernels that take a block for each alone",
          "[remedy]") {
  const std::string host =
      "void task(int n) {\n"
      "  k<<<(n + T - 1) / T, T>>>(n);\n}\n";
  const auto kernel = [](const std::string& index) {
    return "__global__ void k(int n) { int i = " + index + "; }\n";
  };
  const std::string wanted = "`n` in place of `(n + T - 1) / T` in line 3";
  CHECK(has(for_values(kernel("blockIdx.x") + host), wanted));
  CHECK_FALSE(has(for_values(kernel("blockIdx.x * blockDim.x + threadIdx.x") + host), wanted));
}

TEST_CASE("a start has the factor of its loop's step", "[remedy]") {
  check_for_values(
      "constexpr int ROWS = 4;\n"
      "__global__ void k(int m) {\n"
      "  const int step = gridDim.y * 8 * ROWS;\n"
      "  for (int r = blockIdx.y * 8 + threadIdx.y; r < m; r += step) {\n"
      "  }\n}\n",
      "`(blockIdx.y * 8 + threadIdx.y) * ROWS` in place of `blockIdx.y * 8 + threadIdx.y` in line "
      "4");
}

TEST_CASE("what groups of four leave out is added, also behind a sum in parentheses", "[remedy]") {
  check_for_values(
      "__global__ void k(int n, const real* A, const real* B) {\n"
      "  const float4* A4 = (const float4*)A;\n"
      "  const float4* B4 = (const float4*)B;\n"
      "  real sum = 0;\n"
      "  for (int i = id; i < n / 4; i += all) {\n"
      "    const float4 a = A4[i];\n"
      "    const float4 b = B4[i];\n"
      "    sum += (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);\n"
      "  }\n}\n",
      "`for (int rest = (n / 4) * 4 + id; rest < n; rest += all) sum += A[rest] * B[rest];` after "
      "line 9");
}

TEST_CASE("a copy in another stream than the kernel does not wait for it", "[remedy]") {
  const std::string text =
      "void task(int n) {\n"
      "  k<<<n, 32, 0, compute>>>(n, c);\n"
      "  cudaMemcpyAsync(C, c, n, cudaMemcpyDeviceToHost, copy);\n}\n";
  const Code code(text);
  CHECK(cause_fixed_by(proposals_for(code, "dot.cu", finding("race.streams", 3), 0),
                       "`cudaDeviceSynchronize();` before line 3") ==
        "`k` runs in stream `compute`, and the copy in `copy`: nothing makes it wait.");
}

TEST_CASE("a thread goes on by the grid", "[remedy]") {
  const std::string index = "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n";
  check_for_values(
      "__global__ void k(int n, const real* A) {\n" + index +
          "  real sum = 0;\n"
          "  if (i < n) {\n"
          "    sum += A[i];\n"
          "  }\n}\n",
      "`for (; i < n; i += gridDim.x * blockDim.x)` in place of `if (i < n)` in line 4");
  check_for_values("__global__ void k(int n, const real* A) {\n" + index +
                       "  real sum = i < n ? A[i] * A[i] : 0;\n}\n",
                   "`real sum = 0; for (; i < n; i += gridDim.x * blockDim.x) sum += A[i] * A[i];` "
                   "in place of `real sum = i < n ? A[i] * A[i] : 0;` in line 3");
  // A constant becomes a variable.
  check_for_values(
      "__global__ void k(int n, const real* A) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n) sum += A[i];\n}\n",
      "`int i = blockIdx.x * blockDim.x + threadIdx.x;` in place of "
      "`const int i = blockIdx.x * blockDim.x + threadIdx.x;` in line 2; "
      "`for (; i < n; i += gridDim.x * blockDim.x)` in place of `if (i < n)` in line 3");
  check_for_values(
      "__global__ void k(int n, const real* A) {\n" + index + "  if (i < n)\n    sum = A[i];\n}\n",
      "`for (; i < n; i += gridDim.x * blockDim.x)` in place of `if (i < n)` in line 3; "
      "`sum += A[i]` in place of `sum = A[i]` in line 4");
  // An element is no sum.
  const auto elements = for_values("__global__ void k(int n, const real* A) {\n" + index +
                                   "  tile[i] = i < n ? A[i] : 0;\n}\n");
  CHECK(std::none_of(elements.begin(), elements.end(), [](const std::string& each) {
    return each.find("i += gridDim.x * blockDim.x") != each.npos;
  }));
  // Others wait at the barrier.
  CHECK_FALSE(
      has(for_values("__global__ void k(int n, const real* A) {\n" + index +
                     "  if (i < n) {\n    sum += A[i];\n    __syncthreads();\n  }\n}\n"),
          "`for (; i < n; i += gridDim.x * blockDim.x)` in place of `if (i < n)` in line 3"));
}

TEST_CASE("a thread goes on by its block", "[remedy]") {
  check_for_values(
      "__global__ void k(int n, int row, real* A) {\n"
      "  const int j = row + threadIdx.x;\n"
      "  if (j < n) A[j] -= A[row];\n}\n",
      "`int j = row + threadIdx.x;` in place of `const int j = row + threadIdx.x;` in line 2; "
      "`for (; j < n; j += blockDim.x)` in place of `if (j < n)` in line 3");
}

TEST_CASE("a guard on the way to the access joins its tests otherwise", "[remedy]") {
  const std::string wanted = "`row < m && col < n` in place of `row < m || col < n` in line 2";
  check_for_finding(
      "__global__ void k(int m, int n, real* C) {\n"
      "  if (row < m || col < n) {\n"
      "    C[row * n + col] = 0;\n  }\n}\n",
      "bounds.outside", 3, wanted);
  check_for_finding(
      "__global__ void k(int m, int n, real* C) {\n"
      "  if (row >= m && col >= n) return;\n"
      "  C[row * n + col] = 0;\n}\n",
      "bounds.outside", 3, "`row >= m || col >= n` in place of `row >= m && col >= n` in line 2");
}

TEST_CASE("a copy goes the other way", "[remedy]") {
  check_for_values("void task(real* C) {\n  cudaMemcpy(d_C, C, bytes, cudaMemcpyDefault);\n}\n",
                   "`C, d_C` in place of `d_C, C` in line 2");
}

TEST_CASE("a loop counts after its test", "[remedy]") {
  const auto loop = [](const std::string& test) {
    return "void task(int n) {\n  int left = n;\n  while (" + test + ") k<<<1, 32>>>(n);\n}\n";
  };
  check_for_values(loop("--left > 0"), "`left--` in place of `--left` in line 3");
  check_for_values(loop("left-- > 1"), "`--left` in place of `left--` in line 3");
}

TEST_CASE("what a kernel is given is not made by new", "[remedy]") {
  const auto with = [](const std::string& made, const std::string& freed) {
    return "void task() {\n  int* info = " + made + ";\n  k<<<1, 32>>>(info);\n  " + freed +
           ";\n}\n";
  };
  check_for_finding(with("new int(0)", "delete info"), "pointer.of-host", 3,
                    "`int* info; cudaMallocManaged(&info, sizeof(*info)); *info = 0;` in place of "
                    "`int* info = new int(0);` in line 2; "
                    "`cudaFree(info);` in place of `delete info;` in line 4");
  check_for_finding(with("new int[2 + n]", "delete[] info"), "pointer.of-host", 3,
                    "`int* info; cudaMallocManaged(&info, (2 + n) * sizeof(*info));` in place of "
                    "`int* info = new int[2 + n];` in line 2; "
                    "`cudaFree(info);` in place of `delete[] info;` in line 4");
  check_for_finding(with("(int*)malloc(bytes)", "free(info)"), "pointer.of-host", 3,
                    "`int* info; cudaMallocManaged(&info, bytes);` in place of "
                    "`int* info = (int*)malloc(bytes);` in line 2; "
                    "`cudaFree(info);` in place of `free(info);` in line 4");
}

TEST_CASE("an element that is added to is stored", "[remedy]") {
  const std::string kernel =
      "__global__ void k(int n, real* C) {\n"
      "  real sum = 0;\n"
      "  if (threadIdx.x < n) C[threadIdx.x] += sum;\n}\n";
  check_for_finding(kernel, "read.unwritten", 3,
                    "`C[threadIdx.x] = sum;` in place of `C[threadIdx.x] += sum;` in line 3");
}

TEST_CASE("a cause shows what differs within one pair of brackets", "[remedy]") {
  const auto facts_of = [](const std::string& code, const std::string& old) {
    const Code none("");
    ProposalList list(none, "dot.cu", 0);
    list.add({{"expression.instead", "", 1, code, old, because("code.other-variable")}}, {});
    const Cause cause = list.take().at(0).remedy.cause;
    return cause.fact("old") + " | " + cause.fact("code");
  };
  CHECK(facts_of("out[first * M + e] = stage[e / M * pitch]",
                 "out[first * N + e] = stage[e / M * pitch]") == "first * N + e | first * M + e");
  CHECK(facts_of("at(A, n, k, i) * at(A, n, other(k), j)",
                 "at(A, n, k, i) * at(A, n, other(i), j)") == "i | k");
  // Outside of brackets, in two of them, or short: the whole.
  CHECK(facts_of("out[first * M + e] = sum_of_row[e]", "out[first * M + e] = sum_of_col[e]") ==
        "out[first * M + e] = sum_of_col[e] | out[first * M + e] = sum_of_row[e]");
  CHECK(facts_of("some_long_array[row * M] + other[M]", "some_long_array[row * N] + other[N]") ==
        "some_long_array[row * N] + other[N] | some_long_array[row * M] + other[M]");
  CHECK(facts_of("A[i * m]", "A[i * n]") == "A[i * n] | A[i * m]");
}

TEST_CASE("both fences of a lock are proposed together", "[remedy]") {
  const std::string fence = "`__threadfence();` ";
  check_for_finding(
      "__global__ void k(real* r) {\n"
      "  while (atomicCAS(&lock, 0, 1) != 0) {\n  }\n"
      "  *r += sum;\n"
      "  atomicExch(&lock, 0);\n}\n",
      "race.no-release", 4, fence + "before line 4; " + fence + "after line 4");
}

TEST_CASE("what depends on a loop's counter is computed in each iteration", "[remedy]") {
  check_for_values(
      "__global__ void k(int n, real* C) {\n"
      "  long long e = blockIdx.x;\n"
      "  const long long row = e / n;\n"
      "  const long long col = e % n;\n"
      "  for (; e < (long long)n * n; e += gridDim.x) {\n"
      "    C[e] = row * n + col;\n"
      "  }\n}\n",
      "`const long long row = e / n; const long long col = e % n;` before line 6; `const long long "
      "row = e / n;` removed from line 3; `const long long col = e % n;` removed from line 4");
}

TEST_CASE("a template's arguments are no comparisons whose limits are exchanged", "[remedy]") {
  CHECK_FALSE(for_values("__global__ void k(int n) {\n"
                         "  for (int c = 0; c < pieces<N, CS>; ++c)\n"
                         "    for (int e = 0; e < CS && c * CS + e < N; ++e) a[e] = n;\n}\n")
                  .empty());
}

TEST_CASE("continue is proposed in place of break", "[remedy]") {
  check_for_values(
      "__global__ void k(int n, real* x) {\n"
      "  real sum = 0;\n"
      "  for (int j = 0; j < n; ++j) {\n"
      "    if (j == threadIdx.x)\n"
      "      break;\n"
      "    else sum += x[j];\n"
      "  }\n}\n",
      "`continue;` in place of `break;` in line 5");
}

TEST_CASE("a value that is not one repeated byte is copied, not set with cudaMemset", "[remedy]") {
  const std::string begin = "void task(int n) {\n  int* first;\n  CHECK(cudaMalloc(&first, 4));\n";
  check_for_values(begin + "  CHECK(cudaMemset(first, INT_MAX, sizeof(int)));\n}\n",
                   "`{ const int value = INT_MAX; cudaMemcpy(first, &value, sizeof(int), "
                   "cudaMemcpyHostToDevice); }` in place of `CHECK(cudaMemset(first, INT_MAX, "
                   "sizeof(int)));` in line 4");
}

TEST_CASE("the middle index of three needs the remainder", "[remedy]") {
  check_for_values(
      "__global__ void k(int n, real* x) {\n"
      "  const int t = threadIdx.x, plane = n * n;\n"
      "  const int i = t / plane;\n"
      "  const int j = t / n;\n"
      "  const int k = t % n;\n"
      "  x[t] = i + j + k;\n}\n",
      "`t / n % n` in place of `t / n` in line 4");
}

TEST_CASE("a counter of blocks is compared with the blocks of all axes", "[remedy]") {
  check_for_finding(
      "__global__ void k(unsigned* done, double* part) {\n"
      "  part[blockIdx.y * gridDim.x + blockIdx.x] = 1;\n"
      "  if (atomicAdd(done, 1u) == gridDim.x - 1) part[0] = part[1];\n}\n",
      "race.volatile", 2, "`gridDim.x * gridDim.y * gridDim.z` in place of `gridDim.x` in line 3");
}

TEST_CASE("a shared array has as many elements as the kernel uses", "[remedy]") {
  check_for_finding(
      "__global__ void k(int n, real* A) {\n"
      "  extern __shared__ real row[];\n"
      "  row[n - 1] = A[0];\n}\n"
      "void task(int n, real* A, int threads) {\n"
      "  k<<<1, threads, threads * sizeof(real)>>>(n, A);\n}\n",
      "bounds.dynamic-shared", 3, "`n` in place of `threads` in line 6");
}

TEST_CASE("a tree begins with half of what it adds up", "[remedy]") {
  check_for_values(
      "__global__ void k(real* x) {\n"
      "  real v = x[threadIdx.x];\n"
      "  for (int step = LANES; step > 0; step >>= 1)\n"
      "    v += __shfl_xor_sync(~0u, v, step);\n}\n",
      "`LANES / 2` in place of `LANES` in line 3");
}

TEST_CASE("values are handed on from round to round", "[remedy]") {
  const auto kernel = [](const std::string& body) {
    return "__global__ void k(int n, const real* x, real* y) {\n"
           "  real before = x[0];\n"
           "  real now = x[1];\n"
           "  for (int i = 1; i < n; ++i) {\n" +
           body + "  }\n}\nvoid task(int n, real* x, real* y) { k<<<1, 1>>>(n, x, y); }\n";
  };
  check_for_values(kernel("    const real next = x[i + 1];\n"
                          "    y[i] = before + now + next;\n"
                          "    now = next;\n"),
                   "`before = now;` before line 7");
  check_for_values(kernel("    real other = x[i + 1];\n"
                          "    y[i] = before + other;\n"),
                   "`before = other;` after line 6");
}

TEST_CASE("a substitution takes what it has computed", "[remedy]") {
  check_for_values(
      "__global__ void k(int n, const real* U, real* b) {\n"
      "  real x[8];\n"
      "  for (int r = 0; r < 8; ++r) {\n"
      "    real rest = b[r * n];\n"
      "    for (int q = 0; q < r; ++q) rest -= U[q * 8 + r] * b[q * n];\n"
      "    x[r] = rest;\n"
      "  }\n}\n"
      "void task(int n, real* U, real* b) { k<<<1, 1>>>(n, U, b); }\n",
      "`x[q]` in place of `b[q * n]` in line 5");
}

TEST_CASE("sizes are computed from the threads that are launched", "[remedy]") {
  check_for_values(
      "__global__ void k(int n, int stride) {}\n"
      "void task(int n, int blocks, int threads) {\n"
      "  const int use = min(threads, 256);\n"
      "  const int stride = blocks * threads;\n"
      "  k<<<blocks, use>>>(n, stride);\n}\n",
      "`use` in place of `threads` in line 4");
}

TEST_CASE("what C++ reads otherwise than it is meant", "[remedy]") {
  const auto kernel = [](const std::string& body) {
    return "__device__ int lock;\n__global__ void k(int n, real* x) {\n  " + body + "\n}\n";
  };
  check_for_values(kernel("if (0 <= n + 1 < 8) x[0] = n;"),
                   "`0 <= n + 1 && n + 1 < 8` in place of `0 <= n + 1 < 8` in line 3");
  check_for_values(kernel("int lane = threadIdx.x & 32;"),
                   "`threadIdx.x % 32` in place of `threadIdx.x & 32` in line 3");
  check_for_values(kernel("x[n] = atomicAdd(&x[n], 1);"),
                   "`atomicAdd(&x[n], 1)` in place of `x[n] = atomicAdd(&x[n], 1)` in line 3");
  check_for_values(kernel("atomicCAS(&lock, 0, 1);"),
                   "`while (atomicCAS(&lock, 0, 1) != 0) {}` in place of `atomicCAS(&lock, 0, 1);` "
                   "in line 3");
  for (const std::string& each :
       for_values(kernel("std::vector<std::vector<int>> v; const real& w = x[n];")))
    CHECK(each.find("&& ") == each.npos);
}

TEST_CASE("a tile is filled by the other axis", "[remedy]") {
  check_for_values(
      "__global__ void __launch_bounds__(T * T) k(int n, const real* A) {\n"
      "  __shared__ real P[T][T];\n"
      "  const int tx = threadIdx.x, ty = threadIdx.y;\n"
      "  const int i = blockIdx.y * T + ty;\n"
      "  P[ty][tx] = i < n ? A[i] : 0;\n}\n",
      "`blockIdx.y * T + tx < n ? A[blockIdx.y * T + tx` in place of `i < n ? A[i` in line 5");
}

TEST_CASE("the first element of a part", "[remedy]") {
  check_for_values(
      "__global__ void k(int n, const real* A) {\n"
      "  for (int c = 0; c < 4; ++c) {\n"
      "    int length = min(T, n - c);\n"
      "    real x = A[c * T + length];\n  }\n}\n",
      "`c * T` in place of `c` in line 3");
}

TEST_CASE("copies and allocations of too few bytes", "[remedy]") {
  const std::string begin = "void task(int n, real* u, const real* v) {\n";
  check_for_values(begin + "  cudaMemcpy(u, v, n * sizeof(real), cudaMemcpyDeviceToDevice);\n}\n",
                   "`n * n * sizeof(real)` in place of `n * sizeof(real)` in line 2");
  check_for_values(begin +
                       "  const size_t bytes = n * sizeof(real);\n  double* sums;\n"
                       "  cudaMalloc(&sums, bytes);\n}\n",
                   "`sizeof(double)` in place of `sizeof(real)` in line 2");
  check_for_values(begin + "  cudaMemcpyFromSymbol(u, table, sizeof(table));\n}\n",
                   "`sizeof(table), 0, cudaMemcpyDeviceToDevice` in place of `sizeof(table)` in "
                   "line 2");
}

TEST_CASE("a loop of a given number of rounds ends by nothing else", "[remedy]") {
  const std::string loop =
      "(int rounds) {\n"
      "  for (int r = 0; r < rounds; ++r) {\n"
      "    k<<<1, 1>>>();\n"
      "    if (change < 1e-4) break;\n  }\n";
  const std::string wanted = "`if (change < 1e-4) break;` removed from line 4";
  check_for_values("void task" + loop + "}\n", wanted);
  CHECK_FALSE(has(for_values("int task" + loop + "  return 1;\n}\n"), wanted));
}
