// Changes at one or several places that follow from what students get wrong in their first weeks.
#include "remedy/proposals.h"
#include "tests/unit/remedy/check_proposed.h"

using namespace warpgrade;
using namespace warpgrade::remedy;

TEST_CASE("a tree that drops odd elements rounds up", "[remedy]") {
  check_for_values(
      "__global__ void k(real* s) {\n"
      "  int left = blockDim.x;\n"
      "  while (left > 1) {\n"
      "    int half = left / 2;\n"
      "    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];\n"
      "    __syncthreads();\n"
      "    left = half;\n"
      "  }\n}\n",
      "`(left + 1) / 2` in place of `left / 2` in line 4; `threadIdx.x < left - half` in place of "
      "`threadIdx.x < half` in line 5");
}

TEST_CASE("a tree for powers of two begins at 512 and skips threads without a partner",
          "[remedy]") {
  check_for_values(
      "__global__ void k(real* s) {\n"
      "  int t = threadIdx.x;\n"
      "  for (int d = blockDim.x / 2; d > 0; d /= 2) {\n"
      "    if (t < d) s[t] += s[t + d];\n"
      "    __syncthreads();\n"
      "  }\n}\n",
      "`512` in place of `blockDim.x / 2` in line 3; `t < d && t + d < blockDim.x` in place of `t "
      "< d` in line 4");
}

TEST_CASE("what each block does is done by one alone", "[remedy]") {
  check_for_values(
      "__global__ void k(int n, const real* A, real* r) {\n"
      "  real s = 0;\n"
      "  if (threadIdx.x == 0) {\n"
      "    for (int i = n - n % 4; i < n; ++i) s += A[i];\n"
      "  }\n"
      "  atomicAdd(r, s);\n}\n",
      "`blockIdx.x == 0 && threadIdx.x == 0` in place of `threadIdx.x == 0` in line 3");
}

TEST_CASE("a result that the kernel zeroes is zeroed before the launch", "[remedy]") {
  check_for_finding(
      "__global__ void k(const real* A, real* r) {\n"
      "  if (blockIdx.x == 0 && threadIdx.x == 0) *r = 0;\n"
      "  atomicAdd(r, A[threadIdx.x]);\n}\n"
      "void task(const real* A, real* result) {\n"
      "  k<<<8, 32>>>(A, result);\n}\n",
      "race.mixed-in-grid", 2,
      "`if (blockIdx.x == 0 && threadIdx.x == 0) *r = 0;` removed from line 2; `cudaMemset(result, "
      "0, sizeof(*result));` before line 6");
}

TEST_CASE("one element for each thread becomes a loop over all", "[remedy]") {
  check_for_values(
      "__global__ void k(int blocks, const real* part, real* r) {\n"
      "  real v = 0;\n"
      "  if (threadIdx.x < blocks) v = part[threadIdx.x];\n"
      "  atomicAdd(r, v);\n}\n",
      "`for (int k = threadIdx.x; k < blocks; k += blockDim.x) v += part[k];` in place of `if "
      "(threadIdx.x < blocks) v = part[threadIdx.x];` in line 3");
}

TEST_CASE("an array for 256 threads gets room for 1024", "[remedy]") {
  const std::string text =
      "__global__ void k(real* r) {\n"
      "  __shared__ real slots[256];\n"
      "  slots[threadIdx.x] = 1;\n"
      "  r[threadIdx.x] = slots[0];\n}\n";
  check_for_finding(text, "bounds.row", 3, "`slots[1024]` in place of `slots[256]` in line 2");
  const Code code(text);
  Finding f;
  f.file = "dot.cu";
  f.line = 3;
  f.cause.id = "bounds.row";
  CHECK(with_proposals(code, proposals_for(code, "dot.cu", f, 0))
            .find("__shared__ real slots_of_1024[1024];") != std::string::npos);
}

