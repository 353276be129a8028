// Mistakes about who takes part: the last part, the last round, the lanes and warps of a block.
#include "tests/unit/remedy/check_proposed.h"

using namespace warpgrade;
using namespace warpgrade::remedy;

TEST_CASE("a patch that lies partly outside is computed", "[remedy]") {
  check_for_values(
      "__global__ void k(int m, int n, real* C) {\n"
      "  for (int row = threadIdx.x; row < m; row += 4) {\n"
      "    if (row + H > m || W - 1 + col >= n) continue;\n"
      "    C[row] = 0;\n"
      "  }\n}\n",
      "`if (row + H > m || W - 1 + col >= n) continue;` removed from line 3");
}

TEST_CASE("the last batch is as long as what is left", "[remedy]") {
  check_for_values(
      "void task(int most) {\n"
      "  int done = 0;\n"
      "  while (!stop && done < most) {\n"
      "    const int count = batch;\n"
      "    for (int s = 0; s < count; s++) k<<<1, 1>>>(s);\n"
      "    done += count;\n"
      "  }\n}\n",
      "`most - done < batch ? most - done : batch` in place of `batch` in line 4");
}

TEST_CASE("the lanes of a warp go on by 32", "[remedy]") {
  check_for_values(
      "__global__ void k(int n, real* A) {\n"
      "  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;\n"
      "  for (int j = warp + lane; j < n; j += blockDim.x) A[j] = 0;\n}\n",
      "`32` in place of `blockDim.x` in line 3");
}

TEST_CASE("a thread adds up all values from its own on", "[remedy]") {
  check_for_values(
      "__global__ void k(int n, const real* sums) {\n"
      "  real mine = threadIdx.x < n ? sums[threadIdx.x] : 0;\n}\n",
      "`real mine = 0; for (int k = threadIdx.x; k < n; k += blockDim.x) mine += sums[k];` in "
      "place of `real mine = threadIdx.x < n ? sums[threadIdx.x] : 0;` in line 2");
}

TEST_CASE("a quotient that is rounded up is not exchanged with its rest", "[remedy]") {
  const std::string wanted =
      "`n % t` in place of `n / t` in line 2; `n / t` in place of `n % t` in line 2";
  const auto proposed_for = [](const std::string& value) {
    const Code code("void task(int n, int t) {\n  const int a = " + value + ";\n}\n");
    return words(proposals_for_values(code, "dot.cu", "task", 0, {}));
  };
  CHECK(some_holds(proposed_for("n / t + (n % t) * 2"), "`n % t"));
  CHECK_FALSE(some_holds(proposed_for("n / t + (n % t != 0)"), "`n % t"));
}

TEST_CASE("a warp adds up once behind a loop that some lanes leave", "[remedy]") {
  check_for_finding(
      "__device__ real warp_sum(real v) { return v + __shfl_down_sync(~0u, v, 1); }\n"
      "__global__ void k(int n, const real* A) {\n"
      "  real sum = 0;\n"
      "  for (int i = threadIdx.x; i < n; i += 64)\n"
      "    sum += warp_sum(A[i] * 2);\n}\n",
      "barrier.not-reached", 5,
      "`sum += A[i] * 2;` in place of `sum += warp_sum(A[i] * 2);` in line 5; `sum = "
      "warp_sum(sum);` after line 5");
}

TEST_CASE("each warp gets an array of its own", "[remedy]") {
  const std::string kernel =
      "  __shared__ real chunk[32]; int lane = threadIdx.x % 32;\n"
      "  const real* mine = chunk + 8;\n"
      "  chunk[lane] = 0;\n}\n";
  check_for_finding("__global__ void k() {\n" + kernel, "race.same-store", 4,
                    "`chunk[32][32]` in place of `chunk[32]` in line 2; `chunk[threadIdx.x / 32]` "
                    "in place of `chunk` in line 3; `chunk[threadIdx.x / 32][lane]` in place of "
                    "`chunk[lane]` in line 4");
  check_for_finding("__global__ void k() { const int w = threadIdx.x / 32;\n" + kernel,
                    "race.block", 4,
                    "`chunk[32][32]` in place of `chunk[32]` in line 2; `chunk[w]` in place of "
                    "`chunk` in line 3; `chunk[w][lane]` in place of `chunk[lane]` in line 4");
}

