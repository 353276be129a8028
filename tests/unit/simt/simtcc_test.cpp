// simtcc as a whole: programs in many styles compile and run, mistakes are told with file and line,
// and nothing is left behind. Runs from the root of the repository, where `make` has built the
// engine.
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include "tests/unit/catch.h"

namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// A folder for one test, with an empty one in it that stands for $TMPDIR.
class Workshop {
 public:
  Workshop() {
    std::string name = (fs::temp_directory_path() / "simtcc_test.XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for the test");
    root_ = name;
    fs::create_directory(scratch());
  }
  ~Workshop() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  // The folder has one owner.
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  fs::path scratch() const { return root_ / "tmp"; }
  fs::path path(const std::string& name) const { return root_ / name; }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(path(name).parent_path());
    std::ofstream(path(name)) << text;
  }

  /// Runs simtcc with these words in the workshop, as a judge would: with hardly any environment.
  int simtcc(const std::string& words) { return run("\"$SIMTCC\" " + words); }
  int run(const std::string& command) {
    const int status = std::system(prepared(command).c_str());
    messages = read_file(path("messages"));
    output = read_file(path("output"));
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::string prepared(const std::string& command) const {
    return "cd '" + root_.string() + "' && SIMTCC='" + fs::absolute("grader/simt/simtcc").string() +
           "' && exec env -i PATH=/usr/bin:/bin SIMTCC=\"$SIMTCC\" TMPDIR='" + scratch().string() +
           "' sh -c '" + command + "' >output 2>messages";
  }

  bool clean() const { return fs::is_empty(scratch()); }
  bool mentions(const std::string& part) const { return messages.find(part) != std::string::npos; }

  std::string messages, output;

 private:
  fs::path root_;
};

bool engine_is_built() {
  return fs::exists("build/simt/simt_rewrite") && fs::exists("build/simt/libsimt.a");
}

#define REQUIRE_ENGINE()                                                         \
  if (!engine_is_built()) {                                                      \
    WARN(                                                                        \
        "skipped: build/simt/simt_rewrite and libsimt.a are not built, or this " \
        "does not run in the root of the repository");                           \
    return;                                                                      \
  }

TEST_CASE("the engine's header is read precompiled, in both modes and for the usual options") {
  const std::string mode = GENERATE(as<std::string>(), "", "--mode check ");
  Workshop w;
  w.write("a.cu", "#include <cuda_runtime.h>\nint main() { return cudaFree(nullptr); }\n");
  // -H marks a precompiled header that is used by "!", one that does not fit by "x".
  REQUIRE(w.simtcc(mode + "-H -c a.cu") == 0);
  CHECK_THAT(w.messages, Catch::StartsWith("! ") && Catch::Contains("prelude.h.gch\n"));
  CHECK(!w.mentions("cuda_runtime.h\n"));
  REQUIRE(w.simtcc(mode + "-H -O3 -std=c++20 -c a.cu") == 0);
  CHECK(!w.mentions("! "));
  REQUIRE(w.simtcc(mode + "-E a.cu") == 0);
  CHECK_THAT(w.output, Catch::Contains("cudaFree("));
}

TEST_CASE("A line of an included file is told as that file's", "[simtcc]") {
  REQUIRE_ENGINE();
  const std::string mode = GENERATE(as<std::string>(), "", "--mode check ");
  Workshop w;
  w.write("inner.cu",
          "__global__ void set(int* p, int n) {\n  for (int i = 0; i < n; ++i) p[i] = i;\n}\n");
  w.write("versions/outer.cu",
          "#include \"../inner.cu\"\nvoid f(int* p, int n) { set<<<1, 1>>>(p, n); }\n");
  REQUIRE(w.simtcc(mode + "--own . -c -o outer.o versions/outer.cu") == 0);
  REQUIRE(w.run("addr2line -e outer.o -j .text._Z3setPii 0x0") == 0);
  CHECK_THAT(w.output, Catch::Contains("inner.cu:"));
}

TEST_CASE("Objects are linked with each other and with ordinary C++", "[simtcc]") {
  REQUIRE_ENGINE();
  Workshop w;
  w.write("kernels/k.cu",
          "#include \"k.h\"\n__global__ void fill(int* p, int v) { p[threadIdx.x] = v + N; }\n"
          "int run() { int* p; cudaMallocManaged(&p, 64); fill<<<1, 4>>>(p, 3);\n"
          "  cudaDeviceSynchronize(); int r = p[3]; cudaFree(p); return r; }\n");
  w.write("kernels/k.h", "#pragma once\n__device__ int twice(int x);\nint run();\n");
  w.write("main.cpp",
          "#include \"kernels/k.h\"\n#include <cstdio>\nint main() { printf(\"%d\", run()); }\n");
  CHECK(w.simtcc("-c -DN=4 -O1 -o k.o kernels/k.cu") == 0);
  w.write("kernels/k.h", "int run();\n");
  w.write("empty.cu", "__global__ void nothing() {}\n");
  CHECK(w.simtcc("-o program empty.cu k.o main.cpp -lm") == 0);
  CHECK(w.messages == "");
  CHECK(w.run("./program") == 0);
  CHECK(w.output == "7");
  CHECK(w.clean());
}

