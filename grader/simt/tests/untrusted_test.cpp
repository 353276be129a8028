// What a stranger's source may not say.
#include <string>

#include "simt/rewriter/line_directives.h"
#include "simt/tests/rewriting.h"
#include "tests/catch.h"

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

TEST_CASE("Assembly, x86 instructions and the engine's names are refused with their line") {
  CHECK(untrusted("int a;\nvoid f() { asm(\"nop\"); }").says("/own/k.cu:2: unsupported: assembly"));
  CHECK(untrusted("asm(\"nop\");").says("/own/k.cu:1: error: assembly outside functions"));
  CHECK(untrusted("void f(int* p) { __builtin_ia32_movnti(p, 1); }").says("unsupported: x86"));
  CHECK(untrusted("void f(int* p) { _mm_stream_si32(p, 1); }").says("unsupported: x86"));
  CHECK(untrusted("namespace simt { bool f(); }").says("error: simt is a name of the CPU engine"));
  CHECK(untrusted("namespace s = simt;").says("is a name of the CPU engine"));
  CHECK(untrusted("extern \"C\" bool _ZN4simt5check7enabledEv();").says("name of the CPU engine"));
  CHECK(untrusted("extern \"C\" void __tsan_write4(void*) {}").says("name of the CPU engine"));
  CHECK(untrusted("int simtime, my_simt, tsan;").messages.empty());
}

TEST_CASE("Copies by g++'s own names are made by the watched functions") {
  CHECK(untrusted("void f(int* p) { __builtin_memcpy(p, p + 8, 24); }").text ==
        "void f(int* p) { memcpy(p, p + 8, 24); }");
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

}  // namespace
}  // namespace simt::rewrite
