// Which of g++'s errors are about a part of CUDA that the engine lacks.
#include "simt/rewriter/missing_names.h"

#include "tests/unit/catch.h"

namespace simt::rewrite {

TEST_CASE("A name of CUDA's that nobody declared is told with its line, once") {
  CHECK(missing_names_in(
            "a.cu: In function 'int main()':\n"
            "a.cu:6:3: error: 'cudaFuncGetName' was not declared in this scope\n"
            "    6 |   cudaFuncGetName(&name, f);\n"
            "a.cu:6:9: error: 'cudaMemRangeAttribute' was not declared in this scope\n"
            "b.h:7:1: error: 'x' has no member named 'maxSurface1D'; did you mean 'y'?\n") ==
        "a.cu:6: unsupported: cudaFuncGetName, a part of CUDA that the engine does not have\n"
        "b.h:7: unsupported: maxSurface1D, a part of CUDA that the engine does not have\n");
}

TEST_CASE("A first error of the author's own stays an error") {
  CHECK(missing_names_in("a.cu:5:3: error: 'cudaMemcopy' was not declared in this scope\n"
                         "a.cu:6:3: error: 'cudaFuncGetName' was not declared in this scope\n")
            .empty());
  CHECK(missing_names_in("a.cu:5:3: warning: unused variable 'cudaFuncGetName'\n").empty());
}

}  // namespace simt::rewrite
