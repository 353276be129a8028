// What a stranger's source may not say.
#include <string>

#include "simt/rewriter/line_directives.h"
#include "tests/unit/catch.h"
#include "tests/unit/simt/rewriting.h"

namespace simt::rewrite {
namespace {

Rewritten untrusted(const std::string& source) {
  return rewritten(source, "", {.untrusted = true});
}

TEST_CASE("Attributes that could take the hooks away do not reach g++") {
  for (const char* source : {
           "__attribute__((no_sanitize_thread)) void f();",
           "__attribute__((__no_sanitize_thread__)) void f();",
           "__attribute((no_sanitize(\"thread\"))) void f();",
           "[[gnu::no_sanitize_thread]] void f();",
           "[[using gnu: no_sanitize_thread]] void f();",
           "[[__gnu__::__no_sanitize__(\"thread\")]] void f();",
           "<:<:gnu::no_sanitize_thread:>:> void f();",
           "__attribute__((no_instrument_function, optimize(\"O0\"))) void f();",
           "__attribute__((target(\"no-sse\"), naked)) void f();",
       }) {
    const Rewritten r = untrusted(source);
    CAPTURE(source, r.text);
    CHECK(r.messages.empty());
    for (const char* word : {"sanitize", "instrument", "optimize", "target", "naked"})
      CHECK_FALSE(r.has(word));
  }
}

TEST_CASE("Harmless attributes stay, also beside others") {
  const auto kept = [](const std::string& source) { return untrusted(source).text == source; };
  CHECK(kept("struct __attribute__((aligned(16), packed)) S { int a; };"));
  CHECK(kept("[[nodiscard]] int f([[maybe_unused]] int a);"));
  CHECK(kept("[[gnu::always_inline]] inline int f() { return 0; }"));
  CHECK(kept("void f() __attribute__((noinline));"));
  CHECK(kept("int g(int* a, int* b) { return a[b[0]]; }"));
  CHECK(untrusted("__attribute__((noinline, no_sanitize_thread, cold)) void f();").text ==
        "__attribute__((noinline, , cold)) void f();");
}

TEST_CASE("Pragmas that change how code is compiled do not reach g++") {
  CHECK_FALSE(untrusted("#pragma GCC optimize(\"O3\")\nint a;\n").has("optimize"));
  CHECK_FALSE(untrusted("#pragma GCC  push_options\nint a;\n").has("push_options"));
  CHECK_FALSE(untrusted("#pragma GCC pch_preprocess \"a.gch\"\nint a;\n").has("a.gch"));
  CHECK_FALSE(untrusted("#pragma redefine_extname f send\nint a;\n").has("send"));
  CHECK(untrusted("#pragma pack(1)\nint a;\n").has("#pragma pack(1)"));
  CHECK(untrusted("#pragma GCC diagnostic push\nint a;\n").has("diagnostic push"));
}

TEST_CASE("Assembly, intrinsics and the engine's names are refused with their line") {
  CHECK(untrusted("int a;\nvoid f() { asm(\"nop\"); }")
            .mentions("/own/k.cu:2: unsupported: assembly"));
  CHECK(untrusted("asm(\"nop\");").mentions("/own/k.cu:1: error: assembly outside functions"));
  CHECK(untrusted("void f(int* p) { __builtin_ia32_movnti(p, 1); }")
            .mentions("unsupported: intrinsics"));
  CHECK(untrusted("void f(int* p) { _mm_stream_si32(p, 1); }").mentions("unsupported: intrinsics"));
  const auto with_header = [](const std::string& header, const std::string& source) {
    return rewritten(source, "# 1 \"/usr/lib/gcc/" + header + "\" 1 3\n", {.untrusted = true});
  };
  CHECK(with_header("adxintrin.h", "void f(unsigned* p) { _addcarry_u32(0, 1, 2, p); }")
            .mentions("unsupported: intrinsics"));
  CHECK(with_header("adxintrin.h", "int _g(int); void f(int _n) { _g(_n); }").messages.empty());
  for (const std::string name :
       {"vst1q_f32", "vst1q_u8_x2", "vst1_lane_bf16", "vreinterpretq_p128_s8"})
    CHECK(with_header("arm_neon.h", "void f(int* p) { " + name + "(p, p); }")
              .mentions("unsupported: intrinsics"));
  for (const std::string name : {"vector_s", "value_32", "v_x2", "step_f32"})
    CHECK(with_header("arm_neon.h", "void f(int* p) { " + name + "(p, p); }").messages.empty());
  CHECK(untrusted("namespace simt { bool f(); }")
            .mentions("error: simt is a name of the CPU engine"));
  CHECK(untrusted("namespace s = simt;").mentions("is a name of the CPU engine"));
  CHECK(untrusted("extern \"C\" bool _ZN4simt5check7enabledEv();")
            .mentions("name of the CPU engine"));
  CHECK(untrusted("extern \"C\" void __tsan_write4(void*) {}").mentions("name of the CPU engine"));
  CHECK(untrusted("int simtime, my_simt, tsan;").messages.empty());
}

TEST_CASE("Copies by g++'s own names are made by the watched functions") {
  CHECK(untrusted("void f(int* p) { __builtin_memcpy(p, p + 8, 24); }").text ==
        "void f(int* p) { memcpy(p, p + 8, 24); }");
}

TEST_CASE("Names as the linker has them, and labels that make such names, are refused") {
  CHECK(untrusted("extern const float _ZN3own4keepE[4];")
            .mentions("error: _ZN3own4keepE is a name as"));
  CHECK(untrusted("#define N(x) x\nvoid _Z1fv();").mentions("k.cu:2: error: _Z1fv is a name as"));
  CHECK(untrusted("int _Zoom, _Z, Z1;").messages.empty());
  for (const char* source : {"extern int a __asm__(\"b\");", "void f() asm(\"send\");",
                             "__device__ void g() { extern int a asm(\"b\"); a = 1; }",
                             "__device__ void g() { void send() asm(\"write\"); send(); }",
                             "__device__ void g() { register int a asm(\"eax\") = 1; }"}) {
    CAPTURE(source);
    CHECK(untrusted(source).mentions("error: asm gives a variable or function another name"));
  }
  for (const char* source : {"__device__ void g() { if (true) asm(\"membar.gl;\"); }",
                             "__device__ void g() { asm volatile(\"membar.gl;\"); }",
                             "__device__ void g() { for (;;) asm(\"membar.gl;\"); }",
                             "__device__ void g(int a) { if (a) {} else asm(\"membar.gl;\"); }"}) {
    CAPTURE(source);
    CHECK_FALSE(untrusted(source).mentions("another name"));
  }
}

TEST_CASE("Attributes that give code another place, name or time are refused, not left out") {
  for (const char* source :
       {"__attribute__((section(\".preinit_array\"))) int a;",
        "int b __attribute__((__alias__(\"a\")));", "[[gnu::weakref(\"send\")]] static void f();",
        "__attribute((ifunc(\"g\"))) void f();", "[[using gnu: noinline, constructor]] void f();",
        "__attribute__((noinline, destructor(101))) void f();"}) {
    CAPTURE(source);
    CHECK(untrusted(source).mentions("/own/k.cu:1: error: the attribute "));
  }
}

TEST_CASE("Functions of g++ that no hook announces are named, arithmetic is not") {
  for (const char* call :
       {"__builtin_bcopy(p, q, 4)", "__builtin_mempcpy(p, q, 4)", "__builtin_strcpy(p, q)",
        "__builtin_memcmp(p, q, 4)", "__builtin_modff(1, p)", "__builtin_sincosf(1, p, q)",
        "__builtin_frexpf(1, p)", "__builtin___memcpy_chk(p, q, 4, 4)", "__builtin_apply(p, q, 4)",
        "__builtin_return_address(0)", "__builtin_setjmp(p)", "__builtin_wmemcpy(p, q, 1)"}) {
    CAPTURE(call);
    CHECK(untrusted("void f() { " + std::string(call) + "; }").mentions("unsupported: __builtin_"));
  }
  CHECK(untrusted("struct __builtin_align__(8) P { int a, b; };").messages.empty());
  CHECK(untrusted("int f(int a) { if (__builtin_expect(a, 0)) __builtin_unreachable(); return "
                  "__builtin_popcount(a) + __builtin_clz(a) + __builtin_sqrtf(a) + "
                  "__builtin_isnan(1.0) + __builtin_add_overflow(a, a, &a); }")
            .messages.empty());
}

TEST_CASE("A variable that is declared is defined in the same file, by its own name") {
  const auto refused = [](const std::string& source) {
    return untrusted(source).mentions("is defined nowhere in this file");
  };
  CHECK(refused("extern __device__ const float a[4];"));
  CHECK(refused("namespace n { extern \"C\" { float a[4]; } }\nextern \"C\" const float a[4];"));
  CHECK(refused("float a[4];\nnamespace n { extern \"C\" const float a[4]; }"));
  CHECK(refused("typedef const float F;\n__global__ void k() { extern F b[4]; }"));
  CHECK(refused("int a;\nextern int a, b;"));
  CHECK_FALSE(refused("extern int a;\nvoid f() { a = 1; }\nint a = 2;"));
  CHECK_FALSE(refused("namespace n { extern int a; int a; }"));
  CHECK_FALSE(refused("extern const int a = 3;"));
  CHECK_FALSE(refused("extern \"C\" { int a; void f(); }"));
  CHECK_FALSE(refused("extern void f(int a), g();\nextern \"C\" int h(int);"));
  CHECK_FALSE(refused("__global__ void k() { extern __shared__ float s[]; s[0] = 1; }"));
  CHECK_FALSE(refused("extern template class V<int>;"));
}

TEST_CASE("Functions of the C library that CUDA lacks are not called from device code") {
  const auto refused = [](const std::string& source) {
    return rewritten(source).mentions("is not allowed: CUDA has no such function on a device");
  };
  CHECK(
      rewritten("__global__ void k(float* p) {\n  bcopy(p, p + 1, 4);\n}")
          .mentions("/own/k.cu:2: error: calling a __host__ function(\"bcopy\") from a __global__ "
                    "function(\"k\") is not allowed"));
  CHECK(refused("__device__ void f(char* p) { std::stpcpy(p, \"a\"); }"));
  CHECK(refused("__device__ void f(char* p) { ::mempcpy(p, p, 4); }"));
  CHECK(refused("template <class T> __device__ void f(T* p) { wmemcpy(p, p, 1); }"));
  CHECK(refused("struct S { __device__ int f() { return rand(); } };"));
  CHECK_FALSE(refused("__device__ float f(float a, int* p) { return sqrtf(a) + frexpf(a, p); }"));
  CHECK_FALSE(refused("__device__ void f(char* p) { memcpy(p, p + 8, 4); printf(\"a\"); }"));
  CHECK_FALSE(refused("void f(char* p) { stpcpy(p, \"a\"); }"));
  CHECK_FALSE(refused("__host__ __device__ void f(char* p) { stpcpy(p, \"a\"); }"));
  // Names of one's own.
  CHECK_FALSE(
      refused("__device__ int index(int a) { return a; }\n"
              "__global__ void k(int* p) { *p = index(1); }"));
  CHECK_FALSE(refused(
      "__global__ void k(int* p) { auto index = [](int a) { return a; }; *p = index(1); }"));
  CHECK_FALSE(refused("template <class F> __global__ void k(int* p, F time) { *p = time(1); }"));
  CHECK_FALSE(
      refused("struct S { int time(int); };\n__global__ void k(int* p, S s) { *p = s.time(1); }"));
}

TEST_CASE("A directive that names another file is found however it is spelled") {
  for (const char* source :
       {"#line 1 \"a.h\"", "# line 1", "# 1 \"a.h\"", " \t# 1 \"a.h\" 1 3", "#/* */line 1",
        "/* a\n b */ # /* c */ 7 /* d */ \"a.h\"", "#li\\\nne 1", "#\\\n 1 \"a.h\"", "%:line 1",
        "\?\?=line 1", "\v\f# line 1", "# \\  \n line 1"}) {
    CAPTURE(source);
    CHECK(line_directive(std::string("int a;\n") + source + "\nint b;\n").has_value());
  }
  CHECK(line_directive("\xEF\xBB\xBF#line 1").has_value());
  CHECK(line_directive("a\nb\\\nc\n#line 2\n") == 4u);
}

TEST_CASE("Other directives, comments and texts name no file") {
  for (const char* source : {"#include \"a.h\"", "#define line 1", "#if 1", "// # 1 \"a.h\"",
                             " * # 1 \"a.h\"", "const char* s = \"# 1 x\";", "int a = b # 1;",
                             "/*\n# 1. the naive kernel\n*/", "#pragma unroll 4"}) {
    CAPTURE(source);
    CHECK_FALSE(line_directive(source).has_value());
  }
}

TEST_CASE("A call's structure from or to memory is found in g++'s dump") {
  Ownership ownership;
  ownership.add("/own", Ownership::FileOwner::author);
  const std::string text =
      "# 1 \"/own/k.cu\"\n__global__ void k(P* a) {\n*a = f(2);\n}\nvoid h() {\n}\n";
  const auto messages = [&](const std::string& statement) {
    const std::string dump =
        ";; Function k (_Z1kP1P, funcdef_no=1)\n\nvoid kD.10 (struct PD.5 * aD.7)\n"
        "{\n  struct PD.5 pD.8[2];\n\n  <bb 2> [local count: 1]:\n  [/own/k.cu:" +
        statement + "\n}\n";
    const Result result = find_unseen(text, dump, ownership);
    std::ostringstream printed;
    result.diagnostics.print(printed, result.files);
    return printed.str();
  };
  const std::string found = "/own/k.cu:2: unsupported: a structure goes straight";
  for (const char* statement : {
           "2:4] *a_2(D) = fD.9 (2);",
           "2:4] fD.9 (1, [/own/k.cu:2:5] *a_2(D)); [tail call]",
           "2:4] _1 = fD.9 (MEM[(const struct PD.5 &)_3], i_4(D));",
           "2:4] _1 = fD.9 (\"a, (b\", _3->memberD.6);",
           "2:4] _1 = fD.9 (globalD.11[i_3]);",
       }) {
    CAPTURE(statement);
    CHECK(messages(statement).rfind(found, 0) == 0);
  }
  for (const char* statement : {
           "2:4] pD.8[1] = fD.9 (2, \"*a_2(D)\"); [return slot optimization]",
           "2:4] _1 = fD.9 (pD.8[i_3], &globalD.11, MEM[(struct PD.5 *)&pD.8], _7, i_4(D), "
           "-1.0e+0);",
           "2:4] _1 = [/own/k.cu:2:9] *a_2(D);", "2:4] pD.8 = {};",
           "5:4] _1 = fD.9 (*a_2(D));",  // the host's
       }) {
    CAPTURE(statement);
    CHECK(messages(statement) == "");
  }
}

}  // namespace
}  // namespace simt::rewrite
