// Changes for mistakes that students made who did not know the others.
#include "tests/unit/catch.h"
#include "tests/unit/remedy/proposed.h"

using namespace warpgrade;
using namespace warpgrade::remedy;

TEST_CASE("no comparison with itself is proposed for an axis", "[remedy]") {
  const std::string text =
      "__global__ void k(int* a) {\n  if (blockIdx.x > blockIdx.y) return;\n  a[0] = 1;\n}\n"
      "void dot(int* a) { k<<<1, 1>>>(a); }\n";
  CHECK_FALSE(some_holds(for_slips(text), "blockIdx.y > blockIdx.y"));
  CHECK(has(for_values(text),
            "`blockIdx.x < blockIdx.y` in place of `blockIdx.x > blockIdx.y` in line 2"));
}

TEST_CASE("block 0 is not made to do all of the work", "[remedy]") {
  const std::string stores =
      "__global__ void k(int n, const real* A, real* r) {\n"
      "  real sum = 0;\n"
      "  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += A[i];\n"
      "  if (threadIdx.x == 0) {\n    *r = *r + sum;\n  }\n}\n"
      "void dot(int n, const real* A, real* r) { k<<<9, 1>>>(n, A, r); }\n";
  CHECK_FALSE(some_holds(for_values(stores), "blockIdx.x == 0"));
  CHECK_FALSE(some_holds(for_slips(stores), "blockIdx.x == 0"));
  const std::string adds_a_rest =
      "__global__ void k(int n, const real* A, real* r) {\n"
      "  real sum = 0;\n"
      "  if (threadIdx.x == 0) sum += A[n - 1];\n"
      "  atomicAdd(r, sum);\n}\n"
      "void dot(int n, const real* A, real* r) { k<<<9, 1>>>(n, A, r); }\n";
  CHECK(some_holds(for_values(adds_a_rest), "`blockIdx.x == 0 && threadIdx.x == 0`"));
}

TEST_CASE("a test by which the host chooses a launch is left alone", "[remedy]") {
  const std::string text =
      "__global__ void k(int* a) { a[0] = 1; }\n"
      "void dot(int n, int t, int* a) {\n"
      "  if (n <= 1024)\n    k<<<1, 1>>>(a);\n  else\n    k<<<2, 1>>>(a);\n"
      "  if (t % 2 == 1) k<<<3, 1>>>(a);\n}\n";
  CHECK_FALSE(some_holds(for_slips(text), "in place of `n <= 1024`"));
  CHECK(some_holds(for_slips(text), "in place of `t % 2 == 1`"));
}

TEST_CASE("the number of devices is not exchanged for another", "[remedy]") {
  const std::string text =
      "void dot(int* a) {\n  int count;\n  cudaGetDeviceCount(&count);\n"
      "  a[0] = count > 1 ? 1 : 0;\n}\n";
  CHECK_FALSE(some_holds(for_slips(text), "count > 2"));
}

TEST_CASE("the device is set before a loop allocates on it", "[remedy]") {
  const auto list = proposed(
      "__global__ void k(int* a) { a[0] = 1; }\n"
      "void dot(int* dev) {\n  int* a[2];\n"
      "  for (int d = 0; d < 2; d++) {\n    cudaMalloc(&a[d], 4);\n  }\n"
      "  for (int d = 0; d < 2; d++) {\n    cudaSetDevice(dev[d]);\n    k<<<1, 1>>>(a[d]);\n  "
      "}\n}\n",
      finding("pointer.of-other-device", 1));
  CHECK(has(list, "`cudaSetDevice(dev[d]);` before line 5"));
}

TEST_CASE("of the tests before a return, one may be too many", "[remedy]") {
  const auto list =
      for_values("void dot(int m, int k, int* a) {\n  if (m == 0 || k == 0) return;\n}\n");
  CHECK(has(list, "`m == 0` in place of `m == 0 || k == 0` in line 2"));
  CHECK(has(list, "`k == 0` in place of `m == 0 || k == 0` in line 2"));
}

