#include "regrade/kept_results.h"

#include "tests/unit/catch.h"
#include "tests/unit/samples/grade_samples.h"

using namespace warpgrade;
using namespace warpgrade::regrade;

namespace {

const std::string source =
    "#include \"lab.h\"\n"
    "constexpr int T = 8;\n"
    "__device__ real helper(real x) { return x * 2; }\n"
    "template <int N>\n"
    "__global__ void __launch_bounds__(256) one_kernel(real* A) {\n"
    "#pragma unroll\n"
    "  for (int i = 0; i < N; ++i) A[i] = helper(A[i]);\n"
    "}\n"
    "namespace {\n"
    "__global__ void two_kernel(real* A) { A[0] = 1; }\n"
    "}  // namespace\n"
    "void one(real* A) { one_kernel<4><<<1, T>>>(A); }\n"
    "void two(real* A) { two_kernel<<<1, T>>>(A); }\n";

std::string with(std::string text, const std::string& old, const std::string& now) {
  const std::size_t at = text.find(old);
  REQUIRE(at != text.npos);
  return text.replace(at, old.size(), now);
}

/// "one two", as far as they changed; with ~ before it what moved.
std::string changed(const std::string& after, const std::string& before = source) {
  const auto was = compute_bases({{"lab.cu", before}}, "lab.cu", {"one", "two"});
  const auto is = compute_bases({{"lab.cu", after}}, "lab.cu", {"one", "two"});
  std::string text;
  for (int i = 0; i < 2; ++i) {
    if (was[i].hash != is[i].hash)
      text += i == 0 ? "one " : "two ";
    else if (was[i].lines != is[i].lines)
      text += i == 0 ? "~one " : "~two ";
  }
  return text;
}

}  // namespace

TEST_CASE("a changed function affects the tasks that may call it") {
  CHECK(changed(source) == "");
  CHECK(changed(with(source, "void one(real* A) {", "void one(real* A) { A += 0;")) == "one ");
  CHECK(changed(with(source, "x * 2", "x * 3")) == "one ");
  CHECK(changed(with(source, "i < N", "i <= N")) == "one ");
  CHECK(changed(with(source, "A[0] = 1", "A[0] = 2")) == "two ");
}

TEST_CASE("constants, macros, types and other files affect all tasks") {
  CHECK(changed(with(source, "T = 8", "T = 16")) == "one two ");
  CHECK(changed(with(source, "#include \"lab.h\"", "#include \"lab.h\"\n#define A B")) ==
        "one two ");
  CHECK(changed("struct S {};\n" + source) == "one two ");
  CHECK(changed(with(source, "__device__", "#if 1\n__device__")) == "one two ");
  CHECK(compute_bases({{"lab.cu", source}, {"a.h", "1"}}, "lab.cu", {"one"}) !=
        compute_bases({{"lab.cu", source}, {"a.h", "2"}}, "lab.cu", {"one"}));
}

TEST_CASE("a function that a macro or a class calls affects all tasks") {
  for (const char* user :
       {"#define DOUBLED(x) helper(x)\n", "struct S {\n  real f() { return helper(1); }\n};\n"})
    CHECK(changed(with(user + source, "x * 2", "x * 3"), user + source) == "one two ");
}

TEST_CASE("comments and blanks only move the lines below") {
  CHECK(changed(source + "// the end\n") == "");
  CHECK(changed("// a word\n" + source) == "~one ~two ");
  CHECK(changed(with(source, "void two(", "/* a\nword */ void two(")) == "~two ");
  CHECK(changed(with(source, "x * 2", "x  *\t2")) == "");
}

TEST_CASE("a directive within a function belongs to the function") {
  CHECK(changed(with(source, "#pragma unroll\n", "#pragma unroll 1\n")) == "one ");
}

TEST_CASE("an added or removed function affects its callers") {
  const std::string more = source + "void three(int x) {}\n";
  CHECK(changed(more) == "");
  CHECK(changed(with(more, "A[0] = 1", "three(1)"), more) == "two ");
  CHECK(changed(with(source, "__device__ real helper(real x) { return x * 2; }\n", "")) ==
        "one ~two ");
}

TEST_CASE("the lines of findings move with their functions") {
  TaskResult task;
  task.findings = {{"race", "error", "lab.cu", 7, in_text("x")},
                   {"race", "error", "other.cuh", 7, in_text("x")}};
  move_lines(task, source, "// a\n// b\n" + source, "lab.cu");
  CHECK(task.findings[0].line == 9);
  CHECK(task.findings[1].line == 7);
}

TEST_CASE("results are kept until regraded, also past a file that does not compile") {
  KeptResults kept("lab.cu", {"one", "two"});
  const Texts first = {{"lab.cu", source}};
  CHECK(kept.stale(first) == std::vector<std::string>{"one", "two"});
  GradeResult grade = samples::grade();
  grade.tasks = {samples::task("one", "", 5, 10), samples::task("two", "", 10, 10)};
  kept.add(grade, first);
  CHECK(kept.stale(first).empty());

  const Texts mended = {{"lab.cu", with(source, "x * 2", "x * 3")}};
  CHECK(kept.stale(mended) == std::vector<std::string>{"one"});
  GradeResult one = samples::grade();
  one.tasks = {samples::task("one", "", 10, 10)};
  kept.add(one, mended);
  REQUIRE(kept.shown()->tasks.size() == 2);
  CHECK(kept.shown()->score().text() == "20");

  const Texts broken = {{"lab.cu", with(source, "x * 2", "y")}};
  GradeResult none = samples::compile_error();
  kept.add(none, broken);
  CHECK(is_broken(*kept.shown()));
  CHECK(kept.stale(mended).empty());  // as it was before
  kept.move_to(mended);
  CHECK(kept.shown()->score().text() == "20");
}

TEST_CASE("moved functions are regraded only if something is wrong in them") {
  KeptResults kept("lab.cu", {"one", "two"});
  GradeResult grade = samples::grade();
  grade.tasks = {samples::task("one", "", 5, 10), samples::task("two", "", 10, 10)};
  grade.tasks[0].verdict = Verdict::race;
  kept.add(grade, {{"lab.cu", source}});
  CHECK(kept.stale({{"lab.cu", "\n" + source}}) == std::vector<std::string>{"one"});
}

TEST_CASE("editors' temporary files do not affect a grade") {
  for (const char* name : {".matmul.cu.swp", "matmul.cu~", "4913", "#matmul.cu#", ".git",
                           "compile_commands.json", "a.o"})
    CHECK_FALSE(may_affect_grade(name));
  for (const char* name : {"matmul.cu", "tile.cuh", "table.txt", "4913.cu"})
    CHECK(may_affect_grade(name));
}
