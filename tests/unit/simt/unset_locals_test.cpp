// Which reads of local variables are certain to meet no value.
#include "tests/unit/catch.h"
#include "tests/unit/simt/rewriting.h"

namespace simt::rewrite {
namespace {

/// How many reads are noted in a kernel with that body.
std::size_t noted(const std::string& body) {
  const Rewritten r =
      rewritten("__global__ void k(int n, const float* a, float* out) {" + body + "}");
  CAPTURE(body, r.messages);
  CHECK(r.messages.empty());
  std::size_t count = 0;
  for (std::size_t at = r.text.find("::simt::read_unset<"); at != std::string::npos;
       at = r.text.find("::simt::read_unset<", at + 1))
    ++count;
  return count;
}

TEST_CASE("A read before anything can set the variable is noted") {
  for (const char* body :
       {"float s; for (int i = 0; i < n; ++i) s += a[i];", "float s; s = s + a[0];",
        "float s; while (n--) s -= *a++;", "int c; if (a[0] > 0) c++;", "int c; --c;",
        "float x, s; x = 1; s *= x;", "real s; s += 1;", "my::Vector<float, 3> v; v.x += 1;",
        "float t[4]; for (int i = 0; i < 4; ++i) t[i] += a[i];",
        "float t[2][2]; t[0][1] = t[0][1] + 1;", "V v; v.x += a[0];", "float m; m = max(m, a[0]);",
        "float s; atomicAdd(out, s);", "float s; s = 2 * s; s = 0;",
        "for (int i = 0; i < n; ++i) { float s; s += a[i]; s = 0; }", "float s; out[0] = a[0] * s;",
        "if (n) { unsigned int s; s |= 1; }"}) {
    CAPTURE(body);
    CHECK(noted(body) == 1);
  }
  CHECK(rewritten("__device__ void f() {\n int s;\n s += 1; }")
            .has("(::simt::read_unset<decltype(s)>(\"s\", 2, \"/own/k.cu\", 3), s) += 1;"));
}

TEST_CASE("A read that something may have set before is not noted") {
  for (const char* body : {"float s; s = 0; s += 1;",
                           "float s; if (n) s = 0; s += 1;",
                           "float s; f(s); s += 1;",
                           "float s; f(&s); s += 1;",
                           "float s; float& r = s; r = 1; s += 1;",
                           "float s; for (int i = 0; i < n; ++i) { if (i) s += 1; s = 0; }",
                           "float s; for (int i = 0; i < n; ++i) s = i ? s + 1 : 0;",
                           "float s; do { if (n < 3) s += 1; s = 1; } while (n--);",
                           "float s = 0; s += 1;",
                           "float s{}; s += 1;",
                           "static float s; s += 1;",
                           "__shared__ float s; s += 1;",
                           "volatile float s; s += 1;",
                           "extern float s; s += 1;",
                           "float s; (void)s;",
                           "float s; n = sizeof(s) + sizeof s; decltype(s) t = 1;",
                           "float s; asm(\"\" : \"=f\"(s)); s += 1;",
                           "float s; auto f = [&] { s = 0; }; f(); s += 1;",
                           "float s; again: s += 1; goto again;",
                           "float s; { float s = 0; s += 1; }",
                           "V s; s.clear(); s.x += 1;",
                           "V s; x.s += 1; y->s += 1;",
                           "float t[4]; load(t); t[0] += 1;",
                           "float t[2][2]; fill(t[0]); t[0][0] += 1;",
                           "float t[4]; *(float4*)t = 0; t[0] += 1;",
                           "float t[4]; ((int*)t)[0] = 1;",
                           "M m; m[0] = 1; m[0] += 1;",
                           "M m; m << 1; m.x += 1;",
                           "float s; n ? s : out[0] = 1;",
                           "float* p; p += 1;",
                           "printf(\"%d\", threadIdx.x); threadIdx.x += 0;",
                           "atomicAdd(out, n); n += 1;"}) {
    CAPTURE(body);
    CHECK(noted(body) == 0);
  }
  CHECK(!rewritten("void host() { int s; s += 1; }").has("read_unset"));
}

}  // namespace
}  // namespace simt::rewrite