TEST_CASE("memory that a function allocates for its callers is freed and set by them", "[remedy]") {
  const std::string text =
      "static real* upload(size_t count) {\n  real* dev;\n"
      "  cudaMalloc(&dev, count * sizeof(real));\n  return dev;\n}\n"
      "void dot(int n, real* r) {\n  real* a = upload(n);\n  real* b = upload(n + 1);\n"
      "  cudaFree(a);\n}\n";
  const auto list = proposed(text, finding("memory.leak", 3));
  CHECK(has(list, "`cudaFree(b);` after line 9"));
  CHECK_FALSE(some_holds(list, "`cudaFree(a);`"));
  CHECK(has(for_values(text), "`cudaMemset(b, 0, (n + 1) * sizeof(real));` after line 8"));
}

TEST_CASE("a lock that nobody takes compares with 0 and stores 1", "[remedy]") {
  const std::string text =
      "__device__ int lock = 0;\n__global__ void k(real* r, real s) {\n"
      "  while (atomicCAS(&lock, 1, 0) != 0) {\n  }\n  *r += s;\n  atomicExch(&lock, 0);\n}\n";
  CHECK(proposed(text, finding("race.update", 5)).front() ==
        "`atomicCAS(&lock, 0, 1)` in place of `atomicCAS(&lock, 1, 0)` in line 3");
}

TEST_CASE("a mask of half a warp becomes a whole one where it is written", "[remedy]") {
  const std::string text =
      "#define HALF 0xffff\n__device__ real f(real v) {\n"
      "  const unsigned mine = 0xffffu;\n"
      "  v += __shfl_down_sync(0xfffffff, v, 2); v += __shfl_down_sync(0xfffffff, v, 1);\n"
      "  return __shfl_sync(HALF, v, 0) + __shfl_sync(mine, v, 0);\n}\n";
  const auto list = proposed(text, finding("mask.without-own-lane", 5));
  CHECK(has(list, "`0xffffffff` in place of `0xffff` in line 1"));
  CHECK(has(list, "`0xffffffff` in place of `0xffffu` in line 3"));
  CHECK(has(list,
            "`0xffffffff, v, 2); v += __shfl_down_sync(0xffffffff` in place of "
            "`0xfffffff, v, 2); v += __shfl_down_sync(0xfffffff` in line 4"));
  CHECK_FALSE(some_holds(proposed("__device__ real f(real v) {\n"
                                  "  return __shfl_sync(0xffffffffu, v, 0);\n}\n",
                                  finding("mask.without-own-lane", 2)),
                         "0xffffffff"));
}

TEST_CASE("the size of a type is that of what is copied", "[remedy]") {
  const std::string text =
      "void dot(double* d_norm) {\n  double norm = 0;\n"
      "  cudaMemcpy(&norm, d_norm, sizeof(real), cudaMemcpyDeviceToHost);\n}\n";
  CHECK(has(for_values(text), "`sizeof(double)` in place of `sizeof(real)` in line 3"));
  CHECK_FALSE(
      some_holds(for_values("void dot(real* a, const real* b, int n) {\n"
                            "  cudaMemcpy(a, b, n * sizeof(real), cudaMemcpyDefault);\n}\n"),
                 "in place of `sizeof(real)`"));
}

TEST_CASE("a thread's number counts all axes of the block", "[remedy]") {
  const std::string text =
      "__device__ void sum(real v) {\n  __shared__ real s[32];\n  int id = threadIdx.x;\n"
      "  s[id / 32] = v;\n}\n"
      "__global__ void k(real* a) {\n  sum(a[threadIdx.y]);\n}\n";
  CHECK(has(proposed(text, finding("race.same-store", 4)),
            "`threadIdx.x + blockDim.x * threadIdx.y` in place of `threadIdx.x` in line 3"));
  std::string flat = text;
  flat.replace(flat.find(".y"), 2, ".x");
  CHECK_FALSE(some_holds(proposed(flat, finding("race.same-store", 4)), "threadIdx.y"));
}

