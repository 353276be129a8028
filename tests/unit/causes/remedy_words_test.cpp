#include "causes/remedy.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

TEST_CASE("where another mistake is left, the remedy of the first one says so", "[remedy]") {
  TriedRemedy tried;
  tried.cases = 16;
  tried.changes = {{"statement.after", "dot.cu", 14, "__syncthreads();", "", {}}};
  tried.gone = {"race dot.cu:14", "case 1x32-uniform"};
  tried.left = {"case 33x96-uniform"};
  const std::string head =
      "Tried in a copy of your file: `__syncthreads();` after line 14. With that no error is "
      "found, and 15 of 16 checked cases are right. Something else is wrong in the other ";
  CHECK(words_of(tried) == head + "one, 33x96-uniform.");
  tried.left = {"race dot.cu:20"};
  CHECK(words_of(tried).find("With that all 16 checked cases are right, and this is gone: race "
                             "dot.cu:14. What remains: race dot.cu:20.") != std::string::npos);
  tried.left = {"case 33x96-uniform", "case 33x992-uniform"};
  CHECK(words_of(tried).find(
            "14 of 16 checked cases are right. Something else is wrong in the other 2, such as "
            "33x96-uniform.") != std::string::npos);
  tried.left = {"api-error dot.cu:20", "case 0x96-uniform"};
  CHECK(words_of(tried).find(
            "With that 15 of 16 checked cases are right, and this is gone: race dot.cu:14. What "
            "remains: api-error dot.cu:20, and what is wrong in the other one, 0x96-uniform.") !=
        std::string::npos);
}
