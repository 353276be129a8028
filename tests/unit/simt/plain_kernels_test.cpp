#include "simt/rewriter/plain_kernels.h"

#include "tests/unit/catch.h"
#include "tests/unit/simt/rewriting.h"

namespace simt::rewrite {
namespace {

Rewritten with_loops(const std::string& source) {
  const Rewritten r = rewritten(source, "", {.untrusted = false, .loops = true});
  CHECK(r.messages.empty());
  return r;
}

/// Whether the kernel with these statements runs in a loop; `before`: what stands before it.
bool is_loop(const std::string& statements, const std::string& before = "") {
  return with_loops(before + " __global__ void k(float* a, int n) { " + statements + " }")
      .has("k__simt_block(float* a, int n) { ::simt::for_threads_of_block(");
}

TEST_CASE("A kernel that only computes becomes a loop over the block's threads") {
  CHECK(is_loop("a[threadIdx.x] = 1;"));
  CHECK(is_loop(
      "int i = threadIdx.x; if (i >= n) return; for (int j = 0; j < n; ++j) a[i] += a[j];"));
  CHECK(is_loop("a[0] = sqrtf(fmaxf(a[1], (float)(n)) + static_cast<float>(min(n, 3)));"));
  CHECK(is_loop("a[0] = f(n);", "__device__ float f(int n) { return n * 2.0f; }"));
  CHECK(is_loop("a[0] = f<3>(n);", "template <int K> __device__ float f(int n) { return n * K; }"));
}

TEST_CASE("A kernel whose threads may wait, print, allocate or end stays as it is") {
  CHECK_FALSE(is_loop("a[0] = 1; __syncthreads();"));
  CHECK_FALSE(is_loop("atomicAdd(a, 1.0f);"));
  CHECK_FALSE(is_loop("__shared__ float s[32]; s[n] = 1;"));
  CHECK_FALSE(is_loop("a[0] = __shfl_down_sync(~0u, a[0], 1);"));
  CHECK_FALSE(is_loop("printf(\"%d\", n);"));
  CHECK_FALSE(is_loop("asm(\"bar.sync 0;\");"));
  CHECK_FALSE(is_loop("int* p = new int; *p = n;"));
  CHECK_FALSE(is_loop("auto f = [&] { a[0] = 1; }; f();"));
  CHECK_FALSE(is_loop("a[0] = unknown(n);"));
  CHECK_FALSE(
      is_loop("group.sync();", "struct G { __device__ void sync(); }; __device__ G group;"));
  CHECK_FALSE(is_loop("while (flag == 0) {}", "__device__ volatile int flag;"));
  CHECK_FALSE(is_loop("while (x == 0) {}", "__device__ cuda::atomic<int> x;"));
}

TEST_CASE("A kernel that gets a class with copies or an end of its own stays as it is") {
  const auto is_loop_with = [](const std::string& members) {
    return with_loops("struct S { int n; " + members + " }; __global__ void k(S s) { s.n = 1; }")
        .has("k__simt_block(S s)");
  };
  CHECK(is_loop_with("S(int n) : n(n) {}"));
  CHECK_FALSE(is_loop_with("S(const S& other);"));
  CHECK_FALSE(is_loop_with("~S() {}"));
}

TEST_CASE("A friend of a class stays as it is") {
  CHECK_FALSE(is_loop("a[n] = 1;", "class C { friend __global__ void k(float*, int); };"));
}

TEST_CASE("What a kernel calls decides as well, also where no call is to be seen") {
  CHECK_FALSE(is_loop("f();", "__device__ void f() { __syncthreads(); }"));
  CHECK_FALSE(
      is_loop("f();", "__device__ void g() { __syncthreads(); } __device__ void f() { g(); }"));
  CHECK_FALSE(is_loop("f(n);", "__device__ void f(int n) { if (n) f(n - 1); }"));
  CHECK_FALSE(is_loop("min(n, 1);", "__device__ void min(int, int) { __syncthreads(); }"));
  CHECK_FALSE(is_loop("a[0] = 1;", "struct S { __device__ S() { __syncthreads(); } };"));
  CHECK_FALSE(is_loop("f(n);", "__device__ void f(int n, void (*g)()) { g(); }"));
  CHECK_FALSE(
      is_loop("f(n);", "__device__ void g() {} __device__ void f(int n, void (*g)()) { g(); }"));
}

TEST_CASE("A kernel of whose functions one cannot say how they are called stays as it is") {
  CHECK_FALSE(with_loops("__global__ void k(int) {}").has("__simt_block"));
  CHECK_FALSE(with_loops("__global__ void k(int a = 1) {}").has("__simt_block"));
  CHECK_FALSE(with_loops("__global__ void k(int a[3]) {}").has("__simt_block"));
  CHECK_FALSE(
      with_loops("__global__ void k(int a) {} __global__ void k(float a) {}").has("__simt_block"));
  CHECK_FALSE(with_loops("template <class... T> __global__ void k(T* a) {}").has("__simt_block"));
  CHECK_FALSE(with_loops("template <class T = int> __global__ void k(T a) {}").has("__simt_block"));
  CHECK_FALSE(with_loops("template <class T> __global__ void k(T a) {}\n"
                         "template <> __global__ void k<int>(int a) {}")
                  .has("__simt_block"));
  CHECK_FALSE(with_loops("extern \"C\" __global__ void k(int a) {}").has("__simt_block"));
  CHECK(with_loops("__global__ void k() {}").has("k__simt_block() {"));
  CHECK(with_loops("__global__ void __launch_bounds__(8) k(const float* __restrict__ a) {}")
            .has("k__simt_block(const float* __restrict__ a) {"));
}

TEST_CASE("A launch says which loop there is, behind its definition only") {
  const std::string kernel = "namespace a { namespace { __global__ void k(int n) {} } }\n";
  const std::string launch = "void run() { a::k<<<1, 2>>>(3); }\n";
  const std::string plain = "::simt::Plain{&::a::k, &::a::k__simt_block})(3);";
  CHECK(with_loops(kernel + launch).has(plain));
  CHECK_FALSE(
      with_loops("namespace a { namespace { __global__ void k(int n); } }\n" + launch + kernel)
          .has("::simt::Plain"));
}

TEST_CASE("A template becomes a template, launched so where all its arguments are given") {
  const std::string kernel = "template <class T, int N> __global__ void k(T* a) { a[N] = T(1); }\n";
  const Rewritten r = with_loops(kernel + "void f(int* a) { k<int, 3><<<1, 2>>>(a); }\n" +
                                 "template <int N> void g(int* a) { k<int, N><<<1, 2>>>(a); }");
  CHECK(r.has("template <class T, int N> void k(T* a) { k__simt_thread<T, N>(::threadIdx"));
  CHECK(r.has("::simt::Plain{&::k<int, 3>, &::k__simt_block<int, 3>})(a);"));
  CHECK(r.has("::simt::Plain{&::k<int, N>, &::k__simt_block<int, N>})(a);"));
  const std::string deduced = "template <class T> __global__ void k(T* a) { a[1] = T(1); }\n";
  CHECK_FALSE(with_loops(deduced + "void f(int* a) { k<<<1, 2>>>(a); }").has("::simt::Plain"));
  CHECK_FALSE(with_loops(kernel + "void f(int* a) { k<int><<<1, 2>>>(a); }").has("::simt::Plain"));
}

TEST_CASE("Where threads are watched every thread is one") {
  CHECK_FALSE(rewritten("__global__ void k() {}").has("__simt_"));
}

}  // namespace
}  // namespace simt::rewrite
