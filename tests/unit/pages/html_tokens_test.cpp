// Needs: solutions
#include "pages/html_tokens.h"

#include "tests/unit/catch.h"
#include "tests/unit/samples/html_samples.h"

using namespace warpgrade;
using namespace warpgrade::html;

namespace {

// Each word behind a letter for its kind: k"int" m"1"; plain text as it is. One string a line.
std::vector<std::string> classify_lines(std::string_view file) {
  std::vector<std::string> lines;
  std::string all;
  for (const std::vector<Piece>& pieces : pieces_of_lines(file)) {
    if (!lines.empty()) all += '\n';
    std::string& out = lines.emplace_back();
    for (const Piece& piece : pieces) {
      all += piece.text;
      const char letter = " kucsmp"[static_cast<int>(piece.word)];
      out +=
          letter == ' ' ? std::string(piece.text) : letter + ("{" + std::string(piece.text) + "}");
    }
  }
  CHECK(all == file);
  return lines;
}

std::string classify(std::string_view line) {
  const auto lines = classify_lines(line);
  REQUIRE(lines.size() == 1);
  return lines[0];
}

}  // namespace

TEST_CASE("words of CUDA C++ are told apart") {
  CHECK(classify("__global__ void f(int n) {") == "u{__global__} k{void} f(k{int} n) {");
  CHECK(classify("x = threadIdx.x + 0x1Fu * 1'000 - 1.5e-3f;") ==
        "x = u{threadIdx}.x + m{0x1Fu} * m{1'000} - m{1.5e-3f};");
  CHECK(classify("interval int_ intx") == "interval int_ intx");
  CHECK(classify("a /* int */ int // int") == "a c{/* int */} k{int} c{// int}");
  CHECK(classify("\"a \\\" // b\" 'x' L\"c\" u8\"d\"") ==
        "s{\"a \\\" // b\"} s{'x'} s{L\"c\"} s{u8\"d\"}");
  CHECK(classify("  #include <a.h>  // b") == "p{  #include <a.h>  }c{// b}");
  CHECK(classify("k<<<1, 2>>>(.5)") == "k<<<m{1}, m{2}>>>(m{.5})");
}

TEST_CASE("what goes on over several lines does") {
  const auto lines = classify_lines(
      "int /* a\nint\n\nb */ int\n"
      "R\"x( int )\" // \"\n# )x\" int\n"
      "// a \\\nint\nint\n"
      "#define f(x) \\\r\n  int x\nint\n"
      "#define a /* int\nint */ int");
  CHECK(lines == std::vector<std::string>{
                     "k{int} c{/* a}", "c{int}", "", "c{b */} k{int}", "s{R\"x( int )\" // \"}",
                     "s{# )x\"} k{int}", "c{// a \\}", "c{int}", "k{int}", "p{#define f(x) \\\r}",
                     "p{  int x}", "k{int}", "p{#define a }c{/* int}", "c{int */}p{ int}"});
}

TEST_CASE("the beginning of a line is cut from its pieces") {
  const auto pieces = pieces_of_lines("int a; // b").front();
  CHECK(first_bytes(pieces, 0).empty());
  CHECK(first_bytes(pieces, 2).back().text == "in");
  CHECK(first_bytes(pieces, 7).back().text == " a; ");
  CHECK(first_bytes(pieces, 100).back().text == "// b");
}

TEST_CASE("every byte of any file comes back") {
  for (const char* const nasty :
       {"\"", "'", "\"\\", "R\"", "R\"(", "R\"aaaaaaaaaaaaaaaaaaaaaa(", "\\", "/", "/*/", "#",
        "1e+", "\xff\x80", "u8R\"", "1'", "#define a \"", "# /*", "# /* */ R\"(\n#"})
    classify_lines(nasty);
  classify_lines(std::string("a\0b", 3));
  classify_lines(samples::solution("matmul") + samples::evil(1));
}