TEST_CASE("an element of the block is not numbered within the warp", "[remedy]") {
  CHECK(has(proposed("__global__ void k(real* a) {\n  __shared__ real box[128][8];\n"
                     "  box[threadIdx.x % 32 / 8][0] = a[0];\n"
                     "  a[0] = box[threadIdx.x % 32 / 8][0];\n}\n",
                     finding("race.same-store", 3)),
            "`threadIdx.x` in place of `threadIdx.x % 32` in line 3; `threadIdx.x` in place of "
            "`threadIdx.x % 32` in line 4"));
}

TEST_CASE("a copy of one element each becomes a loop", "[remedy]") {
  const std::string text =
      "__global__ void k(const real* A) {\n  __shared__ real a[N * M];\n  int t = threadIdx.x;\n"
      "  if (t < N * M) a[t] = A[t % N];\n}\n";
  CHECK(has(proposed(text, finding("read.unwritten-shared", 4)),
            "`for (int e = t; e < N * M; e += blockDim.x) a[e] = A[e % N];` in place of "
            "`if (t < N * M) a[t] = A[t % N];` in line 4"));
}

TEST_CASE("all threads of a block leave a loop with a barrier together", "[remedy]") {
  CHECK(has(proposed("__global__ void k(int S, real* a) {\n  const int t = threadIdx.x;\n"
                     "  for (int h = blockIdx.x * blockDim.x + t; h < S; h += 8) {\n"
                     "    __syncthreads();\n  }\n}\n",
                     finding("barrier.unequal-loop", 4)),
            "`h - t < S` in place of `h < S` in line 3"));
}

TEST_CASE("what one launch does in a block has a block's limit", "[remedy]") {
  CHECK(has(proposed("__global__ void k(int n, real* a) { a[0] = n; }\n"
                     "void dot(int n, real* a) {\n  if (n <= 1024) {\n"
                     "    k<<<(n + 255) / 256, 256>>>(n, a);\n  }\n}\n",
                     finding("race.grid", 1)),
            "`n <= 256` in place of `n <= 1024` in line 3"));
}

TEST_CASE("a cast stride of the block becomes one of the grid", "[remedy]") {
  CHECK(has(for_values("__device__ void f(int n) {\n"
                       "  const long long stride = static_cast<long long>(blockDim.x);\n}\n"),
            "`gridDim.x * static_cast<long long>(blockDim.x)` in place of "
            "`static_cast<long long>(blockDim.x)` in line 2"));
}

TEST_CASE("after the loop that fills a piece, the value comes from the array", "[remedy]") {
  CHECK(has(for_values("__global__ void k(int n, const real* x, real* y) {\n"
                       "  extern __shared__ real piece[];\n  int t = threadIdx.x, row = t;\n"
                       "  for (int s = 0; s < n; s += 8) {\n    piece[t] = x[s + t];\n"
                       "    __syncthreads();\n  }\n  y[row] = piece[t];\n}\n"),
            "`x[row]` in place of `piece[t]` in line 8"));
}

TEST_CASE("a tile beyond the matrix has ones on its diagonal", "[remedy]") {
  CHECK(has(for_values("__global__ void k(int n, const real* A) {\n  __shared__ real T[8][8];\n"
                       "  T[y][x] = x < n ? A[x] : real(0);\n}\n"),
            "`real(y == x)` in place of `real(0)` in line 3"));
}

TEST_CASE("a result that a variable keeps may be one too small", "[remedy]") {
  CHECK(has(for_values("__global__ void f(int n, int* info) {\n  __shared__ int bad;\n"
                       "  for (int k = 0; k < n; k++) {\n    bad = k;\n  }\n  *info = bad;\n}\n"),
            "`k + 1` in place of `k` in line 4"));
}

