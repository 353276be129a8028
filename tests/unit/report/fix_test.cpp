// Changes as diffs: applied to the file they are the program that was tried.
#include "report/document/fix.h"

#include "base/lines.h"
#include "report/document/bugs.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

constexpr const char* dot_source =
    "__global__ void sum(const real* A, real* r, int n) {\n"  // 1
    "  __shared__ real part[256];\n"                          // 2
    "  int i = threadIdx.x;\n"                                // 3
    "  if (i >= n) return;\n"                                 // 4
    "  part[i] = A[i];  // = a load\n"                        // 5
    "  for (int half = 128; half > 0; half /= 2) {\n"         // 6
    "    if (i < half) part[i] += part[i + half];\n"          // 7
    "  }\n"                                                   // 8
    "  if (i <= n) r[i] = part[i] * n;\n"                     // 9
    "  for (int k = 0; k < n; ++k) { r[k] += 1; }\n"          // 10
    "}\n";                                                    // 11

TriedRemedy tried(std::vector<Remedy> changes) {
  return {TriedRemedy::Outcome::right, std::move(changes), {}, {}, 3};
}

/// Line `number` of the changed file; "" where the change is not known exactly.
std::string changed_line(const Remedy& change, int number) {
  const auto files = changed_files(tried({change}), {{"dot.cu", dot_source}});
  return files ? std::string(source_line(files->at("dot.cu"), number)) : "";
}

Remedy remedy(const std::string& id, int line, const std::string& code,
              const std::string& old_code = "", int column = 0) {
  return {id, "dot.cu", line, code, old_code, {}, column};
}

}  // namespace

TEST_CASE("a statement goes after its line, with that line's indent") {
  CHECK(changed_line(remedy("statement.after", 5, "__syncthreads();"), 6) == "  __syncthreads();");
  CHECK(changed_line(remedy("statement.after", 7, "__syncwarp();"), 8) == "    __syncwarp();");
  CHECK(changed_line(remedy("loop.end", 8, "__syncthreads();"), 8) == "    __syncthreads();");
  CHECK(changed_line(remedy("statement.before", 7, "wait();"), 7) == "    wait();");
  CHECK(changed_line(remedy("function.start", 1, "f();"), 2) == "  f();");
}

TEST_CASE("a statement that moves goes with the test it needs, and as it stands otherwise") {
  Remedy moved = remedy("loop.behind", 8, "if (n > 1) part[i] = A[i];", "line 5");
  moved.cause = because("code.once-a-step", {{"what", "part[i] = A[i];"}});
  CHECK(changed_line(moved, 8) == "  if (n > 1) part[i] = A[i];");
  moved = remedy("statement.behind", 8, "part[i] = A[i];", "line 5");
  moved.cause = because("code.read-before-lock", {{"what", "A[i]"}});
  CHECK(changed_line(moved, 8) == "  part[i] = A[i];");
}

TEST_CASE("what a one-line block leaves open is no diff") {
  CHECK(changed_line(remedy("statement.after", 10, "__syncthreads();"), 10).empty());
  CHECK(changed_line(remedy("guard", 6, "if (i < n)"), 6).empty());
  CHECK(changed_line(remedy("expression.instead", 7, "x", "part[i"), 7).empty());
  CHECK(changed_line(remedy("expression.instead", 7, "x", "half"), 7).empty());  // twice
  CHECK(changed_line(remedy("expression.instead", 70, "x", "half"), 7).empty());
  CHECK(changed_line(remedy("expression.instead", 7, "… + 1", "i < half"), 7).empty());
}

TEST_CASE("expressions are replaced whatever blanks they have, and bracketed where they must be") {
  CHECK(changed_line(remedy("expression.instead", 9, "i < n", "i<=n"), 9) ==
        "  if (i < n) r[i] = part[i] * n;");
  CHECK(changed_line(remedy("expression.instead", 9, "n - 1", "n"), 9).empty());  // twice
  CHECK(changed_line(remedy("expression.instead", 9, "part[i] + 1", "part[i]"), 9) ==
        "  if (i <= n) r[i] = (part[i] + 1) * n;");
  CHECK(changed_line(remedy("expression.instead", 9, "n * 2", "n", 32), 9) ==
        "  if (i <= n) r[i] = part[i] * (n * 2);");
  CHECK(changed_line(remedy("expression.instead", 9, "i * 2", "i", 7), 9) ==
        "  if (i * 2 <= n) r[i] = part[i] * n;");
  CHECK(changed_line(remedy("expression.instead", 9, "i < n, f(i, 0)", "i <= n, part[i]"), 9) ==
        "  if (i < n) r[i] = f(i, 0) * n;");
  CHECK(changed_line(remedy("guard.value", 5, "(i < n) ? … : 0"), 5) ==
        "  part[i] = i < n ? A[i] : 0;  // = a load");
  CHECK(changed_line(remedy("guard", 5, "if (i < n)"), 5) ==
        "  if (i < n) part[i] = A[i];  // = a load");
}

TEST_CASE("a column says which of several places in a line is meant") {
  CHECK(changed_line(remedy("expression.instead", 9, "n - 1", "n", 12), 9) ==
        "  if (i <= n - 1) r[i] = part[i] * n;");
  CHECK(changed_line(remedy("expression.instead", 9, "n - 1", "n", 32), 9) ==
        "  if (i <= n) r[i] = part[i] * (n - 1);");
}