TEST_CASE("a whole warp enters the branch with a shuffle", "[remedy]") {
  check_for_finding(
      "__device__ real warp_sum(real v) { return v + __shfl_down_sync(~0u, v, 16); }\n"
      "__global__ void k(int warps, real* r) {\n"
      "  __shared__ real sums[32];\n"
      "  if (threadIdx.x < warps) {\n"
      "    real s = warp_sum(sums[threadIdx.x]);\n"
      "    r[threadIdx.x] = s;\n"
      "  }\n}\n",
      "mask.absent-lane", 1,
      "`threadIdx.x < 32` in place of `threadIdx.x < warps` in line 4; `threadIdx.x < warps ? "
      "sums[threadIdx.x] : 0` in place of `sums[threadIdx.x]` in line 5");
}

TEST_CASE("a start from the caller's garbage becomes a start from zero", "[remedy]") {
  check_for_values(
      "void task(int n, real* x) {\n"
      "  real* d;\n"
      "  cudaMemcpy(d, x, n * 4, cudaMemcpyHostToDevice);\n}\n",
      "`cudaMemset(d, 0, n * 4)` in place of `cudaMemcpy(d, x, n * 4, cudaMemcpyHostToDevice)` in "
      "line 3",
      {{{"x", " * n"}}, false});
}

TEST_CASE("a pointer along a row walks down a column", "[remedy]") {
  check_for_values(
      "__global__ void k(int n, int k, const real* B, real* C) {\n"
      "  int j = threadIdx.x;\n"
      "  const real* b = B + j * k;\n"
      "  real s = 0;\n"
      "  for (int p = 0; p < k; p++) {\n"
      "    s += *b;\n"
      "    b++;\n"
      "  }\n"
      "  C[j] = s;\n}\n",
      "`j` in place of `j * k` in line 3; `b += n` in place of `b++` in line 7");
}

TEST_CASE("slips of the hand: the thread for the row, a number for a constant", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, const real* A, real* C) {\n"
      "  int row = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  for (int j = 0; j < n; ++j)\n"
      "    if (j != threadIdx.x) C[row] += A[row * 32 + j];\n"
      "  C[row + 32] = W;\n}\n"
      "void task(int n, const real* A, real* C) {\n"
      "  int blocks = n / 64 + 1;\n"
      "  k<<<blocks, W>>>(n, A, C);\n}\n";
  check_for_slips(text, "`j != row` in place of `j != threadIdx.x` in line 4");
  check_for_slips(text, "`W` in place of `32` in line 4; `W` in place of `32` in line 5");
  for (const std::string& each : words(proposals_for_slips(Code(text), "dot.cu", "task", {})))
    CHECK(each.find("in line 8") == each.npos);  // how many blocks there are
}

TEST_CASE("an inverted test of a lock is turned", "[remedy]") {
  check_for_finding(
      "__global__ void k(int* lock) {\n"
      "  bool waiting = true;\n"
      "  while (waiting) waiting = atomicCAS(lock, 0, 1) == 0;\n}\n",
      "lock.not-taken", 3,
      "`atomicCAS(lock, 0, 1) != 0` in place of `atomicCAS(lock, 0, 1) == 0` in line 3");
}

TEST_CASE("a lock is released by the thread that took it", "[remedy]") {
  check_for_finding(
      "__global__ void k(int* lock, real* x) {\n"
      "  if (threadIdx.x == 0)\n"
      "    while (atomicCAS(lock, 0, 1) != 0) {}\n"
      "  if (threadIdx.x == 0) *x += 1;\n"
      "  atomicExch(lock, 0);\n}\n",
      "lock.not-held", 5, "`if (threadIdx.x == 0)` before the statement in line 5");
}

TEST_CASE("a stride that does not fit the start of a block is made the start's", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, real* A) {\n"
      "  const int products = blockDim.x / 8;\n"
      "  const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;\n"
      "  for (long long i = static_cast<long long>(blockIdx.x) * products; i < n; i += stride)\n"
      "    A[i] = 0;\n}\n";
  check_for_values(text, "`products` in place of `blockDim.x` in line 3");
  check_for_values(text, "`blockDim.x` in place of `products` in line 4");
}

TEST_CASE("blocks of threads with several elements begin as far apart as they reach", "[remedy]") {
  check_for_values(
      "constexpr int rows = 4, columns = 4;\n"
      "constexpr int wide = 4;\n"
      "__global__ void k(int n, real* A) {\n"
      "  int first = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  for (int c = 0; c < wide; ++c) A[first + c * blockDim.x] = 0;\n}\n",
      "`blockDim.x * wide` in place of `blockDim.x` in line 4");
}