TEST_CASE("a launch gets a constant's address on the device", "[remedy]") {
  Finding f = finding("pointer.of-variable", 3);
  f.cause.facts.emplace("variable", "table");
  CHECK(has(proposed("__constant__ real table[4][4];\n"
                     "__global__ void k(const real* a, real* b) { b[0] = a[0]; }\n"
                     "void dot(real* b) { k<<<1, 1>>>(&table[0][0], b); }\n",
                     f),
            "`const real* table_on_device; cudaGetSymbolAddress((void**)&table_on_device, table);` "
            "before line 3; `table_on_device` in place of `&table[0][0]` in line 3"));
}

TEST_CASE("buffers that take turns are exchanged in a launch", "[remedy]") {
  CHECK(
      has(for_values("__global__ void k(const real* a, real* b) { b[0] = a[0]; }\n"
                     "void dot(int i, real** v) {\n  k<<<1, 1>>>(v[i % 2], v[(i + 1) % 2]);\n}\n"),
          "`v[(i + 1) % 2], v[i % 2]` in place of `v[i % 2], v[(i + 1) % 2]` in line 3"));
}

TEST_CASE("of several group widths each is tried in a call of its own", "[remedy]") {
  const std::string text =
      "__global__ void k(real* a, real v) {\n"
      "  const int lane = threadIdx.x;\n  a[lane % N] = 0;\n  a[lane & (CS - 1)] = a[blockDim.x / "
      "W];"
      "\n  a[0] = __shfl_sync(0xffffffff, v, 3);\n}\n";
  const auto list = for_values(text);
  const std::string old = " in place of `__shfl_sync(0xffffffff, v, 3)` in line 5";
  CHECK(has(list, "`__shfl_sync(0xffffffff, v, 3, N)`" + old));
  CHECK(has(list, "`__shfl_sync(0xffffffff, v, 3, CS)`" + old));
  CHECK_FALSE(some_holds(list, "v, 3, W)"));
  CHECK(changed(text, "`__shfl_sync(0xffffffff, v, 3, N)`" + old)
            .find("? __shfl_sync(0xffffffff, v, 3, N) : __shfl_sync(0xffffffff, v, 3));") !=
        std::string::npos);
}

TEST_CASE("the caller of two helpers waits between them", "[remedy]") {
  const std::string text =
      "template <int L> __device__ void load(real* s) {\n  s[threadIdx.x] = 1;\n}\n"
      "__device__ real sum(const real* s) {\n  return s[0];\n}\n"
      "__global__ void k(int n, real* a) {\n  __shared__ real s[9];\n"
      "  for (int i = 0; i < n; i++) {\n    load<9>(s);\n    __syncthreads();\n"
      "    a[i] = sum(s);\n  }\n}\n";
  const auto list = proposed(text, finding("race.block", 2, 5));
  CHECK(has(list, "`__syncthreads();` after line 10"));
  CHECK(has(list, "`__syncthreads();` at the end of the loop that ends in line 13"));
  CHECK(has(proposed(text, finding("race.block", 2)),
            "`__syncthreads();` at the end of the loop that ends in line 13"));
}

TEST_CASE("the blocks of a cooperative kernel wait for the whole grid", "[remedy]") {
  const std::string text =
      "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
      "__global__ void k(real* a, int n) {\n  auto grid = cg::this_grid();\n"
      "  auto block = cg::this_thread_block();\n"
      "  for (; n > 0; n--) {\n    a[blockIdx.x] += a[n];\n    block.sync();\n  }\n"
      "  __threadfence();\n  grid.sync();\n}\n"
      "void dot(real* a, int n) {\n  void* args[] = {&a, &n};\n"
      "  cudaLaunchCooperativeKernel((void*)k, 4, 32, args, 0, 0);\n}\n";
  const auto list = proposed(text, finding("race.grid", 7, 7));
  CHECK(has(list, "`grid.sync();` in place of `block.sync();` in line 8"));
  CHECK(has(list, "`grid.sync();` in place of `__threadfence();` in line 10"));
  CHECK_FALSE(some_holds(list, "in line 11"));
  std::string plain = text;
  plain.replace(plain.find("cudaLaunchCooperativeKernel((void*)k, 4, 32, args, 0, 0)"), 56,
                "k<<<4, 32>>>(a, n)");
  CHECK_FALSE(some_holds(proposed(plain, finding("race.grid", 7, 7)), "grid.sync();"));
}

