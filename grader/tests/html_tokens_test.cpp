// Needs: solutions
#include "report/html_tokens.h"

#include "tests/catch.h"
#include "tests/html_samples.h"

using namespace warpgrade;
using namespace warpgrade::html;

namespace {

// Each word behind a letter for its kind: k"int" m"1"; plain text as it is.
std::string told(Highlighter& highlighter, std::string_view line) {
  std::string out, all;
  for (const Piece& piece : highlighter.next(line)) {
    all += piece.text;
    const char letter = " kucsmp"[static_cast<int>(piece.word)];
    out += letter == ' ' ? std::string(piece.text) : letter + ("{" + std::string(piece.text) + "}");
  }
  CHECK(all == line);
  return out;
}

std::string told(std::string_view line) {
  Highlighter highlighter;
  return told(highlighter, line);
}

}  // namespace

TEST_CASE("words of CUDA C++ are told apart") {
  CHECK(told("__global__ void f(int n) {") == "u{__global__} k{void} f(k{int} n) {");
  CHECK(told("x = threadIdx.x + 0x1Fu * 1'000 - 1.5e-3f;") ==
        "x = u{threadIdx}.x + m{0x1Fu} * m{1'000} - m{1.5e-3f};");
  CHECK(told("interval int_ intx") == "interval int_ intx");
  CHECK(told("a /* int */ int // int") == "a c{/* int */} k{int} c{// int}");
  CHECK(told("\"a \\\" // b\" 'x' L\"c\" u8\"d\"") ==
        "s{\"a \\\" // b\"} s{'x'} s{L\"c\"} s{u8\"d\"}");
  CHECK(told("  #include <a.h>  // b") == "p{  #include <a.h>  }c{// b}");
  CHECK(told("k<<<1, 2>>>(.5)") == "k<<<m{1}, m{2}>>>(m{.5})");
}

TEST_CASE("what goes on over several lines does") {
  Highlighter h;
  CHECK(told(h, "int /* a") == "k{int} c{/* a}");
  CHECK(told(h, "int") == "c{int}");
  CHECK(told(h, "") == "");
  CHECK(told(h, "b */ int") == "c{b */} k{int}");
  CHECK(told(h, "R\"x( int )\" // \"") == "s{R\"x( int )\" // \"}");
  CHECK(told(h, "# )x\" int") == "s{# )x\"} k{int}");
  CHECK(told(h, "// a \\") == "c{// a \\}");
  CHECK(told(h, "int") == "c{int}");
  CHECK(told(h, "int") == "k{int}");
  CHECK(told(h, "#define f(x) \\\r") == "p{#define f(x) \\\r}");
  CHECK(told(h, "  int x") == "p{  int x}");
  CHECK(told(h, "int") == "k{int}");
  CHECK(told(h, "#define a /* int") == "p{#define a }c{/* int}");
  CHECK(told(h, "int */ int") == "c{int */} k{int}");
}

TEST_CASE("every byte of any file comes back") {
  for (const char* const nasty : {"\"", "'", "\"\\", "R\"", "R\"(", "R\"aaaaaaaaaaaaaaaaaaaaaa(",
                                  "\\", "/", "/*/", "#", "1e+", "\xff\x80", "u8R\"", "1'"})
    told(nasty);
  told(std::string("a\0b", 3));
  Highlighter h;
  const std::string text = samples::solution("matmul") + samples::evil(1);
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    told(h, std::string_view(text).substr(at, end - at));
    at = end + 1;
  }
}
