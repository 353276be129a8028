#include "lab/signature.h"

#include "base/fault.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
using Kind = Parameter::Kind;

namespace {

Signature parse(const char* header, const char* entry) {
  return parse_signature(header, entry, "t.h");
}

std::string message_when_parsing(const char* header, const char* entry) {
  try {
    parse(header, entry);
  } catch (const GraderError& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a signature gives kind and name of every parameter") {
  const auto s = parse("int solve(int n, real tolerance, const real* f, real* u);", "solve");
  CHECK(s.returns == "int");
  REQUIRE(s.parameters.size() == 4);
  CHECK(s.parameters[0].kind == Kind::integer);
  CHECK(s.parameters[1].kind == Kind::real);
  CHECK(s.parameters[2].kind == Kind::input);
  CHECK(s.parameters[3].kind == Kind::output);
  CHECK(s.parameters[3].name == "u");
  CHECK(s.declaration == "int solve(int n, real tolerance, const real* f, real* u)");
}

TEST_CASE("a signature is found between comments, directives and other functions") {
  const auto s = parse(
      "// void f(int no);\n#define f(x) x\n/* void f(int no); */\nvoid ff(int a);\nvoid f(\n  int "
      "a, // one\n  real const * b);",
      "f");
  REQUIRE(s.parameters.size() == 2);
  CHECK(s.parameters[1].kind == Kind::input);
}

TEST_CASE("arrays have the element types of the contract") {
  const auto s = parse(
      "void f(int n, const unsigned char* text, unsigned int *bins, long long* sums, const int* x, "
      "double* d, float* f);",
      "f");
  std::vector<Element> found;
  for (const Parameter& p : s.parameters) found.push_back(p.element);
  CHECK(found == std::vector{Element::i32, Element::u8, Element::u32, Element::i64, Element::i32,
                             Element::f64, Element::f32});
  CHECK(s.parameters[1].kind == Kind::input);
  CHECK(s.parameters[2].kind == Kind::output);
}

TEST_CASE("a call is not a declaration") {
  const auto signature = parse_signature(
      "int g(int n) { twice(3); return twice(n); }\nint twice(int n) { return 2 * n; }", "twice",
      "t.h");
  CHECK(signature.parameters.size() == 1);
  CHECK(signature.returns == "int");
}

TEST_CASE("a const pointer to changing values is an output") {
  CHECK(parse("void f(real* const p);", "f").parameters[0].kind == Kind::output);
}

TEST_CASE("a function without parameters has none") {
  CHECK(parse("void f();", "f").parameters.empty());
}

TEST_CASE("an unsupported signature is refused by name") {
  CHECK_THAT(message_when_parsing("void f(char c);", "f"), Catch::Contains("`char c`"));
  CHECK_THAT(message_when_parsing("void f(short* p);", "f"),
             Catch::Contains("t.h:1: the parameter `short* p` of f"));
  CHECK_THAT(message_when_parsing("void f(real** p);", "f"),
             Catch::Contains("`const T*` (an input array)"));
  CHECK_THAT(message_when_parsing("void f(unsigned n);", "f"), Catch::Contains("`unsigned n`"));
  CHECK_THAT(message_when_parsing("real f(int n);", "f"), Catch::Contains("returns `real`"));
  CHECK_THAT(message_when_parsing("void g(int n);", "f"), Catch::Contains("no declaration of f"));
}