TEST_CASE("a variable gets the type of what is copied into it", "[remedy]") {
  const std::string text =
      "void dot(double* d_norm, const real* d_sum) {\n  real norm = 0;\n  double sum;\n"
      "  cudaMemcpy(&norm, d_norm, sizeof(real), cudaMemcpyDeviceToHost);\n"
      "  cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);\n}\n";
  const auto list = for_values(text);
  CHECK(has(list,
            "`double norm` in place of `real norm` in line 2; `sizeof(double)` in place of "
            "`sizeof(real)` in line 4"));
  CHECK(has(list, "`real sum` in place of `double sum` in line 3"));
  CHECK_FALSE(has(list, "`sizeof(double)` in place of `sizeof(real)` in line 4"));
}

TEST_CASE("a parameter keeps the value that the caller gave it", "[remedy]") {
  const std::string text =
      "void dot(int n, int rounds, int* a) {\n  if (n > 100) n = 100;\n"
      "  const int most = std::min(rounds, 8);\n"
      "  for (int i = 0; i < most; i++) {\n    if (n > 9) n = 9;\n  }\n}\n";
  const auto list = all_for_values(text);
  CHECK(cause_fixed_by(list, "`if (n > 100) n = 100;` removed from line 2") ==
        "`n = 100` overwrites the parameter `n`: the caller's value is lost.");
  CHECK(cause_fixed_by(list, "`rounds` in place of `std::min(rounds, 8)` in line 3") ==
        "`std::min(rounds, 8)` cuts the parameter `rounds`: the caller's value is lost.");
  CHECK_FALSE(some_holds(words(list), "removed from line 5"));
}

TEST_CASE("a thread's elements are the same where it reads and where it stores", "[remedy]") {
  const std::string text =
      "__global__ void k(const real* A, real* r, int n) {\n  int tx = threadIdx.x;\n"
      "  for (int j = 0; j < 4; j++) r[n * n + tx] += A[tx + 16 * j];\n"
      "  for (int j = 0; j < 4; j++) r[n + tx * W + j] = 1;\n}\n";
  const auto list = for_values(text);
  CHECK(has(list, "`tx + 16 * j` in place of `tx * W + j` in line 4"));
  CHECK(has(list, "`tx * W + j` in place of `tx + 16 * j` in line 3"));
}

TEST_CASE("a pitch counts bytes, also in the function to which it is handed", "[remedy]") {
  const std::string text =
      "__device__ const real* row(const real* base, size_t pitch, int r) {\n"
      "  return base + r * pitch;\n}\n"
      "__global__ void k(const real* A, size_t p, int n, const char* bytes) {\n"
      "  row(A, p, 1)[A[n * p + 1]] = bytes[n * p];\n}\n"
      "void dot(real* a) {\n  size_t p;\n  cudaMallocPitch(&a, &p, 4, 9);\n"
      "  k<<<1, 1>>>(a, p, 9, 0);\n}\n";
  CHECK(has(for_values(text),
            "`(const real*)((const char*)base + r * pitch)` in place of `base + r * pitch` in line "
            "2; `(p / sizeof(*A))` in place of `p` in line 5"));
}

