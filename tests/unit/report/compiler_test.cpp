// What is said of a file that does not compile.
#include "report/document/compiler.h"

#include "report/terminal.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/grade_samples.h"

using namespace warpgrade;

namespace {

GradeResult refused(const std::string& output, const std::string& source) {
  GradeResult grade = samples::compile_error();
  grade.compiler_output = output;
  grade.sources = {{"matmul.cu", source}};
  return grade;
}

}  // namespace

TEST_CASE("a shuffle of former times is named with what replaced it") {
  const std::string source = "#include \"matmul.h\"\n\n  sum += __shfl_down(sum, f(1, 2));\n";
  for (const char* output :
       {"matmul.cu:3:10: error: '__shfl_down' was not declared in this scope\n"
        "    3 |   sum += __shfl_down(sum, f(1, 2));\n      |          ^~~~~~~~~~~\n",
        "matmul.cu:3: error: identifier \"__shfl_down\" is undefined\n"
        "    sum += __shfl_down(sum, f(1, 2));\n           ^\n"}) {
    const auto messages = collect_messages(refused(output, source));
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].column == 10);
    CHECK(messages[0].hint == "did you mean __shfl_down_sync(0xffffffff, sum, f(1, 2))?");
    const std::string text = render(refused(output, source), {false, 90, true});
    CHECK_THAT(text, Catch::Contains("matmul.cu:3:10: error: "));
    CHECK_THAT(text, Catch::Contains("    3 │ sum += __shfl_down(sum, f(1, 2));\n"
                                     "      │        ^^^^^^^^^^^ did you mean "
                                     "__shfl_down_sync(0xffffffff, sum, f(1, 2))?\n"));
  }
}

TEST_CASE("where the lab's header is missing, that is the one message") {
  const std::string output =
      "matmul.cu:2:1: error: 'real' does not name a type\n"
      "matmul.cu:9:1: error: 'real' does not name a type\n";
  const auto messages = collect_messages(refused(output, "#include <cstdio>\nreal x;\n"));
  REQUIRE(messages.size() == 1);
  CHECK(describe(messages[0].cause).find("`#include \"matmul.h\"` is missing") == 0);
  CHECK(messages[0].place() == "matmul.cu:1");
  CHECK(collect_messages(refused(output, "#include \"matmul.h\"\nreal x;\n")).size() == 2);
  CHECK(collect_messages(refused(output, "// #include \"matmul.h\"\nreal x;\n")).size() == 1);
}

TEST_CASE("g++'s note on a header is kept, and nvcc's message gets one") {
  const auto noted = compiler_messages(
      "a.cu:9:8: error: 'cout' is not a member of 'std'\n"
      "    9 |   std::cout << 1;\n      |        ^~~~\n"
      "a.cu:2:1: note: 'std::cout' is defined in header '<iostream>'; did you forget to '#include "
      "<iostream>'?\n    1 | #include <cstdio>\n  +++ |+#include <iostream>\n"
      "a.cu:7:1: note: candidate: 'void f()'\n");
  REQUIRE(noted.size() == 1);
  CHECK(noted[0].notes.size() == 1);
  CHECK(noted[0].excerpt.size() == 2);
  CHECK(compiler_messages("a.cu:9: error: namespace \"std\" has no member \"cout\"\n")[0].hint ==
        "did you forget #include <iostream>?");
}

TEST_CASE("a launch with too few brackets is told from a comparison") {
  const auto cause = [](const std::string& output) {
    return compiler_messages(output).at(0).cause.id;
  };
  CHECK(cause("a.cu:9:8: error: no match for 'operator<' (operand types are 'void(int, real*)' and "
              "'dim3')\n") == "launch.brackets");
  CHECK(cause("a.cu:9: error: no operator \"<<\" matches these operands\n"
              "            operand types are: void (int, real *) << dim3\n    k<<g, b>>(1, x);\n"
              "     ^\n") == "launch.brackets");
  CHECK(cause("a.cu:9: error: no operator \"<<\" matches these operands\n"
              "            operand types are: std::ostream << dim3\n") == "code.error");
}

