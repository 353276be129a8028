#include "objects/object_symbols.h"

#include <elf.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include "base/fault.h"
#include "lab/manifest.h"
#include "objects/definitions.h"
#include "objects/demangle.h"
#include "tests/unit/catch.h"
#include "toolchain/installation.h"

using namespace warpgrade;
namespace fs = std::filesystem;

namespace {

/// The object that g++ makes of a text.
std::string compile_object(const std::string& text, const fs::path& folder) {
  std::ofstream(folder / "a.cpp") << text;
  const std::string words =
      "cd '" + folder.string() + "' && g++ -O0 -g0 -c -o a.o a.cpp -Wno-attributes";
  REQUIRE(std::system(words.c_str()) == 0);
  std::ostringstream bytes;
  bytes << std::ifstream(folder / "a.o", std::ios::binary).rdbuf();
  return bytes.str();
}

std::set<std::string> described(std::string_view file) {
  std::set<std::string> all;
  const bool whole = visit_symbols(file, [&](const ObjectSymbol& s) {
    all.insert(std::string(s.name) + (s.defined ? "" : " undefined") + (s.code ? " code" : "") +
               (s.local ? " local" : ""));
  });
  if (!whole) all.insert("not whole");
  return all;
}

const char* const text =
    "int data = 1;\nint called(int);\nstatic int hidden(int i) { return called(i); }\n"
    "__attribute__((weak)) int weak(int i) { return hidden(i); }\nint shown() { return weak(2); "
    "}\n";

}  // namespace

TEST_CASE("an object's symbols are read from its tables") {
  const Workspace folder;
  const auto all = described(compile_object(text, folder.path()));
  CHECK(all == std::set<std::string>{"data", "_Z6calledi undefined", "_ZL6hiddeni code local",
                                     "_Z4weaki code", "_Z5shownv code"});
}

TEST_CASE("a line break in a name of a symbol, section or file is detected") {
  const Workspace folder;
  const std::string hostile[] = {R"(asm(".globl \"a\nb\"\n\"a\nb\": .long 0\n");)",
                                 R"(asm(".pushsection \"a\nb\",\"a\"\n.long 0\n.popsection\n");)"};
  for (const std::string& source : hostile)
    CHECK(name_with_control_characters(compile_object(source, folder.path())) == "a\nb");
  CHECK(name_with_control_characters(compile_object(text, folder.path())).empty());
  CHECK(name_with_control_characters("no object").empty());
}

TEST_CASE("malformed tables and truncated files are refused") {
  const Workspace folder;
  const std::string whole = compile_object(text, folder.path());
  for (std::size_t bytes = 0; bytes < whole.size(); bytes += 7)
    CHECK(described(whole.substr(0, bytes)) == std::set<std::string>{"not whole"});
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {  // under the sanitizers of `make fuzz` this shows a stray read
    std::string file = whole;
    for (int n = 0; n < 4; ++n) file[random() % file.size()] = static_cast<char>(random());
    described(file);
  }
}

TEST_CASE("objects may have more than 65535 sections") {
  const Workspace folder;
  std::string many = text;
  for (int i = 0; i < 70000; ++i)
    many += "asm(\".section .s" + std::to_string(i) + ",\\\"a\\\"\\n.byte 0\\n.text\");\n";
  CHECK(described(compile_object(many, folder.path())).count("_Z5shownv code") == 1);
}

TEST_CASE("defined functions of the lab are found, with near misses") {
  const Workspace folder;
  const Lab lab = load_lab(find_root(), "matmul");
  compile_object(
      "void matmul_naive(int, int, int, const float*, const float*, float*) {}\n"
      "void matmul_coarse(int) {}\n"
      "static __attribute__((used)) void matmul_tiled(int, int, int, const float*, const float*,\n"
      "                                               float*) {}\n"
      "namespace mine { void matmul_best(int, int, int, const float*, const float*, float*) {} }\n",
      folder.path());
  const auto found = read_definitions(folder.path() / "a.o", lab, Real::f32);
  CHECK(found.at("matmul_naive").defined);
  CHECK(found.at("matmul_coarse").found == "matmul_coarse(int)");
  CHECK(found.at("matmul_tiled").found ==
        "static matmul_tiled(int, int, int, float const*, float const*, float*)");
  CHECK(found.at("matmul_best").found ==
        "mine::matmul_best(int, int, int, float const*, float const*, float*)");
  CHECK(found.at("matmul_host").found.empty());
  CHECK_FALSE(read_definitions(folder.path() / "a.o", lab, Real::f64).at("matmul_naive").defined);

  std::ofstream(folder.path() / "a.o") << "half";
  CHECK_THROWS_AS(read_definitions(folder.path() / "a.o", lab, Real::f32), GraderError);
}

TEST_CASE("a name that expands endlessly stays mangled") {
  CHECK(demangled("_Z12matmul_naiveiPKfS0_Pf") ==
        "matmul_naive(int, float const*, float const*, float*)");
  CHECK(demangled("matmul_naive") == "matmul_naive");
  CHECK(demangled("_Z1f\033[31m") == "_Z1f [31m");
  // f(A<A<…>, A<…>>): 40 references, 2^40 times the first part.
  std::string bomb = "_Z1f1AIiiE";
  for (int i = 0; i < 40; ++i) bomb += "S_IS" + std::string(i == 0 ? "0" : "1") + "_S0_E";
  CHECK(demangled(bomb) == bomb);
  CHECK(demangled("_Z" + std::string(1 << 20, 'N')).size() < 600);
  CHECK(demangled("_Z600" + std::string(600, 'a') + "v").size() == 512 + std::strlen("…"));
}