TEST_CASE("of objects that own memory, the pointers are swapped", "[remedy]") {
  const std::string text =
      "struct Vec {\n  Vec(int n) { cudaMalloc(&p, n); }\n  ~Vec() { cudaFree(p); }\n"
      "  real* p = nullptr;\n};\n"
      "void dot(int n) {\n  Vec a(n), b(n);\n  std::swap(a, b);\n}\n";
  const std::string change = "`std::swap(a.p, b.p);` in place of `std::swap(a, b);` in line 8";
  CHECK(has(for_values(text), change));
  std::string by_hand = text;
  by_hand.replace(by_hand.find("std::swap(a, b);"), 16, "Vec t = a;\n  a = b;\n  b = t;");
  CHECK(has(for_values(by_hand),
            "`std::swap(a.p, b.p);` in place of `Vec t = a;` in line 8; `a = b;` removed from line "
            "9; `b = t;` removed from line 10"));
  std::string moves = text;
  moves.insert(moves.find("  ~Vec"), "  Vec(Vec&& o) : p(o.p) { o.p = nullptr; }\n");
  CHECK_FALSE(some_holds(for_values(moves), "a.p, b.p"));
}

TEST_CASE("objects that own memory are passed by reference", "[remedy]") {
  const std::string text =
      "template <typename T>\nclass Vec {\n public:\n  ~Vec() { cudaFree(p); }\n"
      "  T* data() const { return p; }\n  void clear() { n = 0; }\n"
      " private:\n  T* p = nullptr;\n  int n;\n};\n"
      "template <typename T>\nvoid up(Vec<T> to, const T* a) { cudaMemcpy(to.data(), a, 4, x); }\n"
      "void reset(int n, const Vec<real> v, Vec<real>& w) { v.clear(); }\n"
      "__global__ void k(Vec<real> v) {}\n"
      "void dot(const real* a) {\n  Vec<real> v(1);\n  up(v, a);\n  auto w = v;\n}\n";
  CHECK(has(for_values(text),
            "`const Vec<T>& to` in place of `Vec<T> to` in line 12; `Vec<real>& v` in place of "
            "`const Vec<real> v` in line 13"));
  CHECK(has(for_values(text), "`auto& w = v;` in place of `auto w = v;` in line 18"));
  CHECK(some_holds(proposed(text, finding("memory.freed-twice", 4)), "const Vec<T>& to"));
  // Without a copy constructor of its own, an assignment alone does not help.
  std::string other = text;
  other.insert(other.find("  ~Vec"), "  Vec& operator=(const Vec& v);\n");
  CHECK(some_holds(for_values(other), "const Vec<T>& to"));
  other.insert(other.find("  ~Vec"), "  Vec(const Vec& v);\n");
  CHECK_FALSE(some_holds(for_values(other), "Vec<T>& to"));
}

