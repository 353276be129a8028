// What is refused: things the engine has not (exit status 3), and mistakes that only nvcc sees (1).
#include "tests/unit/catch.h"
#include "tests/unit/simt/rewriting.h"

namespace simt::rewrite {
namespace {

TEST_CASE("What the engine does not have is named with its line") {
  const auto refused = [](const std::string& source, const std::string& what) {
    const Rewritten r = rewritten("\n" + source);
    CAPTURE(source, r.messages);
    CHECK(r.messages.rfind("/own/k.cu:2: unsupported: " + what, 0) == 0);
    CHECK(r.exit_status == 3);
  };
  refused("__global__ void k() { asm(\"bar.red.popc.u32 x, 1, 64, p;\"); }", "inline PTX");
  refused("__device__ int f() { asm volatile(\"mov\" : : ); }", "inline PTX");
  refused("struct S { __device__ void f() { __asm__(\"wgmma.fence;\"); } };", "inline PTX");
  refused("texture<float, 2> t;", "texture references");
  refused("void f() { cudaLaunchCooperativeKernelMultiDevice(a, 1); }",
          "grids that span several devices");
  refused("__global__ void k() { nvcuda::wmma::experimental::precision::b1 x; }",
          "matrices of 4-bit and 1-bit numbers");
  refused("void f() { thrust::sort(a, b); }", "Thrust");
  refused("void f() { cub::DeviceReduce::Sum(a, b); }", "CUB");
  refused("void f() { cudaGraphAddExternalSemaphoresSignalNode(); }", "this part of CUDA graphs");
  refused("__device__ float f(float x) { return __nv_sinf(x); }", "a name of NVIDIA's compiler");
}

TEST_CASE("Kernels may launch kernels, but not in what is graded: there nvcc has no -rdc") {
  for (const char* source : {"__global__ void k() { k<<<1, 1>>>(); }",
                             "__global__ void k(); __device__ void f() { k<<<1, 1>>>(); }"}) {
    CAPTURE(source);
    CHECK(rewritten(source).exit_status == 0);
    const Rewritten graded = rewritten(source, "", {.untrusted = true});
    CHECK(graded.exit_status == 3);
    CHECK(graded.messages.find("a kernel launched from a kernel") != std::string::npos);
  }
}

TEST_CASE("An author's own names may look like CUDA's") {
  for (const char* source :
       {"void f() { asm volatile(\"nop\"); }", "float tex2D(int); void f() { tex2D(3); }",
        "namespace cub { int x; } int y = cub::x;", "struct cub { static int x; }; int y = cub::x;",
        "using thrust = Mine; thrust::T x;",
        "struct S { int texture; }; int f(S s) { return s.texture < 3; }",
        "int f(int texture, int n) { return texture < n; }", "int f(S s) { return s.cub; }",
        "int this_grid; int y = this_grid + 1;", "__host__ __device__ void f() { k<<<1, 1>>>(); }",
        "namespace my { namespace cuda { int x; } } int y = my::cuda::x;", "int cuda, thrust;"}) {
    CAPTURE(source);
    CHECK(rewritten(source).messages == "");
  }
}

TEST_CASE("Mistakes that only nvcc sees are errors with their line") {
  const auto refused = [](const std::string& source, const std::string& what) {
    const Rewritten r = rewritten("\n" + source);
    CAPTURE(source, r.messages);
    CHECK(r.messages.rfind("/own/k.cu:2: error: ", 0) == 0);
    CHECK(r.mentions(what));
    CHECK(r.exit_status == 1);
    CHECK(r.text.empty());
  };
  refused("__global__ int k() { return 1; }", "the kernel k must return void");
  refused("static __global__ float* k() { return 0; }", "must return void");
  refused("template <class T> __global__ void* k(T) { return 0; }", "must return void");
  refused("__global__ void k(int a, float&& x) {}", "rvalue reference");
  refused("__global__ void k(int a, ...) {}", "ellipsis");
  refused("__global__ void k() { __shared__ int n = 3; }", "variable n cannot have an initialiser");
  refused("__global__ void k() { __shared__ int n{}; }", "cannot have an initialiser");
  refused("__global__ void k() { __shared__ int a[2] = {1, 2}; }", "cannot have an initialiser");
  refused("struct S { __shared__ int x; };", "a member of a class cannot be __shared__");
  refused("__global__ void k() { __device__ int x; }", "variable x stands in a function");
  refused("void f() { __constant__ float c[3]; }", "variable c stands in a function");
  refused("void k(int) {} void f() { k<<<1, 1>>>(3); }", "is not a kernel");
  refused("__device__ void k(int) {} void f() { k<<<1, 1>>>(3); }", "is not a kernel");
  refused("__global__ void k(int) {} void f() { k(3); }", "is called like a function");
  refused("__global__ void k(int) {} void f() { k<<<1, 1>>>(3); if (1) k(4); }",
          "is called like a function");
  refused("float h(float x) { return x; } __global__ void k(float* p) { *p = 2 * h(*p); }",
          "declare it __device__, or");
  refused("template <class T> T h(T x) { return x; } __device__ void k(float* p) { p[0] = h(1); }",
          "declare it __device__, or");
  refused("__device__ int d() { return 1; } int main() { return d(); }", "runs on the device only");
  refused("void f() { k<<<1, 1>>>; }", "needs a '>>>' and the kernel's arguments");
  refused("void f() { k<<<>>>(); }", "needs a grid and a block");
  refused("void f() { <<<1, 1>>>(); }", "there is no kernel before");
}

TEST_CASE("Nothing is claimed where a name may mean something else") {
  const auto fine = [](const std::string& source, const std::string& header = "") {
    const Rewritten r = rewritten(source, header);
    CAPTURE(source);
    CHECK(r.messages == "");
  };
  fine("template <class T> __global__ auto k(T) -> void {}");
  fine("template <class T> __global__ std::enable_if_t<(sizeof(T) > 3)> k(T) {}");
  fine("__global__ void k(int* p = &x, A<int&> a = {}) {}");
  fine("void run(int) {} void f(void (*run)(int)) { run<<<1, 1>>>(3); }");
  fine("void run(int) {} template <void (*run)(int)> void f() { run<<<1, 1>>>(3); }");
  fine("void run(int) {} __global__ void run(float) {} void f() { run<<<1, 1>>>(3); run(3); }");
  fine("struct S { void run(); void f() { run<<<1, 1>>>(3); } }; void run() {}");
  fine("__global__ void fill(int*, int*, int) {} void f() { fill(a.begin(), a.end(), 0); }",
       "# 1 \"/usr/include/c++/12/algorithm\"\nvoid fill(int, int, int);\n");
  fine("__global__ void k(int) {} void f() { k(1, 2); }");
  fine("__global__ void k(int) {} void f() { auto k = [](int) {}; k(3); }");
  fine("__global__ void k(int) {} void f() { Type k(3); }");
  fine(
      "float h(float x) { return x; } __device__ float h(double x) { return x; } __global__ void "
      "k() { h(1); }");
  fine("constexpr int h() { return 1; } __global__ void k() { int a[h()]; }");
  fine("int h() { return 1; } __global__ void k() { decltype(h()) x; }");
  fine("int h() { return 1; } __global__ void k(F h) { h(); }");
  fine("int h() { return 1; } template <class T> __global__ void k() { h(); }");
  fine("int h() { return 1; } __host__ __device__ void k() { h(); }");
  fine("int h() { return 1; } __global__ void k(S s) { s.h(); n::h(); }");
  fine(
      "__device__ int d() { return 1; } int main() { auto f = [=] __device__ () { return d(); }; "
      "}");
  fine("__device__ float f(float); float f(float x) { return x; } __global__ void k() { f(1); }");
  fine("struct S { __device__ int f() { return g(); } int g(); }; int g() { return 1; }");
}

TEST_CASE("Damaged texts end with a message, not with a crash") {
  for (const char* source : {"int f() { (",
                             "}",
                             "{]",
                             "(",
                             "void f() { k<<<",
                             "k<<<1,1>>>",
                             "\"",
                             "R\"(",
                             "/*",
                             "__shared__",
                             "__shared__ int",
                             "__align__(",
                             "template <",
                             "template <class",
                             "struct",
                             "struct S",
                             "namespace",
                             "namespace a",
                             "__launch_bounds__",
                             "operator",
                             "#",
                             "# 1",
                             "# 1 \"",
                             "#pragma unroll",
                             "<<<",
                             ">>>",
                             "a<<<>>>",
                             "extern \"C\"",
                             "__device__ int x = ",
                             "__constant__",
                             "[",
                             "[=",
                             ": :",
                             "enum",
                             "enum class {"}) {
    CAPTURE(source);
    rewritten(source);
    rewritten(std::string("__global__ void k() { ") + source);
    rewritten(std::string("__global__ void k() { ") + source + " }");
  }
  CHECK(rewritten("int f() {\n(").mentions("/own/k.cu:2: error: this '(' is never closed"));
  CHECK(rewritten("\n}").mentions("/own/k.cu:2: error: this '}' closes nothing"));
  CHECK(rewritten("(\n]").mentions(
      "/own/k.cu:2: error: this ']' closes nothing: the '(' of line 1 is still open"));
}

TEST_CASE("Deep nesting and long runs of brackets cost neither the stack nor the day") {
  std::string deep, angles, launches;
  for (int i = 0; i < 50000; ++i) {
    deep += "namespace a {";
    angles += "a<";
    launches += "k<<<1>>>(1)";
  }
  for (int i = 0; i < 50000; ++i) deep += "}";
  CHECK(rewritten(deep).mentions("nested more than 200 deep"));
  rewritten(angles);
  rewritten("void f() {" + launches + ";}");
  rewritten(std::string(200000, '<') + std::string(200000, '>') + "(");
}

TEST_CASE("An error outranks what is merely unsupported, and each is said once") {
  const Rewritten r =
      rewritten("void f() { thrust::a(); thrust::b();\n} __global__ int k() { return 1; }");
  CHECK(r.messages ==
        "/own/k.cu:1: unsupported: Thrust: write the algorithm as a kernel\n"
        "/own/k.cu:2: error: the kernel k must return void: write results through a pointer "
        "parameter\n");
  CHECK(r.exit_status == 1);
}

}  // namespace
}  // namespace simt::rewrite
