// Whether a function is begun, from its source.
#include "diagnosis/empty_body.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

bool is_empty(const std::string& body, const std::string& kernel = "") {
  return has_empty_body(remedy::Code("__global__ void k(int n, float* C) { " + kernel +
                                     " }\nint parts(int a, int b) { return a / b; }\n"
                                     "int f(int n, float* C) { " +
                                     body + " }\n"),
                        "f");
}

}  // namespace

TEST_CASE("a body without an effect is not begun") {
  CHECK(is_empty(""));
  CHECK(is_empty("if (n == 0) return 0; int result = -1; return result;"));
  // A launch of a kernel that does nothing.
  CHECK(
      is_empty("const dim3 grid(parts(n, 4), 2); k<<<grid, 4>>>(n, C); CHECK(cudaGetLastError());",
               "const int row = blockIdx.x;"));
}

TEST_CASE("a body that does something is begun, whatever comes of it") {
  CHECK_FALSE(is_empty("k<<<1, 4>>>(n, C);", "C[n] = 1;"));
  CHECK_FALSE(is_empty("float* dC; cudaMalloc(&dC, n);"));
  CHECK_FALSE(is_empty("int done = 0; done = n; return done;"));
  CHECK_FALSE(is_empty("for (int i = 0; i < n; i++) C[i] = 0;"));
  CHECK_FALSE(has_empty_body(remedy::Code("int g() { return 0; }"), "f"));
}