TEST_CASE("sizes, masks, waits, returns and starts that students get wrong", "[remedy]") {
  const std::string host =
      "void dot(int m, int n, const real* A, real* r) {\n"
      "  const size_t bytes = m * sizeof(A);\n"
      "  const int blocks = ceil(n / 256);\n"
      "  const int front = (n - 2) / 2, back = (n - 2) / 2;\n"
      "  cudaStreamCreate(&one); cudaStreamCreate(&two);\n"
      "  cudaEventRecord(ready, one);\n"
      "  cudaStreamWaitEvent(one, ready, 0);\n}\n";
  CHECK(has(for_values(host), "`sizeof(*A)` in place of `sizeof(A)` in line 2"));
  CHECK(has(for_values(host), "`ceil(n / (double)256)` in place of `ceil(n / 256)` in line 3"));
  CHECK(has(for_values(host), "`n - 2 - front` in place of `(n - 2) / 2` in line 4"));
  CHECK(has(proposed(host, finding("race.streams", 6)), "`two` in place of `one` in line 7"));

  const std::string group =
      "__global__ void k(int* a) {\n  const unsigned mask = 0xffu;\n"
      "  __syncwarp(mask);\n}\n";
  CHECK(has(proposed(group, finding("mask.without-own-lane", 3)),
            "`0xffu << (threadIdx.x % 32 / 8 * 8)` in place of `0xffu` in line 2"));

  const std::string lock =
      "__device__ void enter() { while (atomicCAS(&gate, 0, 1) != 0) {} }\n"
      "__device__ void leave() { atomicExch(&gate, 0); }\n"
      "__global__ void k(real* r) {\n  enter();\n  if (r[0] == 0) return;\n  leave();\n}\n";
  CHECK(has(proposed(lock, finding("wait.for-nobody", 1)),
            "`{ leave(); return; }` in place of `return;` in line 5"));

  const std::string tail =
      "__global__ void k(real* r) {\n  extern __shared__ real s[];\n"
      "  real v = 0;\n  v += s[threadIdx.x + 32];\n}\n";
  CHECK(has(proposed(tail, finding("bounds.dynamic-shared", 4)),
            "`if (threadIdx.x + 32 < blockDim.x)` before the statement in line 4"));

  const std::string start =
      "__global__ void k(real* r) {\n  if (threadIdx.x == 0)\n    *r = 0;\n"
      "  atomicAdd(r, 1);\n}\nvoid dot(real* r) { k<<<9, 9>>>(r); }\n";
  const auto changes = proposed(start, finding("race.mixed-in-grid", 3));
  CHECK(some_holds(changes, "cudaMemset(r, 0, sizeof(*r));"));
  CHECK_FALSE(some_holds(changes, "atomicExch"));

  const std::string split =
      "__global__ void k(int e, real* r) {\n"
      "  const int row = e / M, column = e % M;\n  r[row] = N;\n}\n"
      "void dot(real* r) { k<<<1, 1>>>(9, r); }\n";
  CHECK(some_holds(for_values(split), "`N, column = e % N` in place of `M, column = e % M`"));
}

TEST_CASE("a NaN is looked for in a flag, too", "[remedy]") {
  CHECK(has(for_values("__global__ void k(real p) {\n  const bool bad = p <= 0;\n}\n"),
            "`!(p > 0)` in place of `p <= 0` in line 2"));
  CHECK(has(for_values("__global__ void k(real p) {\n  bad = p <= real(0);\n}\n"),
            "`!(p > 0)` in place of `p <= real(0)` in line 2"));
}

TEST_CASE("a macro that reads an element needs brackets around its parameters alone", "[remedy]") {
  const std::string text =
      "#define AT(X, ld, r, c) X[(size_t)r * ld + c]\n"
      "void dot(int n, real* A) {\n  A[0] = n > 1 ? AT(A, n, n + 1, 2) : 0;\n}\n";
  CHECK(some_holds(for_values(text), "`X[(size_t)(r) * (ld) + (c)]`"));
}

TEST_CASE("the bracket of a cast compares nothing", "[remedy]") {
  const std::string text =
      "__global__ void k(int n, int* a) {\n"
      "  if (static_cast<int>(threadIdx.x) < n) a[0] = 1;\n}\n"
      "void dot(int n, int* a) { k<<<1, 1>>>(n, a); }\n";
  for (const auto& each : for_values(text)) CHECK(each.find("static_cast <") == each.npos);
  for (const auto& each : for_slips(text)) CHECK(each.find("static_cast <") == each.npos);
  CHECK(some_holds(for_values(text), "static_cast<int>(threadIdx.x) <= n"));
}

TEST_CASE("alternatives for a pointer do not stand bare in front of a subscript", "[remedy]") {
  // g++ refuses nested ones in a template.
  const std::string text =
      "template <int T> __global__ void k(const real* A, const real* B) {\n"
      "  const real x = A[T] + B[T];\n}\n";
  const Code code(text);
  for (const Proposal& each : proposals_for_values(code, "dot.cu", "dot", 0))
    if (each.remedy.code.starts_with("B[T]"))
      CHECK(with_proposals(code, {each}).find("(+(simt_remedy(") != std::string::npos);
}
