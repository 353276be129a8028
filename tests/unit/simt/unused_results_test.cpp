#include "simt/rewriter/checks/unused_results.h"

#include "tests/unit/catch.h"
#include "tests/unit/simt/rewriting.h"

namespace simt::rewrite {
namespace {

bool marks(const std::string& statements, const std::string& others = "") {
  const Rewritten r =
      rewritten(others + "__device__ int x; __global__ void k(int n) { " + statements + " }");
  CHECK(r.messages.empty());
  return r.has("result_is_unused(), atomic");
}

TEST_CASE("An atomic that is a statement of its own is marked") {
  CHECK(marks("atomicCAS(&x, 0, 1);"));
  CHECK(marks("if (n) atomicAdd(&x, 1); else n = 0;"));
  CHECK(marks("if (n) n = 0; else atomicMax_block(&x, n);"));
  CHECK(marks("for (int i = 0; i < n; ++i) { atomicExch(&x, i); }"));
}

TEST_CASE("One whose result is used is not, and no other function") {
  for (const char* used :
       {"n = atomicAdd(&x, 1);", "if (atomicCAS(&x, 0, 1) == 0) n = 1;",
        "while (atomicExch(&x, 1)) ;", "n = (atomicAdd(&x, 1));", "n ? atomicAdd(&x, 1) : 0;"})
    CHECK_FALSE(marks(used));
  CHECK_FALSE(marks("atomicLock(&x);", "__device__ void atomicLock(int*) {}"));
  CHECK_FALSE(marks("atomicAdd(&x, 1);", "__device__ void atomicAdd(int*, int) {}"));
}

}  // namespace
}  // namespace simt::rewrite
