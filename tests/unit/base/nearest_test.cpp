#include "base/nearest.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

TEST_CASE("the intended word is nearest to a mistyped one") {
  const std::vector<std::string> labs = {"cholesky", "dot", "jacobi", "matmul", "matvec-chunk"};
  CHECK(nearest("dott", labs) == "dot");
  CHECK(nearest("matmlu", labs) == "matmul");  // two letters swapped
  CHECK(nearest("MATMUL", labs) == "matmul");
  CHECK(nearest("cholseky", labs) == "cholesky");
  CHECK(nearest("--submision", {"--submission", "--seed"}) == "--submission");
  CHECK(choose_from("The labs are", "dott", {"dot", "jacobi"}) ==
        "Did you mean 'dot'? The labs are: dot, jacobi.");
}

TEST_CASE("no suggestion for a word unlike all candidates") {
  CHECK(nearest("scan", {"dot", "jacobi"}).empty());
  CHECK(nearest("", {"dot"}).empty());
  CHECK(nearest("dot", {}).empty());
  CHECK(choose_from("The labs are", "scan", {"dot"}) == "The labs are: dot.");
}
