#include "authoring/skeleton.h"

#include "base/fault.h"
#include "tests/unit/catch.h"

using warpgrade::GraderError;
using warpgrade::make_skeleton;

namespace {

std::string complaint(const std::string& solution) {
  try {
    make_skeleton(solution, "x.cu");
  } catch (const GraderError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("A skeleton is the solution without the text between markers", "[skeleton]") {
  CHECK(make_skeleton("a\n"
                      "  // BEGIN SOLUTION\n"
                      "  secret\n"
                      "  // END SOLUTION\n"
                      "b\n"
                      "// BEGIN SOLUTION\n"
                      "// END SOLUTION\n"
                      "c\n",
                      "x.cu") == "a\nb\nc\n");
}

TEST_CASE("A skeleton keeps line ends and a last line without one", "[skeleton]") {
  CHECK(make_skeleton("a\r\n// BEGIN SOLUTION\r\nx\r\n// END SOLUTION\r\nb", "x.cu") == "a\r\nb");
  CHECK(make_skeleton("a\n// BEGIN SOLUTION\nx\n// END SOLUTION", "x.cu") == "a\n");
}

TEST_CASE("A cut leaves one empty line, not two", "[skeleton]") {
  CHECK(make_skeleton("a\n\n// BEGIN SOLUTION\nx\n// END SOLUTION\n\nb\n", "x.cu") == "a\n\nb\n");
  CHECK(make_skeleton("a\n// BEGIN SOLUTION\nx\n// END SOLUTION\n\nb\n", "x.cu") == "a\n\nb\n");
  CHECK(make_skeleton("// BEGIN SOLUTION\nx\n// END SOLUTION\n\nb\n", "x.cu") == "b\n");
}

TEST_CASE("Markers that do not match are refused with file and line", "[skeleton]") {
  CHECK(complaint("a\n// END SOLUTION\n") ==
        "x.cu:2: END SOLUTION without a BEGIN SOLUTION before it");
  CHECK(complaint("// BEGIN SOLUTION\nx\n// BEGIN SOLUTION\n// END SOLUTION\n") ==
        "x.cu:3: BEGIN SOLUTION inside the solution that begins in line 1");
  CHECK(complaint("a\n\n// BEGIN SOLUTION\nx\n") ==
        "x.cu:3: BEGIN SOLUTION is never closed by an END SOLUTION");
  CHECK(complaint("a\n") ==
        "x.cu:1: there is no BEGIN SOLUTION: the skeleton would be the solution");
  CHECK(complaint("") == "x.cu:1: there is no BEGIN SOLUTION: the skeleton would be the solution");
}

TEST_CASE("A misspelled marker is refused, because it would publish the solution", "[skeleton]") {
  const std::string expected = "a marker must be alone on its line and written exactly so";
  CHECK(complaint("int a;  // BEGIN SOLUTION\n// END SOLUTION\n") == "x.cu:1: " + expected);
  CHECK(complaint("// BEGIN SOLUTION\nx\n//END SOLUTION\n") == "x.cu:3: " + expected);
  CHECK(complaint("// BEGIN SOLUTION of task 1\n// END SOLUTION\n") == "x.cu:1: " + expected);
}
