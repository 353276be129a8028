#include "findings/array_names.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

std::string spot(const std::string& text, const std::string& source) {
  Cause cause;
  cause.facts["spot"] = text;
  name_arrays(cause, {{"a.cu", source}});
  return cause.facts["spot"];
}

}  // namespace

TEST_CASE("an array has the name that its allocation gives it") {
  const std::string source =
      "real *ux, *uy;\nCHECK(cudaMallocManaged((void**)&ux, 2 * sizeof *ux));\n";
  const std::string whole = "the array of 8 bytes allocated at a.cu:2";
  CHECK(spot("element 1 (of 4 bytes) of " + whole, source) == "ux[1]");
  CHECK(spot("element 1 (of 16 bytes) of " + whole, source) == "`ux` (at byte 16)");
  // What a copy moves is looked at in words of four bytes.
  CHECK(spot("element 2 (of 4 bytes) of " + whole,
             "double* norm;\ncheck(cudaMallocHost(&norm, 2 * sizeof(double)));") == "norm[1]");
  CHECK(spot("element 2 of " + whole + ", just past the end", source) ==
        "element 2 of `ux` (8 bytes), just past the end");
  CHECK(spot("element 1 (of 4 bytes) of " + whole,
             "struct Half { real *now, *next; };\nCHECK(cudaMalloc(&h.next, 8));") == "h.next[1]");
  CHECK(spot("element 1 (of 4 bytes) of " + whole,
             "real *cur[2];\ncudaMalloc((void**)&cur[d], bytes);") == "cur[d][1]");
  CHECK(spot(whole, "\nreal* host = (real*)malloc(8);") == "`host` (8 bytes)");
  CHECK(spot(whole, "\nreal* host = new real[2];") == "`host` (8 bytes)");
}

TEST_CASE("an array whose allocation names none or several keeps its place") {
  const std::string whole = "the array of 8 bytes allocated at a.cu:2";
  for (const char* source :
       {"\ncudaMalloc(&a, n); cudaMalloc(&b, n);", "\ncudaMalloc(p, n);", "one line", ""})
    CHECK(spot(whole, source) == whole);
  CHECK(spot("element 1 (of 4 bytes) of " + whole, "") ==
        "element 1 of the array of 2 elements allocated at a.cu:2");
  CHECK(spot("the array of 8 bytes allocated at b.cu:2", "\ncudaMalloc(&a, n);") ==
        "the array of 8 bytes allocated at b.cu:2");
}

TEST_CASE("a helper that allocates several arrays names none of them") {
  const std::string whole = "the array of 8 bytes allocated at a.cu:2";
  const std::string helper = "real* make(int n) {\n  real* p; cudaMalloc(&p, n);\n  return p;\n}\n";
  CHECK(spot(whole, helper + "void f() { a = make(8); }") == "`p` (8 bytes)");
  CHECK(spot(whole, helper + "void f() { a = make(8); b = make(8); }") == whole);
  const std::string buffer = "struct Buffer {\n  Buffer(int n) { cudaMalloc(&p, n); }\n};\n";
  CHECK(spot(whole, buffer + "void f() { Buffer a(8); }") == "`p` (8 bytes)");
  CHECK(spot(whole, buffer + "void f() { Buffer a(8), b(8); Buffer c(8); }") == whole);
  const std::string apart = "real* make(int n)\n{ real* p; cudaMalloc(&p, n); return p; }\n";
  CHECK(spot(whole, apart + "void f() { a = make<real>(8); b = make<real>(8); }") == whole);
}