TEST_CASE("a kernel that is called like a function is shown how to be launched") {
  const auto messages = compiler_messages(
      "a.cu:9: error: a __global__ function call must be configured\n    tiled(m, C);\n    ^\n");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].hint == "launch it with tiled<<<grid, block>>>(…)");
}

TEST_CASE("a misspelled header of the lab is told from one that is not here") {
  const auto hint = [](const std::string& file) {
    return collect_messages(
               refused("matmul.cu:1:10: fatal error: " + file + ": No such file or directory\n",
                       "#include \"" + file + "\"\n"))
        .at(0)
        .hint;
  };
  CHECK(hint("matmull.h") == "did you mean \"matmul.h\"?");
  CHECK(hint("helper_cuda.h").empty());
}

TEST_CASE("an atomic that gets a value is shown with the address") {
  const auto hint = [](const std::string& line, const std::string& types) {
    const std::string output =
        "matmul.cu:2:3: error: no matching function for call to 'atomicAdd(" + types +
        ")'\n    2 | " + line + "\n      |   ^\n";
    return collect_messages(refused(output, "\n" + line + "\n")).at(0).hint;
  };
  CHECK(hint("atomicAdd(*c, sum);", "real&, real&") == "did you mean atomicAdd(c, sum)?");
  CHECK(hint("atomicAdd(c[i], f(1, 2));", "real&, int") ==
        "did you mean atomicAdd(&c[i], f(1, 2))?");
  CHECK(hint("atomicAdd(c, sum, 1);", "real*&, real&, int").empty());
}

TEST_CASE("CUDA's functions are shown with the parameters that CUDA gives them") {
  const auto messages = collect_messages(refused(
      "matmul.cu:1:13: error: too few arguments to function 'cudaError_t cudaMemcpy(void*, const "
      "void*, size_t, cudaMemcpyKind, const char*, int)'\n",
      "cudaMemcpy(a, b, 4);\n"));
  CHECK(messages.at(0).cause.fact("text") ==
        "too few arguments to function 'cudaError_t cudaMemcpy(void*, const void*, size_t, "
        "cudaMemcpyKind)'");
}

TEST_CASE("a swap of two types says what to declare") {
  const auto messages = collect_messages(refused(
      "matmul.cu:1:10: error: no matching function for call to 'swap(const real*&, real*&)'\n",
      "std::swap(from, to);\n"));
  CHECK(messages.at(0).hint == "swap needs two of one type: declare both with const, or none");
}

TEST_CASE("equal errors are one, and a call's comma is none between indices") {
  const std::string source =
      "#include \"matmul.h\"\n  real a = A[idx(k, k, n)];\n  real b = A[idx(k, c, n)];\n"
      "  __shared__ real sums[blockDim.x];\n  __shared__ real row[n];\n";
  const std::string host = " error: idx runs on the host only and is called from device code\n";
  const GradeResult grade =
      refused("matmul.cu:2:14:" + host + "matmul.cu:3:14:" + host +
                  "matmul.cu:4:19: error: 'float [blockDim.dim3::x]' is a variably modified type\n"
                  "matmul.cu:5:19: error: 'float [n]' is a variably modified type\n",
              source);
  const auto messages = distinct_messages(grade);
  REQUIRE(messages.size() == 3);
  CHECK(messages[0].hint.empty());
  CHECK(messages[0].notes == std::vector<std::string>{"the same in line 3"});
  CHECK(messages[1].hint.find("sums[1024]") != std::string::npos);
  CHECK(messages[2].hint == "the compiler must know the size of an array: constexpr int n = …");
}

TEST_CASE("a compiler's warning does not stand above the finding in its line") {
  GradeResult grade = samples::wrong();
  grade.compiler_output = "matmul.cu:42:49: warning: iteration 5 invokes undefined behavior\n";
  CHECK(collect_messages(grade).size() == 1);
  CHECK(distinct_messages(grade).empty());
}
