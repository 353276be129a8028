#include "diagnosis/endless_loop.h"

#include <cstdlib>
#include <fstream>

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

struct Folder {
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "loops_XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::filesystem::path path;
};

Finding look(int line, const std::string& kernel = "k") {
  Finding f;
  f.kind = endless_loop;
  f.level = "error";
  f.file = "dot.cu";
  f.line = line;
  f.kernel = kernel;
  f.count = 3;
  f.cause.id = kernel.empty() ? "loop.endless-on-host" : "loop.endless";
  return f;
}

}  // namespace

TEST_CASE("looks at a call that does not end name the innermost loop around all of them") {
  const Folder folder;
  std::ofstream(folder.path / "dot.cu") << "__global__ void k(int n) {\n"
                                           "  while (n) {\n"
                                           "    for (int i = 0; i < n; i++)\n"
                                           "      n += 2;\n"
                                           "    n -= 1;\n"
                                           "  }\n"
                                           "}\n"
                                           "void dot(int n) {\n"
                                           "  for (;;)\n"
                                           "    k<<<1, 1>>>(n);\n"
                                           "}\n";
  const auto find_line = [&](std::vector<Finding> looks) {
    name_endless_loops(looks, folder.path);
    REQUIRE(looks.size() == 1);
    CHECK(looks[0].count == 1);
    return looks[0].line;
  };
  CHECK(find_line({look(4)}) == 3);
  CHECK(find_line({look(4), look(3)}) == 3);
  CHECK(find_line({look(4), look(5)}) == 2);
  // On the host it meets whichever kernel runs.
  Finding other = look(10, "");
  other.kernel = "k";
  CHECK(find_line({look(10, ""), other}) == 9);
  // In a library: what called it.
  Finding inside = look(0);
  inside.other_file = "dot.cu";
  inside.other_line = 5;
  CHECK(find_line({inside}) == 2);
  CHECK(find_line({look(7)}) == 7);  // in none

  std::vector<Finding> outer = {look(5)};
  name_endless_loops(outer, folder.path);
  CHECK(describe(outer[0]).find("was still in `while (n)`.") != std::string::npos);

  std::vector<Finding> all = {look(4), look(10, "")};
  all.push_back(look(3));
  all.back().kind = "race";
  name_endless_loops(all, folder.path);
  CHECK(all.size() == 3);
  std::vector<Finding> nowhere = {look(0)};
  name_endless_loops(nowhere, folder.path);
  CHECK(nowhere.empty());
}

TEST_CASE("a loop in which several lanes of a warp wait for a lock is explained by the lock") {
  const Folder folder;
  std::ofstream(folder.path / "dot.cu") << "__global__ void k(int* lock) {\n"
                                           "  while (atomicCAS(lock, 0, 1) != 0) {\n"
                                           "  }\n"
                                           "}\n";
  Finding lock = look(2);
  lock.kind = "deadlock";
  lock.level = "advice";
  lock.cause.id = "lock.several-lanes";
  std::vector<Finding> found = {look(3), lock};
  name_endless_loops(found, folder.path);
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == endless_loop);
  CHECK(found[0].level == "error");
  CHECK(found[0].cause.id == "lock.several-lanes");
  lock.line = 9;
  found = {look(3), lock};
  name_endless_loops(found, folder.path);
  CHECK(found.size() == 2);
}

TEST_CASE("a loop whose source cannot end says why") {
  const Folder folder;
  std::ofstream(folder.path / "dot.cu") << "__global__ void k(int n, int* flag) {\n"
                                           "  int left = n;\n"
                                           "  while (left > 1) {\n"
                                           "    int half = left / 2;\n"
                                           "    flag[half] = left;\n"
                                           "  }\n"
                                           "  while (true) n++;\n"
                                           "  while (*flag == 0) n++;\n"
                                           "  while (left > 1) { left /= 2; }\n"
                                           "}\n";
  const auto why = [&](int line) {
    std::vector<Finding> looks = {look(line)};
    name_endless_loops(looks, folder.path);
    return looks[0].cause.fact("why");
  };
  CHECK(why(5) == ": nothing in it changes `left`");
  CHECK(why(7) == ", which has no exit");
  // Another thread may change it; and this one ends.
  CHECK(why(8).empty());
  CHECK(why(9).empty());
}

TEST_CASE("a loop of host code that ignores its limit names it") {
  const Folder folder;
  std::ofstream(folder.path / "dot.cu") << "void dot(int n, int most, double left) {\n"
                                           "  if (most == 0) return;\n"
                                           "  while (left > 0) {\n"
                                           "    k<<<n, 1>>>(&left);\n"
                                           "    cudaDeviceSynchronize();\n"
                                           "  }\n"
                                           "}\n";
  std::vector<Finding> looks = {look(4, "")};
  name_endless_loops(looks, folder.path);
  REQUIRE(looks.size() == 1);
  CHECK(looks[0].cause.fact("why") == ", which does not test `most`");
}
