// A child that another program starts, as a profiler does.
// Needs: solutions
#include <fstream>

#include "judge/child.h"
#include "judge/run_task.h"
#include "judge/verify.h"
#include "lab/oracle.h"
#include "tests/catch.h"
#include "toolchain/installation.h"

using namespace warpgrade;
namespace fs = std::filesystem;

namespace {

/// A program that does what profilers may do: closes descriptors, becomes something else, and has
/// the last word.
std::vector<std::string> fake_profiler(const fs::path& folder, const std::string& last_word) {
  const fs::path file = folder / "profiler";
  std::ofstream out(file);
  out << "#!/bin/bash\nfor fd in 3 4 5 6 7 8 9; do eval \"exec $fd>&-\"; done\n\"$@\"\n"
      << last_word << '\n';
  out.close();
  fs::permissions(file, fs::perms(0755));
  return {file};
}

struct Fixture {
  Workspace workspace;
  Sandbox isolating{fs::current_path(), true}, trusted{fs::current_path(), false};
  Toolchain toolchain{fs::current_path(), workspace.path(), isolating};
  Lab lab = load_lab(fs::current_path(), "matmul");
};

}  // namespace

TEST_CASE("A child under a profiler is called like any other, and its end is waited for",
          "[profile]") {
  Fixture f;
  if (!f.isolating.isolates()) {
    WARN("skipped: " << f.isolating.why_not());
    return;
  }
  std::erase_if(f.lab.tasks, [](const Task& task) { return task.entry != "matmul_naive"; });
  Case c;
  c.name = "small";
  c.sizes = {{"m", 5}, {"n", 4}, {"k", 3}};
  c.input = "uniform";
  Variants builds;
  builds.builds[{}] = f.toolchain.build_cpu(f.lab, submitted(f.lab, "solutions/matmul", {}),
                                            Real::f32, CpuMode::fast);
  REQUIRE(builds.of(c).verdict == Verdict::ok);
  Child::Settings settings;
  settings.executable = builds.of(c).executable;
  settings.limits.processes = 256;
  settings.environment = {{"PATH", "/usr/bin:/bin"}};
  const TaskRun run{f.lab,
                    f.lab.tasks.front(),
                    oracle_of("matmul"),
                    Real::f32,
                    1,
                    f.isolating,
                    f.toolchain,
                    builds,
                    settings,
                    [](const std::string&) {}};
  const Posed posed = pose(run, c, false);
  const CallImage image = compose_call(run, posed.problem, Poison::finite, 1);

  SECTION("it answers, and the profiler ends after it") {
    settings.wrapper = {fake_profiler(f.workspace.path(), "echo measured"),
                        fs::current_path() / "build/connect", f.workspace.path()};
    Child child(f.trusted, settings);
    const CallOutcome outcome = child.call("matmul_naive", true, image);
    REQUIRE(outcome.reply);
    CHECK(verify(run, c, posed, image, outcome).verdict == Verdict::ok);
    const Ended ended = child.finish();
    CHECK(ended.how == Ended::How::exited);
    CHECK(ended.code == 0);
    CHECK(ended.output == "measured\n");
  }
  SECTION("a profiler that refuses is an end with its words") {
    settings.wrapper = {{"/bin/bash", "-c", "echo refused; exit 9"},
                        fs::current_path() / "build/connect",
                        f.workspace.path()};
    Child child(f.trusted, settings);
    const CallOutcome outcome = child.call("matmul_naive", true, image);
    REQUIRE(outcome.ended);
    CHECK(outcome.ended->code == 9);
    CHECK(outcome.ended->output == "refused\n");
    CHECK_FALSE(child.alive());
  }
}
