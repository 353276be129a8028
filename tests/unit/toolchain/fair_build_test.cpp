#include "toolchain/fair_build.h"

#include <deque>
#include <filesystem>
#include <fstream>

#include "base/fault.h"
#include "lab/manifest.h"
#include "tests/unit/catch.h"
#include "toolchain/installation.h"
#include "toolchain/known_program.h"

using namespace warpgrade;

namespace {

using End = CompilerEnd;

Build ended(End end) {
  Build build;
  build.end = end;
  build.verdict = end == End::made          ? Verdict::ok
                  : end == End::unsupported ? Verdict::pending
                                            : Verdict::compile_error;
  build.output = "said\n";
  return build;
}

/// Tools that end like this, one after the other; the last word holds for all that follow.
struct Tools {
  std::deque<End> submission, known;
  int submissions = 0, proofs = 0;
  ToolProofs memory = {};

  static Build next(std::deque<End>& ends) {
    const End end = ends.front();
    if (ends.size() > 1) ends.pop_front();
    return ended(end);
  }
  Build build() {
    return fair_build([&] { return ++submissions, next(submission); },
                      [&] { return ++proofs, next(known); }, memory, "cpu");
  }
  bool is_students() { return build().verdict == Verdict::compile_error; }
};

}  // namespace

TEST_CASE("a successful build needs no proof") {
  for (const End end : {End::made, End::unsupported}) {
    Tools tools{{end}, {End::odd}};
    CHECK(tools.build().end == end);
    CHECK(tools.submissions == 1);
    CHECK(tools.proofs == 0);
  }
}

TEST_CASE("errors with places need one proof for all") {
  Tools tools{{End::refused}, {End::made}};
  for (int i = 0; i < 5; ++i) CHECK(tools.is_students());
  CHECK(tools.submissions == 5);
  CHECK(tools.proofs == 1);
}

TEST_CASE("no compile error if the known program fails, too") {
  for (const End student :
       {End::refused, End::limited, End::killed, End::odd, End::starved, End::stalled}) {
    for (const End ours :
         {End::refused, End::limited, End::killed, End::odd, End::starved, End::stalled}) {
      Tools tools{{student}, {ours}};
      CHECK_THROWS_AS(tools.build(), GraderError);
      CHECK_THROWS_AS(tools.build(), GraderError);  // and it stays so
    }
  }
}

TEST_CASE("an odd end needs a new proof") {
  Tools tools{{End::refused, End::killed}, {End::made, End::odd}};
  CHECK(tools.is_students());
  CHECK_THROWS_AS(tools.build(), GraderError);
}

TEST_CASE("a single kill is ignored if the retry works") {
  Tools once{{End::killed, End::made}, {End::made}};
  CHECK(once.build().end == End::made);
  CHECK(once.proofs == 0);
  Tools twice{{End::killed, End::killed, End::made}, {End::killed, End::made}};
  CHECK(twice.build().end == End::made);
  Tools odd{{End::odd, End::refused}, {End::made}};
  CHECK(odd.is_students());
  CHECK(odd.submissions == 2);
}

TEST_CASE("a recurring failure is the student's if the known program compiles") {
  Tools killed{{End::killed}, {End::made}};
  const Build build = killed.build();
  CHECK(build.verdict == Verdict::compile_error);
  CHECK_THAT(build.output, Catch::Contains("said") && Catch::Contains("each of 4 times"));
  CHECK(killed.submissions == 4);
  CHECK(killed.proofs == 3);
  Tools odd{{End::odd}, {End::made}};
  CHECK(odd.is_students());
  CHECK(odd.submissions == 2);
  Tools limited{{End::limited}, {End::made}};
  CHECK(limited.is_students());
  CHECK(limited.submissions == 1);
  CHECK(limited.proofs == 1);
}

TEST_CASE("stalling twice is the student's fault if the known program does not stall") {
  Tools twice{{End::stalled}, {End::made}};
  const Build build = twice.build();
  CHECK(build.verdict == Verdict::compile_error);
  CHECK_THAT(build.output, Catch::Contains("waited in vain each of 2 times"));
  CHECK(twice.submissions == 2);
  CHECK(twice.proofs == 2);
  Tools once{{End::stalled, End::made}, {End::made}};
  CHECK(once.build().end == End::made);
  // Whatever stops all compilers may do so with the first one after it.
  Tools ours{{End::stalled}, {End::stalled}};
  CHECK_THROWS_AS(ours.build(), GraderError);
  CHECK(ours.submissions == 1);
  Tools passing{{End::stalled, End::made}, {End::stalled, End::made}};
  CHECK(passing.build().end == End::made);
}

TEST_CASE("a machine out of memory is never the student's fault") {
  Tools tools{{End::starved}, {End::made}};
  CHECK_THROWS_AS(tools.build(), GraderError);
  CHECK(tools.submissions == 2);
}

TEST_CASE("a program that lacks a function of the lab proves nothing") {
  const auto known = [] {
    Build build = ended(End::made);
    build.definitions["matmul_naive"];
    return build;
  };
  ToolProofs proofs;
  CHECK_THROWS_AS(proofs.require_once("cpu", known), GraderError);
}

TEST_CASE("the known program compiles for every lab on the CPU, fast and checked") {
  const Sandbox sandbox(find_root(), false);
  for (const auto& name : lab_names(find_root())) {
    const Lab lab = load_lab(find_root(), name);
    const Workspace folder;
    std::filesystem::create_directories(folder.path() / "ours");
    std::ofstream(folder.path() / "ours" / (name + ".cu")) << known_program(lab, true);
    const Constants constants = lab.tasks.front().cases.front().constants;
    const Toolchain toolchain(find_root(), folder.path() / "work", sandbox);
    const Build build = toolchain.build_cpu(lab, submitted(lab, folder.path() / "ours", constants),
                                            Real::f64, CpuMode::fast);
    INFO(name << ": " << build.output);
    CHECK(build.verdict == Verdict::ok);
    for (const auto& [entry, definition] : build.definitions) CHECK(definition.defined);
  }
}
