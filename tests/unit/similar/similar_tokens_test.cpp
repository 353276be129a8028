#include <string>

#include "similar/grams.h"
#include "similar/tokens.h"
#include "tests/unit/catch.h"

using namespace warpgrade::similar;

namespace {

Tokens tokenize(const std::string& text) {
  Tokens tokens;
  append_tokens(text, 0, tokens);
  return tokens;
}

/// Are they the same program, as far as one whole gram can tell?
bool same(const std::string& a, const std::string& b) {
  const Tokens x = tokenize(a), y = tokenize(b);
  return x.size() == y.size() && make_grams(x, x.size() - 1)[0] == make_grams(y, y.size() - 1)[0];
}

}  // namespace

TEST_CASE("Names, layout, comments and numbers are ignored") {
  CHECK(same("for (int i = 0; i < n; ++i) sum += a[i] * b[i];",
             "for(int  k=1;k<count;++k)\n  // the sum\n  total += /* of */ x[k]*y[k];"));
}

TEST_CASE("Using another variable changes the tokens") {
  CHECK_FALSE(same("sum += a[i] * b[i];", "sum += a[i] * b[j];"));
  CHECK_FALSE(same("sum += a[i] * b[i];", "sum += a[i] * a[i];"));
  CHECK_FALSE(same("x = y - x;", "x = x - y;"));
}

TEST_CASE("Words of CUDA and C++ are not names") {
  CHECK_FALSE(same("x = threadIdx.x;", "x = blockIdx.x;"));
  CHECK_FALSE(same("__syncthreads();", "__syncwarp();"));
  CHECK_FALSE(same("cudaMalloc(&p, n);", "cudaMemset(&p, n);"));
  CHECK_FALSE(same("if (x) y();", "return (x) y();"));
}

TEST_CASE("All types are equal, including aliases and casts") {
  CHECK(same("unsigned long long x = y;", "const auto x = y;"));
  CHECK(same("using whole = int; whole x = y;", "using index = long; int x = y;"));
  CHECK(same("typedef int whole; whole x = y;", "typedef long it; int x = y;"));
  CHECK(same("x = static_cast<long long>(y);", "x = (y);"));
  CHECK(same("x = (float*)y;", "x = y;"));
  CHECK(same("std::size_t x = std::min(y, z);", "size_t x = min(y, z);"));
}

TEST_CASE("Braces, increments and kinds of loops are ignored") {
  CHECK(same("if (x) { y(); }", "if (x) y();"));
  CHECK(same("x = 1; ++x;", "x = 1; x++;"));
  CHECK(same("for (; x < y;) z();", "for (; x < y;) { z(); }"));
  CHECK(same("while (x) y();", "do (x) y();"));
}

TEST_CASE("Includes and pragmas are ignored, macros are not") {
  CHECK(same("#include <cstdio>\n#pragma unroll\nint x;", "int x;"));
  CHECK(same("#define twice(x) (2 * x)\n", "#define double_of(y) (3 * y)\n"));
  CHECK_FALSE(same("#define twice(x) (2 * x)\n", "#define twice(x) (2 + x)\n"));
}

TEST_CASE("Tokens have their line and file; a gap ends each file") {
  Tokens tokens;
  append_tokens("int x;\n\n/* two\nlines */ int y;", 0, tokens);
  append_tokens("int z;", 1, tokens);
  REQUIRE(tokens.size() == 3 + 3 + 1 + 3 + 1);
  CHECK(tokens[0].line == 1);
  CHECK(tokens[3].line == 4);
  CHECK(tokens[6].is_gap());
  CHECK(tokens[7].file == 1);
  CHECK(tokens[7].line == 1);
}

TEST_CASE("Any text can be tokenized") {
  for (const std::string& text :
       {std::string(), std::string("\0\x01\xff", 3), std::string("\"never closed"),
        std::string("/* never closed"), std::string("static_cast<<<<<<"), std::string("((((("),
        std::string("using"), std::string("typedef"), std::string("R\"x(never closed"),
        std::string("#"), std::string("#define"), std::string(100000, '(')}) {
    CHECK_NOTHROW(tokenize(text));
  }
}
