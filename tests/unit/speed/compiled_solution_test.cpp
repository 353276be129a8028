#include "speed/compiled_solution.h"

#include <fstream>
#include <set>

#include "speed/baseline.h"
#include "tests/unit/catch.h"
#include "toolchain/installation.h"

using namespace warpgrade;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

/// A student's kit with one lab.
struct Kit {
  Workspace folder;
  const fs::path& root = folder.path();

  Kit() {
    write(root / "labs/dot/dot.h", "float dot(int n);\n");
    write(root / "labs/dot/lab.json", "{}\n");
    write(root / "grader/runner/main.cpp", "int main() {}\n");
    write(root / "grader/runner/CMakeLists.txt", "add_library(runner)\n");
    write(root / "grader/referee/protocol.h", "struct Ask {};\n");
  }

  void compile() {
    write(root / "baselines/about.json", R"({"cuda": "13.0"})");
    write(compiled_solutions(root, "dot") / compiled_name(Real::f32, {}), "program");
  }

  std::string why() const { return why_missing(root, "dot", Against::solution); }
};

}  // namespace

TEST_CASE("a kit's program is named by number type and constants", "[kit]") {
  CHECK(compiled_name(Real::f32, {}) == "float");
  CHECK(compiled_name(Real::f64, {{"M", 8}, {"N", 16}}) == "double-M8-N16");
}

TEST_CASE("a kit with a compiled solution misses nothing", "[kit]") {
  Kit kit;
  kit.compile();
  CHECK(kit.why().empty());
  CHECK(kit.folder.path() / "baselines" == compiled_solutions(kit.root, "dot").parent_path());
}

TEST_CASE("a compiled solution is refused when what it shares with the grader differs", "[kit]") {
  Kit kit;
  kit.compile();
  const std::string changed =
      GENERATE("labs/dot/dot.h", "labs/dot/lab.json", "grader/runner/main.cpp",
               "grader/runner/more.h", "grader/referee/protocol.h");
  write(kit.root / changed, "changed\n");
  CAPTURE(changed);
  CHECK(kit.why() ==
        "speed is compared with the course's own programs, and baselines/ has none for this dot.h, "
        "lab.json and grader (get the course's current kit): your instructor's grade decides about "
        "these points.");
}

TEST_CASE("a compiled solution does not depend on files that an installation lacks", "[kit]") {
  Kit kit;
  kit.compile();
  fs::remove(kit.root / "grader/runner/CMakeLists.txt");
  CHECK(kit.why().empty());
}

TEST_CASE("a kit says why its maker left the programs out", "[kit]") {
  Kit kit;
  CHECK_THAT(kit.why(), Catch::Contains("programs, which are not here: your instructor's grade"));
  write(kit.root / "baselines/about.json",
        R"({"missing": "which your course leaves out of this kit"})");
  const std::string text =
      "speed is compared with the course's own programs, which your course leaves out of this "
      "kit: your instructor's grade decides about these points.";
  CHECK(kit.why() == text);
  CHECK(why_missing(kit.root, "dot", Against::library) == text);
  CHECK(why_missing(kit.root, "dot", Against::roofline).empty());
}

TEST_CASE("the solution's source is preferred to its program", "[kit]") {
  Kit kit;
  write(kit.root / "solutions/dot/dot.cu", "float dot(int n) { return 0; }\n");
  write(kit.root / "labs/dot/dot.h", "changed\n");
  CHECK(kit.why().empty());
}

TEST_CASE("a program that does not start here is refused", "[kit]") {
  Kit kit;
  kit.compile();
  const Sandbox isolating(find_root(), true), bare(find_root(), false);
  const Sandbox& sandbox = isolating.isolates() ? isolating : bare;
  const Machine machine{.root = kit.root, .sandbox = sandbox};
  const fs::path program = kit.folder.path() / "program";
  const auto why = [&](const std::string& script) {
    write(program, "#!/bin/sh\n" + script + "\n");
    fs::permissions(program, fs::perms::owner_all);
    return why_not_running(machine, program);
  };
  CHECK(why("exit 0").empty());
  CHECK(why("echo \"version GLIBC_9 not found\"; echo more; exit 1") ==
        "speed is compared with the course's own programs, which do not start here (version "
        "GLIBC_9 not found): your instructor's grade decides about these points.");
  write(program, std::string("\x7f"
                             "ELF\2\1\1",
                             7) +
                     std::string(57, '\0'));
  CHECK_THAT(why_not_running(machine, program), Catch::Contains("cannot execute /worker"));
}

TEST_CASE("a kit's program takes the place of the solution's build", "[kit]") {
  Kit kit;
  kit.compile();
  const fs::path program = compiled_solutions(kit.root, "dot") / "float";
  const bool starts = GENERATE(true, false);
  write(program, starts ? "#!/bin/sh\n" : "#!/bin/sh\nexit 1\n");
  fs::permissions(program, fs::perms::owner_all);
  Lab lab;
  lab.name = "dot";
  const Sandbox sandbox(find_root(), false);
  const Machine machine{.root = kit.root, .sandbox = sandbox, .work = kit.root / "work"};
  Baselines baselines(machine, lab, Real::f32, {});
  CHECK(baselines.why_missing(Against::solution).empty() == starts);
  const Baseline& baseline = baselines.get(Task{}, Against::solution, {});
  CHECK(baseline.build.executable == program);
  CHECK(baseline.worker.executable == program);
}