TEST_CASE("sums in an array are set to 0 in each round", "[remedy]") {
  check_for_values(
      "__global__ void k(int n, real* A) {\n"
      "  real sum[2][2];\n"
      "  for (int i = 0; i < 2; ++i) sum[i][0] = sum[i][1] = 0;\n"
      "  for (int h = blockIdx.x; h < n; h += gridDim.x) {\n"
      "    for (int i = 0; i < 2; ++i)\n"
      "      for (int j = 0; j < 2; ++j) sum[i][j] += A[h];\n"
      "    A[h] = sum[0][0];\n  }\n}\n",
      "`for (auto& each : sum) for (auto& each_of : each) each_of = 0;` before line 5");
}

TEST_CASE("what a launch gets twice is once another pointer", "[remedy]") {
  const std::string text =
      "__global__ void k(const real* old, real* u) { *u = *old; }\n"
      "void task(real* u, real* u_old) {\n"
      "  real* from = u_old;\n"
      "  real* to = u;\n"
      "  k<<<1, 1>>>(to, to);\n}\n";
  check_for_values(text, "`from` in place of `to` in line 5");
  check_for_finding(text, "race.grid", 1, "`from` in place of `to` in line 5");
}

TEST_CASE("a loop that may never begin gets another start", "[remedy]") {
  const std::string text =
      "int task(int most, real tolerance) {\n"
      "  double norm = 0;\n"
      "  int sweeps = 0, left = 0;\n"
      "  int more = 0;\n"
      "  while (sweeps < most && norm > tolerance) ++sweeps;\n"
      "  while (0 < more) ++sweeps;\n"
      "  return sweeps;\n}\n";
  check_for_values(text, "`1e30` in place of `0` in line 2");
  check_for_values(text, "`1` in place of `0` in line 4");
}

TEST_CASE("an element of a matrix gets the subscript of both dimensions", "[remedy]") {
  check_for_values(
      "__global__ void k(int n, const real* A, real* x) {\n"
      "  int row = blockIdx.x;\n"
      "  for (int col = 0; col < n; ++col) x[row] += A[(size_t)row * n + col];\n"
      "  x[row] /= A[row];\n}\n",
      "`A[(size_t)row * n + row]` in place of `A[row]` in line 4");
}

TEST_CASE("the two indices that a macro takes are exchanged", "[remedy]") {
  check_for_values(
      "#define AT(r, c) A[(r) * n + (c)]\n"
      "__global__ void k(int n, int i, int k, real* A) {\n"
      "  AT(i, i) -= AT(i, k);\n}\n",
      "`AT(k, i)` in place of `AT(i, k)` in line 3");
}

TEST_CASE("a test of what is below 0 is tried as one of what is not above", "[remedy]") {
  check_for_values("__global__ void k(int* info, real pivot) {\n  if (pivot < 0) *info = 1;\n}\n",
                   "`!(pivot > 0)` in place of `pivot < 0` in line 2");
}

TEST_CASE("a lock begins as one that is free", "[remedy]") {
  check_for_finding(
      "__device__ int lock = 1;\n"
      "__device__ void take(int* l) {\n  while (atomicCAS(l, 0, 1) != 0);\n}\n",
      "wait.for-nobody", 3, "`0` in place of `1` in line 1");
}

TEST_CASE("a term gets a factor that the function has, and a magnitude its square", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, real h2, const real* f, real* x) {\n"
      "  real d = f[n];\n"
      "  real change = d - x[n];\n"
      "  x[n] = (d + x[n] - f[n] * d) / d;\n"
      "  f[0] += fabs(change);\n}\n";
  check_for_values(text, "`d * x[n]` in place of `x[n]` in line 4");
  check_for_values(text, "`h2 * x[n]` in place of `x[n]` in line 3");
  check_for_values(text, "`change * change` in place of `fabs(change)` in line 5");
  for (const std::string& each : words(proposals_for_values(Code(text), "dot.cu", "task", 0)))
    CHECK(each.find(" * f[n]`") == each.npos);
}

