#include "report/text.h"

#include "findings/compiler_message.h"
#include "report/document/case_groups.h"
#include "report/document/kernel_facts.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
using Catch::Matchers::EndsWith;

TEST_CASE("only UTF-8 passes: no overlong forms, surrogates, broken ends") {
  CHECK(valid_utf8("plain é … 😀") == "plain é … 😀");
  CHECK(valid_utf8("a\xff"
                   "b") ==
        "a\uFFFD"
        "b");
  CHECK(valid_utf8("\xc0\xaf") == "\uFFFD\uFFFD");
  CHECK(valid_utf8("\xed\xa0\x80") == "\uFFFD\uFFFD\uFFFD");
  CHECK(valid_utf8("\xf4\x90\x80\x80") == "\uFFFD\uFFFD\uFFFD\uFFFD");
  CHECK(valid_utf8("end\xe2\x80") == "end\uFFFD\uFFFD");
}

TEST_CASE("noncharacters, which XML and HTML refuse, do not pass") {
  for (const char* one : {"\uFDD0", "\uFDEF", "\uFFFE", "\uFFFF", "\U0001FFFE", "\U0010FFFF"}) {
    CHECK(valid_utf8(one) == "\uFFFD");
    CHECK(plain_text(one) == "\uFFFD");
    CHECK(plain_lines(one, 100) == "\uFFFD");
    CHECK(printable(one, true).substr(0, 2) == "\\u");
  }
  CHECK(valid_utf8("\uFDCF\uFDF0\uFFFD\U0001FFFD") == "\uFDCF\uFDF0\uFFFD\U0001FFFD");
  CHECK(printable("\xff", true) == "\uFFFD");
}

TEST_CASE("what a program said is bounded, valid, and commands no terminal") {
  CHECK(plain_lines("a\tb\nc\r\n", 100) == "a\tb\nc \n");
  CHECK(plain_lines("\x1b[2J\x07\x7f|\xc2\x9b"
                    "1m",
                    100) == " [2J  | 1m");
  CHECK(plain_lines(std::string("a\0b", 3), 100) == "a b");
  CHECK(plain_lines("\xff\n", 100) == "\uFFFD\n");
  CHECK(plain_lines("one\ntwo\nthree\n", 9) == "one\ntwo\n");
  CHECK(plain_lines(std::string(1 << 20, 'x'), 1000).size() == 1000);
  CHECK(plain_text("a\x1b[31m\xc2\x85") == "a [31m ");
  CHECK(whole_points("aé", 2) == "a");
  CHECK(whole_points("aé", 3) == "aé");
}

TEST_CASE("control characters become visible") {
  CHECK(printable("a\x1b[2Jb\x07\x7f", true) == "a\\x1b[2Jb\\x07\\x7f");
  CHECK(printable(std::string("\0", 1), true) == "\\x00");
  CHECK(printable("\xc2\x9b"
                  "2J",
                  true) == "\\u009b2J");
  CHECK(printable("\u202e\u2066\u200b\ufeff", true) == "\\u202e\\u2066\\u200b\\ufeff");
  CHECK(printable("one\r\ntwo\rthree", true) == "one\ntwo\\x0dthree");
  CHECK(printable("ab\tc\n\td", true) == "ab  c\n    d");
}

TEST_CASE("without Unicode signs get a plain spelling") {
  CHECK(printable("2×3 ≤ 7 … é", false) == "2x3 <= 7 ... ?");
  CHECK(printable("\xff", false) == "?");
}

TEST_CASE("columns count what a terminal shows") {
  CHECK(columns("abc…") == 4);
  CHECK(columns("漢字") == 4);
  CHECK(columns("e\u0301") == 1);
  CHECK(clipped("abcdef", 4, true) == "abc…");
  CHECK(clipped("abcdef", 5, false) == "ab...");
  CHECK(clipped("abc", 3, true) == "abc");
  CHECK(padded("é", 3) == "é  ");
}

