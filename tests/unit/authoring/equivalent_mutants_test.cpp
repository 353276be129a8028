// Mutants that a lab's author says are as right as the solution.
// Needs: solutions
#include "authoring/equivalent_mutants.h"

#include <unistd.h>

#include <fstream>

#include "base/fault.h"
#include "lab/manifest.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

TEST_CASE("an equivalent mutant is known by its line, the line before, and the change") {
  const std::vector<std::string> solution = {"a = 0;", "b = 1;", "a = 0;"};
  const EquivalentMutants any{{"a = 0;"}, "", {}, "why"};
  CHECK(any.include(solution, 1, "`1` in place of `0`"));
  CHECK_FALSE(any.include(solution, 2, "`1` in place of `0`"));
  const EquivalentMutants one{{"a = 0;"}, "b = 1;", {"`1` in place of `0`"}, "why"};
  CHECK(one.include(solution, 3, "`1` in place of `0`"));
  CHECK_FALSE(one.include(solution, 1, "`1` in place of `0`"));
  CHECK_FALSE(one.include(solution, 3, "`a = 0;` removed"));
}

TEST_CASE("the lists of equivalent mutants fit the solutions") {
  for (const std::string& name : lab_names(".")) CHECK_NOTHROW(load_equivalent_mutants(".", name));
}

TEST_CASE("an equivalent mutant in a line that the solution does not have is refused") {
  namespace fs = std::filesystem;
  std::string name = "/tmp/mutants_XXXXXX";
  const fs::path root = mkdtemp(name.data());
  fs::create_directories(root / "solutions/dot");
  fs::create_directory_symlink(fs::absolute("labs"), root / "labs");
  std::ofstream(root / "solutions/dot/dot.cu") << "  int a = 0;\n";
  std::ofstream(root / "solutions/dot/mutants.json")
      << R"({"equivalent": [{"lines": ["int a = 0;", "int b = 0;"], "why": "unused"}]})";
  CHECK_THROWS_WITH(load_equivalent_mutants(root, "dot"),
                    Catch::Contains("at /equivalent/0/lines/1: the solution has no such line"));
  fs::remove_all(root);
}