TEST_CASE("blocks that all begin at the same element get starts of their own", "[remedy]") {
  check_for_values(
      "__device__ real sum(int n, const real* A) {\n"
      "  real s = 0;\n"
      "  for (int i = threadIdx.x; i < n; i += blockDim.x * gridDim.x) s += A[i];\n"
      "  return s;\n}\n",
      "`blockIdx.x * blockDim.x + threadIdx.x` in place of `threadIdx.x` in line 3");
}

TEST_CASE("pointers are swapped where one is assigned to the other", "[remedy]") {
  const std::string text =
      "void task(int n, real* x) {\n"
      "  real *old, *next;\n"
      "  for (int i = 0; i < n; ++i) {\n"
      "    k<<<1, 1>>>(old, next);\n"
      "    old = next;\n  }\n}\n";
  check_for_finding(text, "race.grid", 4,
                    "`std::swap(old, next);` in place of `old = next;` in line 5");
}

TEST_CASE("what a copy uses is freed after it", "[remedy]") {
  check_for_finding(
      "void task(real* C) {\n"
      "  real* d;\n"
      "  CHECK(cudaFree(d));\n"
      "  cudaMemcpy(C, d, 4, cudaMemcpyDeviceToHost);\n}\n",
      "error.unnoticed", 4,
      "`CHECK(cudaFree(d));` removed from line 3; `CHECK(cudaFree(d));` after line 4");
}

TEST_CASE("a step that counts threads which share an element is tried with fewer", "[remedy]") {
  check_for_values(
      "__global__ void k(int n, real* out) {\n"
      "  int h = blockIdx.x * blockDim.y + threadIdx.y;\n"
      "  int stride = gridDim.x * blockDim.x * blockDim.y;\n"
      "  while (h < n) { out[h] = 0; h += stride; }\n}\n",
      "`gridDim.x * blockDim.y` in place of `gridDim.x * blockDim.x * blockDim.y` in line 3");
}

TEST_CASE("a second array in dynamic shared memory is placed behind the first", "[remedy]") {
  const std::string text =
      "constexpr int pitch = 9;\n"
      "__global__ void k(int n, real* out) {\n"
      "  extern __shared__ real a[];\n"
      "  extern __shared__ real b[];\n"
      "  b[threadIdx.x] = a[threadIdx.x * pitch];\n}\n";
  const std::string wanted =
      "`real* b = a + blockDim.x * pitch;` in place of `extern __shared__ real b[];` in line 4";
  check_for_values(text, wanted);
  check_for_finding(text, "race.block", 5, wanted);
}

TEST_CASE("a sum of the host is set to 0 in each round", "[remedy]") {
  check_for_values(
      "int task(int most, double limit) {\n"
      "  double norm = 0;\n"
      "  while (sweeps < most) {\n"
      "    sweep<<<1, 1>>>();\n"
      "    for (double s : sums) norm += s;\n"
      "    if (norm <= limit) break;\n"
      "  }\n  return sweeps;\n}\n",
      "`norm = 0;` before line 4");
}

TEST_CASE("a swap is tried behind the call that needs what it exchanges", "[remedy]") {
  check_for_values(
      "void task(int used) {\n"
      "  for (int it = 0; it < 9; ++it) {\n"
      "    sweep<<<1, 1>>>(a, b);\n"
      "    std::swap(a, b);\n"
      "    if (used == 2) exchange(a, b);\n"
      "  }\n}\n",
      "`if (used == 2) exchange(a, b); std::swap(a, b);` in place of `std::swap(a, b); if (used == "
      "2) exchange(a, b);` in line 4");
}

TEST_CASE("the counter by which a block knows that it is the last is set back", "[remedy]") {
  const std::string start =
      "__device__ unsigned done;\n"
      "__global__ void k(real* result) {\n"
      "  __shared__ bool last;\n"
      "  if (threadIdx.x == 0) last = atomicAdd(&done, 1u) == gridDim.x - 1;\n"
      "  __syncthreads();\n"
      "  if (!last) return;\n";
  const std::string end = "  if (threadIdx.x == 0) *result = sum;\n}\n";
  const std::string wanted = "`if (threadIdx.x == 0) done = 0;` before line 7";
  check_for_values(start + end, wanted);
  const Code resets(start + "  done = 0;\n" + end);
  for (const std::string& each : words(proposals_for_values(resets, "dot.cu", "task", 0)))
    CHECK(each.find("done = 0") == each.npos);
}