TEST_CASE("an event is recorded behind the copy that others wait for", "[remedy]") {
  check_for_finding(
      "void task() {\n"
      "  CHECK(cudaEventRecord(sent, s));\n"
      "  CHECK(cudaMemcpyPeerAsync(a, 1, b, 0,\n"
      "                            n, s));\n}\n",
      "race.streams", 3, "`CHECK(cudaEventRecord(sent, s));` behind line 4, not in line 2");
}

TEST_CASE("the address of a variable is not off by one", "[remedy]") {
  const Code code("void task() { int n = 0; cudaGetDeviceCount(&n); use(n); }\n");
  const auto list = words(proposals_for_slips(code, "dot.cu", "task", {}));
  CHECK(some_holds(list, "`n + 1`"));
  CHECK_FALSE(some_holds(list, "`&n + 1`"));
}

TEST_CASE("the launch reserves the padding of all rows", "[remedy]") {
  check_for_finding(
      "constexpr int pitch = N % 2 == 0 ? N + 1 : N;\n"
      "__global__ void k() { extern __shared__ real room[]; room[pitch]; }\n"
      "void task() {\n"
      "  const int bytes = N * sizeof(real);\n"
      "  k<<<1, 32, bytes>>>();\n}\n",
      "bounds.dynamic-shared", 2, "`pitch` in place of `N` in line 4");
}

TEST_CASE("the round that meets the tolerance counts", "[remedy]") {
  check_for_values(
      "int task(int most) {\n"
      "  int done = 0;\n"
      "  while (done < most) {\n"
      "    if (norm < limit) break;\n"
      "    done++;\n"
      "  }\n"
      "  return done;\n}\n",
      "`done++; if (norm < limit) break;` in place of `if (norm < limit) break; done++;` in line "
      "4");
}

TEST_CASE("a launch uses the size that its template was made for", "[remedy]") {
  check_for_values(
      "constexpr int tile = 32;\n"
      "template <int T> void run(int n) {\n"
      "  k<T><<<n / tile, T>>>(n);\n}\n"
      "void task(int n) { run<16>(n); }\n",
      "`T` in place of `tile` in line 3");
}

TEST_CASE("a stream is made for the device that uses it", "[remedy]") {
  check_for_finding(
      "struct Half { int device; cudaStream_t stream; };\n"
      "void task() {\n"
      "  for (Half& half : halves) CHECK(cudaStreamCreate(&half.stream));\n"
      "  for (int d = 0; d < 2; ++d) cudaEventCreate(&sent[d]);\n"
      "  use(half.device);\n}\n",
      "error.ended", 3,
      "`{ cudaSetDevice(half.device); CHECK(cudaStreamCreate(&half.stream)); }` in place of "
      "`CHECK(cudaStreamCreate(&half.stream));` in line 3");
}

TEST_CASE("a counter of blocks goes back to 0 after the last", "[remedy]") {
  check_for_finding(
      "__global__ void k() {\n"
      "  last = atomicInc(&done, gridDim.x) == gridDim.x - 1;\n}\n",
      "race.grid", 2, "`gridDim.x - 1` in place of `gridDim.x` in line 2");
}

TEST_CASE("each round commits its copies, also none", "[remedy]") {
  check_for_finding(
      "__global__ void k(int n) {\n"
      "  if (n > 1) {\n"
      "    __pipeline_commit();\n"
      "  }\n}\n",
      "race.copy-in-flight", 3, "`__pipeline_commit();` behind line 4, not in line 3");
}

TEST_CASE("nothing is divided by 1", "[remedy]") {
  const Code code("void task(int n) { const int half = n / 2; use(half * 2); }\n");
  const auto list = words(proposals_for_slips(code, "dot.cu", "task", {}));
  CHECK_FALSE(some_holds(list, "n / 1"));
  CHECK(some_holds(list, "n / 3"));
}