TEST_CASE("The check comes with its mode alone, whatever of the C++ library a program uses",
          "[simtcc]") {
  REQUIRE_ENGINE();
  Workshop w;
  // Weak functions of the library, which the engine and the check may have as well.
  w.write("a.cu",
          "#include <cuda_runtime.h>\n#include <map>\n#include <string>\n#include <vector>\n"
          "int main(int n, char** words) {\n  std::map<std::string, std::vector<int>> m;\n"
          "  std::string s = words[0], t = \"x\";\n  t = s + t;\n  m[t].push_back(n);\n"
          "  m[s].resize(9);\n  s.insert(0, t).append(words[0]);\n  t = s;\n"
          "  return cudaFree(nullptr) + (m[t].size() > 99);\n}\n");
  const auto has_check = [&](const std::string& mode) {
    CHECK(w.simtcc(mode + "-O0 -o program a.cu") == 0);
    CHECK(w.run("nm program") == 0);
    return w.output.find(" T __tsan_") != std::string::npos;
  };
  CHECK_FALSE(has_check(""));
  CHECK(has_check("--mode check "));
}

TEST_CASE("A program's own operators new and delete are the host's", "[simtcc]") {
  Workshop w;
  w.write("own.cu", R"(#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
static int made = 0;
void* operator new(std::size_t n) {
  ++made;
  return static_cast<char*>(std::malloc(n + 32)) + 32;
}
void operator delete(void* p) noexcept {
  if (p) std::free(static_cast<char*>(p) - 32);
}
void operator delete(void* p, std::size_t) noexcept { operator delete(p); }
__global__ void k(int* out) {
  int* const mine = static_cast<int*>(malloc(sizeof(int)));
  *mine = 3;
  *out = *mine;
  free(mine);
}
int main() {
  std::string text(100, 'x');
  text += text;
  int *out, h = 0;
  cudaMalloc(&out, sizeof(int));
  k<<<1, 1>>>(out);
  cudaMemcpy(&h, out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(out);
  std::printf("%d %d\n", made > 0, h);
})");
  REQUIRE(w.simtcc("-o own own.cu") == 0);
  REQUIRE(w.run("timeout 20 ./own") == 0);
  CHECK(w.output == "1 3\n");
}

TEST_CASE("Two objects may have the same variable of the device as a template", "[simtcc]") {
  Workshop w;
  w.write("table.cuh", R"(template <class T>
__constant__ T table[4];
int twice();
)");
  w.write("a.cu", R"(#include "table.cuh"
__global__ void a(int* out) { *out = 2 * table<int>[1]; }
int twice() {
  const int values[4] = {1, 21, 3, 4};
  int *out, h = 0;
  cudaMemcpyToSymbol(table<int>, values, sizeof values);
  cudaMalloc(&out, sizeof(int));
  a<<<1, 1>>>(out);
  cudaMemcpy(&h, out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(out);
  return h;
}
)");
  w.write("b.cu", R"(#include <cstdio>
#include "table.cuh"
__global__ void b(float* out) { *out = table<float>[2] + table<int>[0]; }
int main() {
  const float values[4] = {0, 0, 0.5f, 0};
  float *out, h = 0;
  std::size_t size = 0;
  if (cudaMemcpyToSymbol(table<float>, values, sizeof values) != cudaSuccess) return 1;
  if (cudaGetSymbolSize(&size, table<int>) != cudaSuccess || size != 16) return 2;
  cudaMalloc(&out, sizeof(float));
  b<<<1, 1>>>(out);
  cudaMemcpy(&h, out, sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(out);
  std::printf("%d %d\n", twice(), h >= 0.5f);
}
)");
  for (const std::string mode : {"", "--mode check "}) {
    REQUIRE(w.simtcc(mode + "-o program a.cu b.cu") == 0);
    REQUIRE(w.run("timeout 20 ./program") == 0);
    CHECK(w.output == "42 1\n");
    CHECK(w.messages == "");
  }
}

TEST_CASE("Compiler messages name the author's file and line", "[simtcc]") {
  REQUIRE_ENGINE();
  Workshop w;
  w.write(
      "sub/bad.cu",
      "#define GO(k) k<<<1, 1>>>(1)\n__global__ void k(int n) {\n  __shared__\n    float s[3];\n"
      "  s[0] = undeclared;\n}\nint main() {\n  GO(k);\n  GO(missing);\n}\n");
  CHECK(w.simtcc("-c -o bad.o sub/bad.cu") == 1);
  CHECK(w.mentions("sub/bad.cu:5:"));
  CHECK(w.mentions("'undeclared' was not declared"));
  CHECK(w.mentions("sub/bad.cu:9:"));
  CHECK_FALSE(w.mentions("simtcc."));
  CHECK_FALSE(fs::exists(w.path("bad.o")));
  CHECK(w.clean());
}

TEST_CASE("With -Wall g++ warns of the author's code alone", "[simtcc]") {
  REQUIRE_ENGINE();
  Workshop w;
  // With shuffles and atomic functions of the 16-bit types, and kernels that run in a loop.
  w.write(
      "k.cu",
      "#include <cuda_fp16.h>\n#if __has_include(<cub/cub.cuh>)\n#include <cub/cub.cuh>\n#endif\n"
      "__global__ void k(__half* h, int n) {\n"
      "  atomicAdd(h, __shfl_down_sync(~0u, h[n], 1));\n  if (n == 1u + n) *h = 0;\n}\n"
      "__global__ void fill(int* p, int n) { p[threadIdx.x] = 1; }\n"
      "void run(int* p) { fill<<<1, 4>>>(p, 3); }\n");
  CHECK(w.simtcc("-c -O3 -Wall k.cu") == 0);
  CHECK(w.mentions("k.cu:7:"));
  const std::string::size_type first = w.messages.find("warning:");
  CHECK(w.messages.find("warning:", first + 1) == std::string::npos);
}

TEST_CASE("What the engine does not have ends with status 3 and one sentence", "[simtcc]") {
  REQUIRE_ENGINE();
  Workshop w;
  w.write("cub.cu", "\n#include <cub/cub.cuh>\nint main() {}\n");
  CHECK(w.simtcc("--untrusted -c cub.cu") == 3);
  CHECK(w.messages ==
        "cub.cu:2: unsupported: <cub/cub.cuh>, CUB and Thrust: write the algorithm as a kernel\n");
  w.write("fp4.cu", "#include \"own.h\"\nint main() {}\n");
  w.write("own.h", "\n\n#include <cuda_fp4.h>\n");
  CHECK(w.simtcc("-c fp4.cu") == 3);
  CHECK(w.messages.rfind("own.h:3: unsupported: <cuda_fp4.h>, this header's number types", 0) == 0);
  w.write("asm.cu", "__global__ void k() {\n  asm(\"brkpt;\");\n}\nint main() {}\n");
  CHECK(w.simtcc("-c asm.cu") == 3);
  CHECK(w.messages.rfind("asm.cu:2: unsupported: inline PTX", 0) == 0);
  w.write("typo.cu", "#include \"no_such_file.h\"\n");
  CHECK(w.simtcc("-c typo.cu") == 1);
  CHECK(w.mentions("typo.cu:1:10: fatal error: no_such_file.h: No such file or directory"));
  CHECK(w.clean());
}

TEST_CASE("Device code of a stranger's passes no structure by a hook", "[simtcc]") {
  REQUIRE_ENGINE();
  Workshop w;
  // Where a class frees what its copies point at, g++ may elide copies; then no hook is called for
  // a structure that goes from memory into an argument, or from a call into memory.
  const std::string frees =
      "struct Buffer { int* p = nullptr; ~Buffer() { delete p; } };\n"
      "Buffer make() { Buffer b; return b; }\n";
  const std::string types =
      "struct Pair { int v[8]; };\n"
      "__device__ __noinline__ int pick(Pair a, int i) { return a.v[i]; }\n"
      "__device__ __noinline__ Pair twice(int i) { return {i, i}; }\n"
      "__device__ Pair table[4], one;\n";
  const auto compiled = [&](const std::string& text, const char* options = "--untrusted ") {
    w.write("k.cu", frees + types + text);
    return w.simtcc(std::string("--mode check ") + options + "-c k.cu");
  };
  for (const char* statement : {
           "a[0] = pick(*reinterpret_cast<Pair*>(a), 1);",
           "a[0] = pick(table[a[0]], 1);",
           "a[0] = pick(one, 1);",
       }) {
    CAPTURE(statement);
    CHECK(compiled(std::string("__global__ void k(int* a) {\n") + statement + "\n}\n") == 3);
    CHECK(w.mentions("k.cu:8: unsupported: a structure goes straight between memory and a call"));
  }
  CHECK(compiled("int host(Pair* a) { return a->v[0]; }\n"
                 "__global__ void k(int* a) {\n"
                 "  Pair pair = *reinterpret_cast<Pair*>(a);\n  pair.v[a[1]] = 3;\n"
                 "  Pair other[2] = {pair, twice(a[2])};\n"
                 "  a[0] = pick(pair, a[1]) + pick(other[a[1]], 1);\n}\n") == 0);
  CHECK(compiled("__global__ void k(int* a) { a[0] = pick(one, 1); }\n", "") == 0);
  w.write("k.cu", types + "__global__ void k(int* a) { a[0] = pick(one, 1); }\n");
  CHECK(w.simtcc("--mode check --untrusted -c k.cu") == 0);
  w.write("k.cu",
          "#include <cstdarg>\n__device__ int get(int i, ...) {\n  va_list l;\n  va_start(l, i);\n"
          "  return va_arg(l, int);\n}\nint main() {}\n");
  CHECK(w.simtcc("--untrusted -c k.cu") == 3);
  CHECK(w.mentions("k.cu:4: unsupported: variable arguments (...) in device code"));
}

TEST_CASE("A launch of what is no kernel is an error with file and line", "[simtcc]") {
  REQUIRE_ENGINE();
  Workshop w;
  w.write("host.cu", "void step(int) {}\nint main() {\n  step<<<1, 1>>>(3);\n}\n");
  CHECK(w.simtcc("-c host.cu") == 1);
  CHECK(w.messages.rfind("host.cu:3: error: step is launched", 0) == 0);
}

TEST_CASE("Usage errors say what to do", "[simtcc]") {
  REQUIRE_ENGINE();
  Workshop w;
  CHECK(w.simtcc("") == 2);
  CHECK(w.mentions("simtcc --help"));
  CHECK(w.simtcc("-c nowhere.cu") == 2);
  CHECK(w.mentions("cannot read nowhere.cu"));
  CHECK(w.simtcc("--help") == 0);
  CHECK(w.output.rfind("usage: simtcc", 0) == 0);
  w.write("a.cu", "");
  CHECK(w.run("SIMT_BUILD=/nowhere \"$SIMTCC\" -c a.cu") == 2);
  CHECK(w.mentions("set SIMT_BUILD"));
}

TEST_CASE("A compiler's own trouble is no error in the file", "[simtcc]") {
  REQUIRE_ENGINE();
  Workshop w;
  w.write("k.cu", "__global__ void k() {}\n");
  const auto with_compiler = [&](const std::string& script) {
    w.write("cxx", "#!/bin/sh\n" + script + "\n");
    fs::permissions(w.path("cxx"), fs::perms::owner_all);
    return w.run("SIMT_CXX=./cxx \"$SIMTCC\" -c k.cu");
  };
  CHECK(with_compiler("kill -9 $$") == 2);
  CHECK(w.mentions("g++ was ended by signal 9"));
  CHECK(with_compiler("exit 77") == 2);
  CHECK(w.mentions("g++ ended with exit status 77"));
  CHECK(with_compiler("case \"$*\" in *-E*) exec g++ \"$@\" ;; esac; exit 4") == 2);
  CHECK(with_compiler("case \"$*\" in *-E*) exec g++ \"$@\" ;; esac; exit 1") == 1);
  CHECK(with_compiler("exec g++ \"$@\"") == 0);
  CHECK(w.clean());
}

TEST_CASE("-E writes the rewritten text", "[simtcc]") {
  REQUIRE_ENGINE();
  Workshop w;
  w.write("k.cu", "__global__ void k() { asm(\"\"); }\nvoid f() { k<<<1, 2>>>(); }\n");
  CHECK(w.simtcc("-E k.cu") == 0);
  CHECK(w.output.find("::simt::Site{\"k\", \"k.cu\", 2}") != std::string::npos);
  CHECK(w.output.find("# 1 \"k.cu\"\n void k() {") != std::string::npos);
}

TEST_CASE("Files of another folder are CUDA C++, as with nvcc", "[simtcc]") {
  REQUIRE_ENGINE();
  Workshop w;
  w.write("lib/l.h", "inline __device__ int l() { return 3; }\n");
  w.write("src/k.cu", "#include \"../lib/l.h\"\n__global__ void k(int* p) { *p = l(); }\n");
  CHECK(w.simtcc("-c -o k.o src/k.cu") == 0);
}

TEST_CASE("Files of the host and objects alone are compiled and linked", "[simtcc]") {
  REQUIRE_ENGINE();
  Workshop w;
  w.write("k.cu", "__global__ void k() {}\nvoid f() { k<<<1, 2>>>(); }\n");
  w.write("main.cpp", "void f();\nint main() { f(); }\n");
  CHECK(w.simtcc("-c k.cu") == 0);
  CHECK(w.simtcc("-c main.cpp") == 0);
  CHECK(w.simtcc("-o program k.o main.o") == 0);
}

TEST_CASE("A member may be named after the template that it stands for", "[simtcc]") {
  REQUIRE_ENGINE();
  Workshop w;
  w.write("k.cu",
          "namespace n { template <class T> struct Sum {}; }\n"
          "namespace n { template <class T> struct A { typedef Sum<T> Sum; Sum s; }; }\n"
          "template <class T> struct B {};\n"
          "struct C { using B = struct B<int>; B b; };\n"
          "n::A<int> a; C c;\n");
  CHECK(w.simtcc("-c -o k.o k.cu") == 0);
}

TEST_CASE("Variables of the device are each file's own, unless one file has it", "[simtcc]") {
  Workshop w;
  w.write("a.cu",
          "#include <stdio.h>\n"
          "__device__ int count = 1;\nextern __device__ int only;\nint b();\n"
          "__global__ void k(int* o) { *o = count + only; }\n"
          "int main() {\n  int* o;\n  cudaMallocManaged(&o, 4);\n  k<<<1, 1>>>(o);\n"
          "  cudaDeviceSynchronize();\n  printf(\"%d %d\\n\", *o, b());\n  cudaFree(o);\n}\n");
  w.write("b.cu",
          "__device__ int count = 2;\n__device__ int only = 100;\n"
          "int b() {\n  int n;\n  cudaMemcpyFromSymbol(&n, count, sizeof n);\n  return n;\n}\n");
  CHECK(w.simtcc("-o p a.cu b.cu") == 0);
  CAPTURE(w.messages);
  CHECK(w.run("./p") == 0);
  CHECK(w.output == "101 2\n");
}

TEST_CASE("Killed at any moment, simtcc leaves nothing behind", "[simtcc]") {
  REQUIRE_ENGINE();
  Workshop w;
  std::string slow = "#include <regex>\n#include <iostream>\n";
  for (int i = 0; i < 20; ++i)
    slow += "template <int N> __global__ void k" + std::to_string(i) +
            "(int* p) { std::regex r(\"a\"); p[N] = std::regex_match(\"b\", r); }\nvoid f" +
            std::to_string(i) + "() { k" + std::to_string(i) + "<1><<<1, 1>>>((int*)0); }\n";
  w.write("slow.cu", slow);
  for (const int milliseconds : {5, 40, 150, 400, 900}) {
    CAPTURE(milliseconds);
    // Returns when the shell runs. A fork would still have Catch's signal handlers at first.
    pid_t child = 0;
    std::string sh = "sh", option = "-c",
                text = w.prepared("exec bash \"$SIMTCC\" -c -o slow.o slow.cu");
    char* const words[] = {sh.data(), option.data(), text.data(), nullptr};
    REQUIRE(::posix_spawn(&child, "/bin/sh", nullptr, nullptr, words, environ) == 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    ::kill(child, SIGTERM);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(w.clean());
    CHECK_FALSE(fs::exists(w.path("slow.o")));
  }
}

}  // namespace

TEST_CASE("messages have the columns of the author's own line", "[simtcc]") {
  REQUIRE_ENGINE();
  const std::string mode = GENERATE(as<std::string>(), "", "--mode check ");
  Workshop w;
  w.write("a.cu",
          "__global__ void set(int* p, int n) { p[threadIdx.x] = n; }\n"
          "void f(int* p, int n) {\n"
          "  set<<<n   /* blocks */, 1>>>(p, m);\n"
          "}\n");
  CHECK(w.simtcc(mode + "-c a.cu") == 1);
  CHECK(
      w.mentions("a.cu:3:35: error: 'm' was not declared in this scope\n"
                 "    3 |   set<<<n   /* blocks */, 1>>>(p, m);\n"
                 "      |                                   ^\n"));
  w.write("b.cu",
          "#define GO(x) set<<<1, 1>>>(x)\n"
          "__global__ void set(int* p) {}\nvoid f() { GO(missing); }\n");
  CHECK(w.simtcc(mode + "-c b.cu") == 1);
  CHECK(w.mentions("b.cu:3:15: error: 'missing' was not declared in this scope"));
}