TEST_CASE("a test of other indices gives way to one of the indices that are used", "[remedy]") {
  check_for_finding(
      "__global__ void k(int m, int n, real* C) {\n"
      "  int row0 = threadIdx.y, col0 = threadIdx.x;\n"
      "  for (int i = 0; i < 4; ++i)\n"
      "    if (row0 < m && col0 < n)\n"
      "      C[(row0 + i) * n + col0] = 0;\n}\n",
      "bounds.outside", 5,
      "`(row0 + i) < m && col0 < n` in place of `row0 < m && col0 < n` in line 4");
}

TEST_CASE("bits that are compared before they are masked get parentheses", "[remedy]") {
  const std::string text =
      "__global__ void k(real* A) {\n  if (threadIdx.x & 31 == 0) A[0] = 1;\n}\n"
      "void task(real* A) { k<<<1, 32>>>(A); }\n";
  const std::string wanted =
      "`(threadIdx.x & 31) == 0` in place of `threadIdx.x & 31 == 0` in line 2";
  check_for_values(text, wanted);
  check_for_finding(text, "read.unwritten-shared", 2, wanted);
  check_for_values(
      "__global__ void k(real* A) {\n  if (0 == threadIdx.x & 31) A[0] = 1;\n}\n"
      "void task(real* A) { k<<<1, 32>>>(A); }\n",
      "`0 == (threadIdx.x & 31)` in place of `0 == threadIdx.x & 31` in line 2");
}

TEST_CASE("a loop that tests after its first round gets a way out before it", "[remedy]") {
  check_for_values(
      "int task(int rounds, double limit) {\n"
      "  int done = 0;\n"
      "  do { sweep<<<1, 1>>>(); done++; } while (norm > limit && done < rounds);\n"
      "  return done;\n}\n",
      "`if (rounds <= 0) return 0;` at the start of the function, in line 1");
}

TEST_CASE("a buffer that gets nothing is filled like the one beside it", "[remedy]") {
  const std::string start =
      "void task(const real* u) {\n"
      "  cudaMalloc(&now, bytes);\n"
      "  cudaMalloc((void**)&next, bytes);\n"
      "  cudaMemcpy(now, u, bytes, cudaMemcpyHostToDevice);\n";
  check_for_finding(start + "}\n", "read.unwritten", 3,
                    "`cudaMemcpy(next, u, bytes, cudaMemcpyHostToDevice);` after line 4");
  const Code filled(start + "  cudaMemcpy(next, u, bytes, cudaMemcpyHostToDevice);\n}\n");
  for (const std::string& each :
       words(proposals_for(filled, "dot.cu", finding("read.unwritten", 3), 0)))
    CHECK(each.find("cudaMemcpy(next, u") == each.npos);
}

TEST_CASE("what a few threads of every block add is left to one block", "[remedy]") {
  check_for_values(
      "__global__ void k(int rest, const real* A, real* r) {\n"
      "  real sum = 0;\n"
      "  if (threadIdx.x < rest) sum += A[threadIdx.x];\n"
      "  r[blockIdx.x] = sum;\n}\n",
      "`blockIdx.x == 0 && threadIdx.x < rest` in place of `threadIdx.x < rest` in line 3");
}

TEST_CASE("the host's own copies count bytes, too, and sums of calls may be integers by mistake",
          "[remedy]") {
  check_for_values("void task(int n, real* x, real* y) {\n  memcpy(x, y, n);\n}\n",
                   "`n * sizeof(*x)` in place of `n` in line 2");
  check_for_values(
      "__device__ real product(int n) {\n"
      "  auto sum = 0;\n"
      "  for (int q = 0; q < n; ++q) sum += at(q);\n"
      "  return sum;\n}\n",
      "`real sum = 0` in place of `auto sum = 0` in line 2");
}