TEST_CASE("paragraphs hang, pictures and line breaks stay, long words stay whole") {
  CHECK(wrapped("one two three four five six", 22, "* ", true) ==
        "* one two three four\n  five six\n");
  CHECK(wrapped("a\n  ##..\nb", 30, "  ", true) == "  a\n    ##..\n  b\n");
  CHECK(wrapped("see /a/very/long/path/that/does/not/fit/here now", 22, "", true) ==
        "see\n/a/very/long/path/that/does/not/fit/here\nnow\n");
  CHECK(wrapped("", 22, "* ", true) == "*\n");
}

TEST_CASE("lists end before they tire") {
  CHECK(listed({"a"}, 3) == "a");
  CHECK(listed({"a", "b"}, 3) == "a and b");
  CHECK(listed({"a", "b", "c", "d"}, 3) == "a, b, c and d");
  CHECK(listed({"a", "b", "c", "d", "e"}, 3) == "a, b, c and 2 more");
}

TEST_CASE("errors of g++, nvcc, ptxas and the linker are found") {
  const auto messages = compiler_messages(
      "matmul.cu: In function 'void f()':\n"
      "matmul.cu:14:21: error: expected ';' before 'C'\n"
      "   14 |     real sum = 0.0f\n"
      "      |                    ^\n"
      "In file included from matmul.cu:3:\n"
      "tile.h:7: fatal error: x.h: No such file or directory\n"
      "matmul.cu(17): error: identifier \"sum\" is undefined\n"
      "matmul.cu(17): error: identifier \"sum\" is undefined\n"
      "matmul.cu(31): warning #177-D: variable \"tile\" was declared but never referenced\n"
      "matmul.cu(8): error #20: identifier \"error: x\" is undefined\n"
      "ptxas error   : Entry function 'f' uses too much shared data\n"
      "/usr/bin/ld: matmul.o: undefined reference to `helper'\n");
  REQUIRE(messages.size() == 7);
  CHECK(messages[0].place() == "matmul.cu:14");
  CHECK(describe(messages[0].cause) == "expected ';' before 'C'");
  CHECK(messages[0].excerpt.size() == 2);
  CHECK(messages[1].place() == "tile.h:7");
  CHECK(messages[1].error);
  CHECK(messages[2].place() == "matmul.cu:17");
  CHECK_FALSE(messages[3].error);
  CHECK(describe(messages[3].cause) == "variable \"tile\" was declared but never referenced");
  CHECK(messages[4].place() == "matmul.cu:8");
  CHECK(messages[5].place() == "");
  CHECK(messages[1].cause == because("include.missing", {{"file", std::string("x.h")}}));
  CHECK(messages[6].cause == because("link.undefined", {{"symbol", std::string("helper")}}));
  CHECK(describe(messages[6].cause) == "undefined reference to `helper'");
}

TEST_CASE("a launch with other arguments than the kernel takes is told in the student's words") {
  const auto describe_message = [](const std::string& call) {
    const auto messages = compiler_messages(
        "matmul.cu:49:12: error: no match for call to '(simt::Launcher<" + call + "'\n");
    return messages.size() == 1 ? describe(messages[0].cause) : "";
  };
  CHECK(describe_message("int, Pair<int, float>, float*>) (int&, float*&)") ==
        "the kernel takes 3 arguments (int, Pair<int, float>, float*), and this launch gives 2 "
        "(int, float*)");
  CHECK(describe_message("int>) ()") ==
        "the kernel takes 1 argument (int), and this launch gives 0");
  CHECK(describe_message("int, float*>) (int&, int&)") ==
        "the kernel takes (int, float*), and this launch gives (int, int)");
  CHECK(describe_message("int, float*, float*, const float*>) (int&, const real*&, const real*, "
                         "const real*&)") ==
        "the kernel takes (int, float*, float*, const float*), and this launch gives (int, const "
        "real*, const real*, const real*). `const` is missing in the kernel, at parameter 2, 3");
}

TEST_CASE("a launch with two angle brackets on a side is told so") {
  const auto cause = [](const std::string& text) {
    return compiler_messages("matmul.cu:17:6: error: " + text + "\n").front().cause.id;
  };
  CHECK(cause("no match for 'operator<<' (operand types are 'void(int, const real*)' {aka "
              "'void(int, const float*)'} and 'dim3')") == "launch.brackets");
  CHECK(cause("invalid operands of types 'void(int)' and 'int' to binary 'operator<<'") ==
        "launch.brackets");
  CHECK(cause("invalid operands of types 'int' and 'real*' {aka 'float*'} to binary "
              "'operator>>'") == "code.error");
  CHECK(cause("no match for 'operator<<' (operand types are 'std::ostream' and 'void(int)')") ==
        "code.error");
}