TEST_CASE("a guard joins the condition of the statement that it guards") {
  CHECK(changed_line(remedy("guard", 9, "if (i < n)", "", 3), 9) ==
        "  if (i < n && i <= n) r[i] = part[i] * n;");
  CHECK(changed_line(remedy("guard", 6, "if (n > 0)", "", 3), 6) ==
        "  if (n > 0) for (int half = 128; half > 0; half /= 2) {");
  const std::string with_else = "  if (i < 1) f(i);\n  else g(i);\n";
  const auto files =
      changed_files(tried({remedy("guard", 1, "if (i < n)", "", 3)}), {{"dot.cu", with_else}});
  REQUIRE(files);
  CHECK(files->at("dot.cu") == "  if (i < n) if (i < 1) f(i);\n  else g(i);\n");
}

TEST_CASE("a guard joins the test before the statement") {
  const auto joined = [](const std::string& line, int column, const std::string& guard) {
    const auto files =
        changed_files(tried({remedy("guard", 1, guard, "", column)}), {{"dot.cu", line + "\n"}});
    return files ? files->at("dot.cu") : "";
  };
  CHECK(joined("if (i < m) r[i] = f(j);", 12, "if (j < n)") ==
        "if (i < m && j < n) r[i] = f(j);\n");
  CHECK(joined("if (i < m) r[i] = 0;", 12, "if (i < m && j < n)") ==
        "if (i < m && j < n) r[i] = 0;\n");
  CHECK(joined("if (a || b) r[i] = 0;", 13, "if (j < n)") == "if (a || b) if (j < n) r[i] = 0;\n");
  CHECK(joined("for (;;) r[i] = 0;", 10, "if (j < n)") == "for (;;) if (j < n) r[i] = 0;\n");
  CHECK(joined("if (a) r[i] = 0; else f();", 8, "if (b)") == "if (a) if (b) r[i] = 0; else f();\n");
}

TEST_CASE("the last argument of a launch's configuration needs no brackets") {
  const auto files = changed_files(tried({remedy("expression.instead", 1, "2 * bytes", "bytes")}),
                                   {{"dot.cu", "k<<<1, 32, bytes>>>(n);\n"}});
  REQUIRE(files);
  CHECK(files->at("dot.cu") == "k<<<1, 32, 2 * bytes>>>(n);\n");
}

TEST_CASE("a removed statement takes its line along") {
  CHECK(changed_line(remedy("statement.removed", 3, "", "int i = threadIdx.x;", 3), 3) ==
        "  if (i >= n) return;");
}

TEST_CASE("a diff has the lines around a change, with the numbers of both files") {
  const auto diffs =
      make_diffs(tried({remedy("loop.end", 8, "__syncthreads();")}), {{"dot.cu", dot_source}}, 1);
  REQUIRE(diffs.size() == 1);
  std::string text;
  for (const DiffLine& line : diffs[0].lines) text += format_margin(line, 2) + line.text + "\n";
  CHECK(text ==
        "   7     if (i < half) part[i] += part[i + half];\n"
        "+  8     __syncthreads();\n"
        "   8   }\n");
}

TEST_CASE("several changes of a file are applied together, and not at one place") {
  const Remedy one = remedy("loop.end", 8, "__syncthreads();"),
               two = remedy("expression.instead", 9, "i < n", "i <= n");
  const auto files = changed_files(tried({one, two}), {{"dot.cu", dot_source}});
  REQUIRE(files);
  CHECK(source_line(files->at("dot.cu"), 10) == "  if (i < n) r[i] = part[i] * n;");
  CHECK_FALSE(changed_files(tried({two, two}), {{"dot.cu", dot_source}}));
  CHECK(make_diffs(tried({one}), {}, 1).empty());
}

TEST_CASE("what follows a loop without braces has the loop's indent") {
  const std::string source =
      "  for (int r = 0;\n"
      "       r < n; ++r)\n"
      "    if (r != k)\n"
      "      u[r] /= d;\n"
      "  for (;;) {\n"
      "    u[0] = f(1,\n"
      "             2);\n"
      "  }\n";
  const auto added_after = [&](int line) {
    const auto files = changed_files(tried({remedy("statement.after", line, "__syncthreads();")}),
                                     {{"dot.cu", source}});
    return files ? std::string(source_line(files->at("dot.cu"), line + 1)) : "";
  };
  CHECK(added_after(4) == "  __syncthreads();");
  CHECK(added_after(7) == "    __syncthreads();");
}

TEST_CASE("where memory is freed twice the finding is the reason") {
  Remedy change = remedy("expression.instead", 7, "x", "y");
  change.cause = because("code.other-variable", {{"code", "x"}, {"old", "y"}});
  TriedRemedy result = tried({change});
  result.cases = 16;
  CHECK(make_fix(result, {{"dot.cu", dot_source}}).why ==
        "`y` uses the wrong variable: it should be `x`.");
  result.gone = {"use-after-free dot.cu:7"};
  CHECK(make_fix(result, {{"dot.cu", dot_source}}).why.empty());
}
