// The text that each CUDA construct becomes. Whether that text then compiles and runs is
// simtcc_test's.
#include <algorithm>

#include "tests/unit/catch.h"
#include "tests/unit/simt/rewriting.h"

namespace simt::rewrite {
namespace {

TEST_CASE("A launch binds kernel, site and configuration") {
  CHECK(in_main("k<<<1, 2>>>(a, b);") ==
        " ::simt::launch(k, ::simt::Site{\"k\", \"/own/k.cu\", 1}, ::simt::Config(1, 2))(a, b);");
  CHECK(in_main("k<<<g, b, s, t>>>();") ==
        " ::simt::launch(k, ::simt::Site{\"k\", \"/own/k.cu\", 1}, ::simt::Config(g, b, s, "
        "t).spelled(\"g\", \"b\", \"s\"))();");
}

TEST_CASE("A configuration is told as it is written, with the parameters that stand in it") {
  const auto config = [](const std::string& parameters, const std::string& inside) {
    const Rewritten r = rewritten("void f(" + parameters + ") { k<<<" + inside + ">>>(); }\n");
    const std::size_t begin = r.text.find("::simt::Config(" + inside + ")");
    CAPTURE(r.text, r.messages);
    REQUIRE(begin != std::string::npos);
    const std::size_t end = begin + std::string("::simt::Config()").size() + inside.size();
    return r.text.substr(end, r.text.find(")();") - end);
  };
  CHECK(config("int n, const float* a", "n / 256, 256") ==
        R"x(.spelled("n / 256", "256").with("n", n))x");
  CHECK(config("int n, long m", "dim3(m / 8, (n + 7) / 8), dim3(8, 8), m * sizeof(float)") ==
        ".spelled(\"dim3(m / 8, (n + 7) / 8)\", \"dim3(8, 8)\", \"m * sizeof(float)\")"
        ".with(\"m\", m).with(\"n\", n)");
  CHECK(config("int n", "1, 256") == "");
  CHECK(config("int n", "s.n, N::n") == R"x(.spelled("s.n", "N::n"))x");
  CHECK(config("int n", "p->n, n(3)") == R"x(.spelled("p->n", "n(3)"))x");
  CHECK(config("T... n", "f(n...), 1") == R"x(.spelled("f(n...)", "1"))x");
}

TEST_CASE("The kernel is found backwards, whatever expression it is") {
  const auto kernel = [](const std::string& expression) {
    const std::string text = in_main("; " + expression + "<<<1, 2>>>();");
    CAPTURE(text);
    CHECK(text.rfind(";  ::simt::launch(" + expression + ", ::simt::Site{\"", 0) == 0);
  };
  for (const char* expression : {"k",
                                 "::k",
                                 "a::b::k",
                                 "a<int>::k",
                                 "a<b<int>>::template k<3>",
                                 "::a::b<c, d>::k",
                                 "k<1, 2>",
                                 "k<A<B<int>>>",
                                 "k<(1 > 2)>",
                                 "k<1 << 4>",
                                 "k<sizeof(int), &x>",
                                 "s.k",
                                 "p->k",
                                 "this->k",
                                 "t[i + 1]",
                                 "t[i][j].k",
                                 "(c ? k : l)",
                                 "(*p)",
                                 "f(1, 2)",
                                 "f<int>(3)",
                                 "a.f(1).g[2]",
                                 "(t[1])",
                                 "decltype(x)::k",
                                 "pick(1)(2)",
                                 "std::get<0>(t)"})
    kernel(expression);
}

TEST_CASE("A launch begins after what stands before its statement") {
  const std::string launch =
      " ::simt::launch(k, ::simt::Site{\"k\", \"/own/k.cu\", 1}, ::simt::Config(1, 1))()";
  for (const char* before : {"if (x) ", "else ", "for (;;) ", "while (f(x)) ", "do ", "a, ", "c ? ",
                             "c ? 0 : ", "label: ", "(void)", "return ", "case 1: "})
    CHECK(in_main(std::string(before) + "k<<<1, 1>>>();") == before + launch + ";");
}

TEST_CASE("A parenthesised kernel after a condition is no call of the condition") {
  CHECK(
      in_main("if (x) (c ? k : l)<<<1, 1>>>();").rfind("if (x)  ::simt::launch((c ? k : l), ", 0) ==
      0);
  CHECK(in_main("while (x) (*k)<<<1, 1>>>();").rfind("while (x)  ::simt::launch((*k), ", 0) == 0);
}

TEST_CASE("Three closing angles end a launch only where arguments follow") {
  const auto config = [](const std::string& inside) {
    const std::string text = in_main("k<<<" + inside + ">>>(x);");
    CAPTURE(text);
    CHECK(text.find("::simt::Config(" + inside + ").spelled(") != std::string::npos);
    CHECK(text.find("))(x);") != std::string::npos);
  };
  for (const char* inside :
       {"dim3(N<A<B<int>>>::v), 2", "N<A<B<int>>>::v, 2", "1, N<A<int>>::v", "n >> 1, m << 2",
        "f<A<B<int>>>(3), 4", "A<B<C<int>>>{}, 1", "p->x, (a > b ? 1 : 2)", "1, X<int>{}.v"})
    config(inside);
}

TEST_CASE("Angles may be written apart, as clang-format once did") {
  CHECK(in_main("k<< <1, 2>> >(x);") ==
        " ::simt::launch(k, ::simt::Site{\"k\", \"/own/k.cu\", 1}, ::simt::Config( 1, 2)) (x);");
}

TEST_CASE("Streams, shifts and operators are no launches") {
  for (const char* text : {"std::cout << a << \"<<<\" << b;", "a << 1 >> 2;", "x = a<b<c>>::v;",
                           "out.operator<< <char>(c);", "f(operator<< <int>);"}) {
    CAPTURE(text);
    CHECK(in_main(text) == text);
  }
}

TEST_CASE("clock() is the device's in code of the device alone") {
  const auto body = [](const std::string& words, const std::string& statement) {
    return rewritten(words + " void f() { " + statement + " }\n").text;
  };
  const std::string device = "::simt::detail::device_clock()";
  CHECK(body("__global__", "long t = clock();").find("t = " + device) != std::string::npos);
  CHECK(body("__host__ __device__", "g(clock());").find("g(" + device + ")") != std::string::npos);
  CHECK(body("", "long t = clock();").find(device) == std::string::npos);
  CHECK(body("__device__", "t = timer.clock();").find(device) == std::string::npos);
  CHECK(body("__device__", "t = std::clock();").find(device) == std::string::npos);
}

TEST_CASE("Lines and linemarkers stay where they are") {
  const std::string source =
      "__global__\n"
      "__launch_bounds__(128,\n"
      "  2)\n"
      "void k(int n) {\n"
      "  __shared__ float a\n"
      "    [3];\n"
      "}\n"
      "# 20 \"/own/k.cu\"\n"
      "int main() { k<<<\n"
      "  1,\n"
      "  2\n"
      "  >>>\n"
      "  (3);\n"
      "int at_25; }\n";
  const Rewritten r = rewritten(source);
  CHECK(r.messages.empty());
  CHECK(std::count(r.text.begin(), r.text.end(), '\n') ==
        std::count(source.begin(), source.end(), '\n'));
  CHECK(r.has("\n# 20 \"/own/k.cu\"\n"));
  CHECK(r.has("\nint at_25; }\n"));
  CHECK(r.has("::simt::Site{\"k\", \"/own/k.cu\", 20, 128}"));
}

TEST_CASE("A linemarker in the middle of a launch does not hide it") {
  // What g++ -E writes where NULL comes from a system header.
  const Rewritten r = rewritten(
      "void f() { k<<<1, 1>>>(\n# 1 \"/own/k.cu\" 3 4\n __null\n# 1 \"/own/k.cu\"\n ); }\n");
  CHECK(r.has("::simt::Config(1, 1))("));
}

TEST_CASE("Only the author's files are rewritten") {
  const std::string theirs =
      "# 1 \"/usr/include/x.h\" 1 3\n__shared__ 'unclosed k<<<1,1>>>() {{{\n#pragma unroll 4\n"
      "# 1 \"/own/engine/cuda_runtime.h\" 1\nint __device__ x; for(;;);\n"
      "# 1 \"/ownership/x.h\" 1\n__global__ void k();\n";
  const Rewritten r = rewritten(
      "__device__ int f();\n" + theirs + "# 2 \"/own/k.cu\" 2\n__device__ int g();\n", theirs);
  CHECK(r.messages.empty());
  CHECK(r.text == " int f();\n" + theirs + "# 2 \"/own/k.cu\" 2\n int g();\n");
}

TEST_CASE("A file's name is quoted in a site as it was in its linemarker") {
  const Rewritten r =
      rewritten("# 3 \"/own/a \\\"b\\\" \\\\c\\303\\244.cu\"\nvoid f() { k<<<1, 1>>>(); }\n");
  CHECK(r.has("{\"k\", \"/own/a \\\"b\\\" \\\\c\303\244.cu\", 3}"));
}

TEST_CASE("Templates, overloads and default arguments are launched by a call") {
  const auto launch = [](const std::string& declarations, const std::string& kernel) {
    const Rewritten r = rewritten(declarations + "\nvoid f() { " + kernel + "<<<1, 1>>>(x); }");
    CAPTURE(r.text);
    CHECK(r.messages.empty());
    const bool call =
        r.has("::simt::launch_generic([=](auto&&... simt_a) { " + kernel + "(simt_a...); }, ");
    const bool pointer = r.has("::simt::launch(" + kernel + ", ");
    CHECK(call != pointer);
    return call;
  };
  CHECK(launch("template <class T> __global__ void k(T* p) {}", "k"));
  CHECK(launch("template <int N, class T> __global__ void k(T* p) {}", "k<3>"));
  CHECK(launch("template <class... T> __global__ void k(T... p) {}", "k<int>"));
  CHECK(launch("__global__ void k(int); __global__ void k(float);", "k"));
  CHECK(launch("__global__ void k(int = 3);", "k"));
  CHECK(launch("namespace a { template <int N> __global__ void k(int); }\n__global__ void k(int);",
               "a::k<3>"));

  CHECK_FALSE(launch("", "unknown"));
  CHECK_FALSE(launch("__global__ void k(int) {}", "k"));
  CHECK_FALSE(launch("__global__ void k(int); __global__ void k(int n) {}", "k"));
  CHECK_FALSE(
      launch("__global__ void k(const float* p, unsigned, const int n);\n"
             "__global__ void k(const float* __restrict__ in, unsigned n, int) {}",
             "k"));
  CHECK_FALSE(launch("__global__ void k(float a[3]); __global__ void k(float* p) {}", "k"));
  CHECK_FALSE(launch("template <int N, class T> __global__ void k(T* p) {}", "k<3, int>"));
  CHECK_FALSE(launch("template <int N> __global__ void k(int* p) {}", "k<(3 > 2 ? 1 : 0)>"));
  CHECK_FALSE(
      launch("namespace a { __global__ void k(int); }\nnamespace b { __global__ void k(float); }",
             "a::k"));
}

TEST_CASE("Launch bounds reach the site") {
  const auto site = [](const std::string& source) {
    const Rewritten r = rewritten(source);
    CHECK(r.messages.empty());
    const std::size_t at = r.text.find("::simt::Site{");
    return r.text.substr(at, r.text.find('}', at) - at + 1);
  };
  CHECK(site("__global__ void __launch_bounds__(256, 2) k();\nvoid f() { k<<<1, 1>>>(); }") ==
        "::simt::Site{\"k\", \"/own/k.cu\", 2, 256}");
  CHECK(site("void f();\n__global__ void k();\nvoid f() { k<<<1, 1>>>(); }\n"
             "__launch_bounds__(64) __global__ void k() {}") ==
        "::simt::Site{\"k\", \"/own/k.cu\", 3, 64}");
  SECTION("an expression is evaluated where it stands") {
    const std::string source =
        "namespace a { const int B = 2; namespace { __global__ void __launch_bounds__(B * 32) k(); "
        "} }\n"
        "void f() { int B; a::k<<<1, 1>>>(); }";
    CHECK(site(source) == "::simt::Site{\"a::k\", \"/own/k.cu\", 2, ::a::k__simt_max_threads_15}");
    CHECK(rewritten(source).has("enum : unsigned { k__simt_max_threads_15 = B * 32 };"));
  }
  CHECK(site("template <int N> __global__ void __launch_bounds__(N) k();\nvoid f() { k<3><<<1, "
             "1>>>(); }") == "::simt::Site{\"k<3>\", \"/own/k.cu\", 2}");
}

std::string in_kernel(const std::string& statements) {
  const std::string open = "__global__ void k() {", close = "}";
  const Rewritten r = rewritten(open + statements + close);
  if (!r.messages.empty()) return r.messages;
  const std::size_t from = r.text.find('{') + 1;
  return r.text.substr(from, r.text.size() - from - close.size());
}

std::string shared(const std::string& name) {
  return " static ::simt::SharedSite " + name + "__simt_s{\"" + name + "\", \"/own/k.cu\", 1}; " +
         name + "__simt_t& " + name + " = ::simt::shared<" + name + "__simt_t>(" + name +
         "__simt_s);";
}

TEST_CASE("A shared variable becomes a reference of the type that it was declared with") {
  CHECK(in_kernel("__shared__ float a[N][M];") == "typedef float a__simt_t[N][M];" + shared("a"));
  CHECK(in_kernel("__shared__ T a[N], b, *p;") ==
        "typedef T a__simt_t[N], b__simt_t, *p__simt_t;" + shared("a") + shared("b") + shared("p"));
  CHECK(in_kernel("volatile __shared__ unsigned int a;") ==
        "volatile typedef unsigned int a__simt_t;" + shared("a"));
  CHECK(in_kernel("static __shared__ int a;") == " typedef int a__simt_t;" + shared("a"));
  CHECK(in_kernel("float __shared__ a[2];") == "float typedef a__simt_t[2];" + shared("a"));
  CHECK(in_kernel("__shared__ typename A<T>::template B<3> a;") ==
        "typedef typename A<T>::template B<3> a__simt_t;" + shared("a"));
  CHECK(in_kernel("__shared__ struct { int x; } a;") ==
        "typedef struct { int x; } a__simt_t;" + shared("a"));
  CHECK(in_kernel("__shared__ float (*a)[3];") == "typedef float (*a__simt_t)[3];" + shared("a"));
  CHECK(in_kernel("__shared__ A<(1 > 2), 3> a;") ==
        "typedef A<(1 > 2), 3> a__simt_t;" + shared("a"));
  CHECK(in_kernel("f(); { __shared__ int a; }") ==
        "f(); { typedef int a__simt_t;" + shared("a") + " }");
}

TEST_CASE("Alignment is kept by a structure, since a template argument forgets it") {
  const std::string wrapped =
      " struct alignas(16) a__simt_w { a__simt_t simt_v; };"
      " static ::simt::SharedSite a__simt_s{\"a\", \"/own/k.cu\", 1};"
      " a__simt_t& a = ::simt::shared<a__simt_w>(a__simt_s).simt_v;";
  CHECK(in_kernel("__shared__ __align__(16) float a[4];") ==
        "typedef  float a__simt_t[4];" + wrapped);
  CHECK(in_kernel("__shared__ alignas(16) float a[4];") ==
        "typedef  float a__simt_t[4];" + wrapped);
  CHECK(in_kernel("alignas(16) __shared__ float a[4];") ==
        " typedef float a__simt_t[4];" + wrapped);
  CHECK(in_kernel("__shared__ float a[4] __attribute__((aligned(16)));").find(wrapped) !=
        std::string::npos);
}

TEST_CASE("Dynamic shared memory is a reference to an array of unknown size") {
  const std::string reference = " a__simt_t& a = ::simt::dynamic_shared<a__simt_t>(\"a\");";
  CHECK(in_kernel("extern __shared__ T a[];") == " typedef T a__simt_t[];" + reference);
  CHECK(in_kernel("extern __shared__ __align__(16) unsigned char a[];") ==
        " typedef  unsigned char a__simt_t[];" + reference);
  CHECK(in_kernel("extern volatile __shared__ int a[];") ==
        " volatile typedef int a__simt_t[];" + reference);
}

const std::string dynamic_s =
    " struct s__simt_n { static constexpr const char* text() { return \"s\"; } }; [[maybe_unused]] "
    "static ::simt::DynamicShared<s__simt_t, s__simt_n> s; [[maybe_unused]] static s__simt_t& "
    "s__simt_r() { return ::simt::dynamic_shared<s__simt_t>(\"s\"); }";
const std::string static_s =
    " [[maybe_unused]] static ::simt::StaticShared<s__simt_t> s{\"s\", \"/own/k.cu\", 1}; "
    "[[maybe_unused]] static s__simt_t& s__simt_r() { return s.get(); }";

TEST_CASE("Shared variables outside functions are objects") {
  CHECK(rewritten("extern __shared__ float s[];").text ==
        " typedef float s__simt_t[];" + dynamic_s);
  CHECK(rewritten("__shared__ float s[3];").text == "typedef float s__simt_t[3];" + static_s);
  CHECK(rewritten("extern __shared__ int s[]; extern __shared__ int s[];").text ==
        " typedef int s__simt_t[];" + dynamic_s + "  typedef int s__simt_t[];");
}

TEST_CASE("A function of the device refers to the shared variables outside that it uses") {
  const auto function = [](const std::string& text) {
    const std::string all = rewritten("__shared__ int s[2]; " + text).text;
    return all.substr(all.find(static_s) + static_s.size());
  };
  CHECK(function("__device__ int f() { return s[0]; }") ==
        "  int f() { auto& s = s__simt_r(); { return s[0]; } }");
  CHECK(function("__device__ auto f() { return [] { return s[0]; }(); }") ==
        "  auto f() { auto& s = s__simt_r(); { return [&s] { return s[0]; }(); } }");
  CHECK(function("__device__ int f(int s) { return s; }") == "  int f(int s) { return s; }");
  CHECK(function("__device__ int f(T t) { return t.s; }") == "  int f(T t) { return t.s; }");
  CHECK(function("int f() { return sizeof(s); }") == " int f() { return sizeof(s); }");
  CHECK(rewritten("namespace n { __shared__ int s; } using n::s;")
            .has("using n::s; using n::s__simt_r;"));
}

TEST_CASE("Lambdas reach shared variables by reference") {
  const auto lambda = [](const std::string& text) {
    const std::string all = in_kernel("__shared__ int s[2]; " + text);
    return all.substr(all.find("s__simt_s);") + 12);
  };
  CHECK(lambda("auto f = [=](int i) { s[i] = n; };") == "auto f = [=, &s](int i) { s[i] = n; };");
  CHECK(lambda("auto f = [] { return s[0]; };") == "auto f = [&s] { return s[0]; };");
  CHECK(lambda("auto f = [x]() mutable { x = s[0]; };") ==
        "auto f = [x, &s]() mutable { x = s[0]; };");
  CHECK(lambda("auto f = [&](int i) { s[i] = n; };") == "auto f = [&](int i) { s[i] = n; };");
  CHECK(lambda("auto f = [&s](int i) { s[i] = n; };") == "auto f = [&s](int i) { s[i] = n; };");
  CHECK(lambda("auto f = [=](int i) { n.s = i; };") == "auto f = [=](int i) { n.s = i; };");
  CHECK(lambda("t[i] = x; { s[0] = 1; }") == "t[i] = x; { s[0] = 1; }");
}

std::string section(const std::string& name) {
  return "__attribute__((section(\"simt_" + name + "\"), aligned(512)))";
}

TEST_CASE("Variables for the device go into sections by their kind of memory") {
  const auto becomes = [](const std::string& source, const std::string& text) {
    CAPTURE(source);
    CHECK(rewritten(source).text == text);
  };
  becomes("__constant__ float c[3] = {1, 2};", section("constant") + " float c[3] = {1, 2};");
  becomes("__device__ int x;", section("device") + " int x;");
  becomes("static __device__ int x{3};", "static " + section("device") + " int x{3};");
  becomes("extern __device__ int x;", "extern " + section("device") + " int x;");
  becomes("__managed__ int x;", section("managed") + " int x;");
  becomes("__device__ __managed__ int x;", section("managed") + "  int x;");
  becomes("__device__ __constant__ int x;", section("constant") + "  int x;");
  becomes("__constant__ static const int x = 3;",
          section("constant_ro") + " static const int x = 3;");
  becomes("const __device__ int x = 3;", "const " + section("device_ro") + " int x = 3;");
  becomes("__device__ constexpr int x = 3;", section("device_ro") + " constexpr int x = 3;");
  becomes("__device__ const float* p;", section("device") + " const float* p;");
  becomes("__device__ float* const p = 0;", section("device_ro") + " float* const p = 0;");
  becomes("__device__ const int a = 1, *b;",
          " const int a " + section("device_ro") + " = 1, *b " + section("device") + ";");
  becomes("__device__ float (*f)(float) = g;", section("device") + " float (*f)(float) = g;");
  becomes("__device__ fn table[2] = {f, g};", section("device") + " fn table[2] = {f, g};");
  becomes("__device__ A<int> x(3);", section("device") + " A<int> x(3);");
  becomes("namespace n { __device__ int x; }", "namespace n { " + section("device") + " int x; }");
  becomes("__global__ void f() { static int x; }",
          " void f() { static " + section("device") + " int x; }");
  becomes("__device__ void f() { static __device__ int x; }",
          " void f() { static " + section("device") + " int x; }");
}

TEST_CASE("What would clash in a section of one name is marked for simtcc") {
  const auto becomes = [](const std::string& source, const std::string& text) {
    CAPTURE(source);
    CHECK(rewritten(source).text == text);
  };
  becomes(
      "template <class T> __device__ T x;",
      "inline namespace simt_device_memory { template <class T> __attribute__((aligned(512))) T "
      "x; }");
  becomes("template <class T, int N> static __constant__ T x[N], y;",
          "inline namespace simt_constant_memory { template <class T, int N> static "
          "__attribute__((aligned(512))) T x[N], y; }");
  becomes("inline __device__ int x;",
          "inline namespace simt_device_memory { inline __attribute__((aligned(512))) int x; }");
  becomes("template <class T> __device__ void f() { static __device__ int x; }",
          "template <class T>  void f() { static "
          "__attribute__((aligned(512), abi_tag(\"simt_device_memory\"))) int x; }");
}

TEST_CASE("A section is left out where it would clash") {
  const auto stays = [](const std::string& source, const std::string& text) {
    CAPTURE(source);
    CHECK(rewritten(source).text == text);
  };
  stays("struct S { static __device__ int x; };", "struct S { static  int x; };");
  stays("__device__ int S::x = 3;", " int S::x = 3;");
  stays("typedef __device__ int (*f)(int);", "typedef  int (*f)(int);");
}

TEST_CASE("Words on functions disappear") {
  const auto becomes = [](const std::string& source, const std::string& text) {
    CAPTURE(source);
    CHECK(rewritten(source).text == text);
  };
  becomes("__host__ __device__ float f(float x) { return x; }", "  float f(float x) { return x; }");
  becomes("__device__ S operator+(S a, S b);", " S operator+(S a, S b);");
  becomes("__device__ S::S(int i) : x(i), y{i} {}", " S::S(int i) : x(i), y{i} {}");
  becomes("void __device__ f();", "void  f();");
  becomes("auto f = [=] __device__ (int i) { return i; };", "auto f = [=]  (int i) { return i; };");
  becomes("void h() { auto f = [=] __host__ __device__ (int i) { return i; }; }",
          "void h() { auto f = [=]   (int i) { return i; }; }");
  becomes("struct S { __host__ __device__ S() {} __device__ int f() const; };",
          "struct S {   S() {}  int f() const; };");
  becomes("static __global__ void k() {}", "static __attribute__((unused)) void k() {}");
  becomes("__global__ void k(const __grid_constant__ P p);", " void k(const  P p);");
  becomes(
      "__global__ void k(const CUtensorMap m, const __grid_constant__ CUtensorMap n) {}",
      " void k(const CUtensorMap m, const  CUtensorMap n) { ::simt::detail::is_copy_of_map(&m);}");
  becomes("struct __align__(8) S { int x; };", "struct __attribute__((aligned(8))) S { int x; };");
  becomes("__device__ __noinline__ int f();", " __attribute__((noinline)) int f();");
  becomes("__attribute__((__noinline__)) int f();", "__attribute__((__noinline__)) int f();");
}

TEST_CASE("A kernel whose address is taken is noted, with what its declaration says") {
  const std::string kernel = "__global__ void k(int);\n";
  const std::string wide = "template <class T> __global__ void w(T);\n";
  const auto becomes = [](const std::string& before, const std::string& source,
                          const std::string& text) {
    const std::string all = rewritten(before + source).text;
    CAPTURE(all);
    CHECK(all.substr(all.find('\n') + 1) == text);
  };
  const std::string noted = " ::simt::kernel(k, ::simt::KernelFacts{\"k\"})";
  becomes(kernel, "void* p = (void*)k;", "void* p = (void*)" + noted + ";");
  becomes(kernel, "void h() { f(k, 1); }", "void h() { f(" + noted + ", 1); }");
  becomes(kernel, "auto p = &k;", "auto p =  ::simt::kernel(&k, ::simt::KernelFacts{\"k\"});");
  becomes(wide, "void* p = (void*)w<int>;",
          "void* p = (void*) ::simt::kernel(w<int>, ::simt::KernelFacts{\"w\"});");
  becomes("__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(64) k(int);\n",
          "auto p = k;",
          "auto p =  ::simt::kernel(k, ::simt::KernelFacts{\"k\", 64, dim3(2, 1, 1)});");
  becomes(kernel, "int y = x & k.n;", "int y = x & k.n;");
  becomes(wide, "void (*p)(int) = w;", "void (*p)(int) = w;");
}

TEST_CASE("Forced inlining says inline once") {
  const std::string always = "__attribute__((always_inline))";
  CHECK(rewritten("__forceinline__ int f();").text == "inline " + always + " int f();");
  CHECK(rewritten("inline __forceinline__ int f();").text == "inline " + always + " int f();");
  CHECK(rewritten("__forceinline__ static inline int f();").text ==
        always + " static inline int f();");
  CHECK(rewritten("__forceinline__ int f(int n) { return n ? f(n - 1) : 0; }").text ==
        "inline  int f(int n) { return n ? f(n - 1) : 0; }");
}

TEST_CASE("A member template is named as one, as nvcc lets authors leave out") {
  CHECK(rewritten("void f() { Of<T>::g<3>(x); }").text == "void f() { Of<T>::template g<3>(x); }");
  for (const char* text :
       {"void f() { Of<T>::template g<3>(x); }", "void f() { b = Of<T>::n < 3; }",
        "template <> void Of<int>::g<3>(int);", "void f() { of::g<3>(x); }"})
    CHECK(rewritten(text).text == text);
}

TEST_CASE("An unroll pragma in front of a loop is g++'s") {
  CHECK(rewritten("#pragma unroll 4\nfor (;;);").text == "#pragma GCC unroll 4\nfor (;;);");
  CHECK(rewritten("# pragma unroll (8)\nwhile (1);").text == "#pragma GCC unroll 8\nwhile (1);");
  for (const char* text :
       {"#pragma unroll\nfor (;;);", "#pragma unroll TILE\nfor (;;);", "#pragma unroll 4\nint x;",
        "#pragma once\nfor (;;);", "#pragma unroll 99999\nfor (;;);"})
    CHECK(rewritten(text).text == text);
}

}  // namespace
}  // namespace simt::rewrite
