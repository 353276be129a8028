// What __CUDA_ARCH__ chooses, joined from the device's text and the host's.
#include "simt/rewriter/host_pass.h"

#include <sstream>
#include <string>

#include "tests/unit/catch.h"

namespace simt::rewrite {

namespace {

/// The joined text without linemarkers and line ends, or what would be printed.
std::string joined(const std::string& device, const std::string& host) {
  const std::string marker = "# 1 \"/own/k.cu\"\n";
  Ownership ownership;
  ownership.add("/own", Ownership::FileOwner::author);
  const std::string ours = marker + device, theirs = marker + host;
  const Result result = join_host_pass(ours, theirs, "k.ii", ownership);
  if (!result.diagnostics.empty()) {
    std::ostringstream messages;
    result.diagnostics.print(messages, result.files);
    return messages.str();
  }
  std::istringstream lines(result.text);
  std::string all, line;
  while (std::getline(lines, line))
    if (line.substr(0, 2) != "# ") all += line;
  return all;
}

}  // namespace

TEST_CASE("A function for both gets both bodies") {
  CHECK(joined("__host__ __device__ int f() {\nreturn 1;\n\n\n}",
               "__host__ __device__ int f() {\n\n\nreturn 2;\n}") ==
        "__host__ __device__ int f() { if (simt_runs_on_device()) {return 1;} else {return 2;}}");
}

TEST_CASE("Functions for one of both get its body") {
  CHECK(joined("__device__ int f() {\nreturn 1;\n\n}", "__device__ int f() {\n\nreturn 2;\n}") ==
        "__device__ int f() {return 1;}");
  CHECK(joined("int f() {\nreturn 1;\n\n}", "int f() {\n\nreturn 2;\n}") == "int f() {return 2;}");
}

TEST_CASE("What only one of both declares is there") {
  CHECK(joined("\nint device;\nint end;", "\n\nint end;") == "int device;int end;");
  CHECK(joined("int a;\n\nint b;", "int a;\nint host;\nint b;") == "int a;int host;int b;");
  CHECK(joined("int f() {}\n\n", "\n\nint g() {}") == "int g() {}int f() {}");
}

TEST_CASE("Equal texts stay as they are") {
  const std::string text = "template <class T> struct S { S() : x(1) {} T x; };\nvoid f();\n";
  CHECK(joined(text, text) + "\n" ==
        "template <class T> struct S { S() : x(1) {} T x; };void f();\n");
}

TEST_CASE("Another declaration for the host is refused with its line") {
  const std::string message =
      joined("int a;\n\nconst int w = 32;\n\n", "int a;\n\n\n\nconst int w = 1;");
  CHECK(message.find("/own/k.cu:3: unsupported: ") == 0);
  CHECK(joined("__forceinline__ int f();", "inline int f();") == "__forceinline__ int f();");
}

TEST_CASE("Functions of one line are told apart by their order") {
  CHECK(joined("int f(int) { return 1; } int f(char) { return 2; }",
               "int f(int) { return 3; } int f(char) { return 4; }") ==
        "int f(int) {return 3;} int f(char) {return 4;}");
}

}  // namespace simt::rewrite