TEST_CASE("any text of a compiler is survived") {
  CHECK(compiler_messages("a.cu:1:1: error: no match for call to '(simt::Launcher<\n").size() == 1);
  CHECK(compiler_messages("").empty());
  CHECK(compiler_messages(": error: ").size() == 1);
  CHECK(compiler_messages("a.cu(-18): error: x\n").at(0).line == 0);
  CHECK(compiler_messages("(): error: x\n):99999999999999: error: y\n").size() == 2);
  CHECK(compiler_messages(std::string(100'000, ':') + "\n").empty());
}

TEST_CASE("what is newer than C++17, or needs a flag, is told beside the error") {
  const auto describe_message = [](const std::string& output) {
    return describe(compiler_messages(output).at(0).cause);
  };
  const std::string later = ". The course compiles as C++17, which does not have it.";
  CHECK(describe_message("dot.cu:9:8: error: 'span' is not a member of 'std'\n") ==
        "'span' is not a member of 'std'" + later);
  CHECK(describe_message(
            "dot.cu:9:8: error: 'atomic_ref' is not a member of 'std'\n"
            "    9 |   std::atomic_ref<int> r(i);\n"
            "dot.cu:9:8: note: 'std::atomic_ref' is only available from C++20 onwards\n") ==
        "'atomic_ref' is not a member of 'std'" + later);
  CHECK(describe_message(
            "dot.cu:3:22: error: 'concept' does not name a type\n"
            "dot.cu:3:22: note: 'concept' only available with '-std=c++20' or '-fconcepts'\n") ==
        "'concept' does not name a type" + later);
  CHECK(describe_message("dot.cu(9): error: namespace \"std\" has no member \"span\"\n") ==
        "namespace \"std\" has no member \"span\"" + later);
  CHECK(describe_message("dot.cu(9): error: namespace \"std\" has no member \"spam\"\n") ==
        "namespace \"std\" has no member \"spam\"");
  CHECK(describe_message("dot.cu(8): error: __host__ or __device__ annotation on lambda requires "
                         "--extended-lambda nvcc flag\n")
            .find("compiles without that flag. Write a struct") != std::string::npos);
}

TEST_CASE("a kernel's shared memory is what the compiler and the launches took of it") {
  TaskResult task;
  task.resources = {KernelResources()};
  task.resources[0].kernel = "k";
  CHECK_THAT(describe_resources(task),
             EndsWith(", no static shared memory"));  // no launch was seen
  task.metrics = {KernelCosts()};
  CHECK_THAT(describe_resources(task), EndsWith(", no shared memory"));
  task.metrics[0].dynamic_shared = 264;
  CHECK_THAT(describe_resources(task), EndsWith(", 264 B dynamic shared memory"));
  task.resources[0].shared_bytes = 2048;
  CHECK_THAT(describe_resources(task), EndsWith(", 2 KiB static and 264 B dynamic shared memory"));
}

TEST_CASE("the first case that is named says what the numbers in its name are") {
  TaskResult task;
  const auto shown_names = [&](const std::string& first) {
    task.cases = {CaseResult{}, CaseResult{}};
    task.cases[0].name = first;
    task.cases[1].name = "2x64-integers";
    for (CaseResult& c : task.cases) c.verdict = Verdict::wrong;
    return failing_groups(task).front().names;
  };
  CHECK(shown_names("33x96-uniform").front() == "33x96-uniform");
  task.case_sizes = {"n", "block_size"};
  CHECK(shown_names("33x96-uniform") ==
        std::vector<std::string>{"33x96-uniform (n = 33, block_size = 96)", "2x64-integers"});
  CHECK(shown_names("33x96").front() == "33x96 (n = 33, block_size = 96)");
  for (const char* own : {"256.txt-32", "33-uniform", "33x96x5-uniform", "33x-uniform", "odd", ""})
    CHECK(shown_names(own).front() == own);
}
