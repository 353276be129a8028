#include "base/blas.h"

#include <cmath>
#include <cstddef>
#include <vector>

#include "base/random.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

TEST_CASE("a product divided among threads is correct") {
  struct Shape {
    int m, n, k;
  };
  // Large ones are divided by rows, by columns, and into parts of unequal size.
  for (const Shape s : {Shape{3, 2, 4}, Shape{701, 257, 1030}, Shape{257, 701, 1030}}) {
    const auto size = [](int a, int b) {
      return static_cast<std::size_t>(a) * static_cast<std::size_t>(b);
    };
    Random random(7);
    std::vector<double> a(size(s.m, s.k)), b(size(s.k, s.n));
    for (double& x : a) x = random.uniform(-1, 1);
    for (double& x : b) x = random.uniform(-1, 1);
    for (const bool ta : {false, true})
      for (const bool tb : {false, true}) {
        const int lda = ta ? s.m : s.k, ldb = tb ? s.k : s.n;
        std::vector<double> c(size(s.m, s.n), NAN), expected(c.size());
        const auto op_a = ta ? CblasTrans : CblasNoTrans, op_b = tb ? CblasTrans : CblasNoTrans;
        multiply(op_a, op_b, s.m, s.n, s.k, a.data(), lda, b.data(), ldb, c.data(), s.n);
        cblas_dgemm(CblasRowMajor, op_a, op_b, s.m, s.n, s.k, 1, a.data(), lda, b.data(), ldb, 0,
                    expected.data(), s.n);
        double worst = 0;
        for (std::size_t i = 0; i < c.size(); ++i)
          worst = std::max(worst, std::fabs(c[i] - expected[i]));
        CHECK(worst <= 1e-11);
      }
  }
}
