// Needs: solutions
#include "speed/baseline.h"

#include "lab/manifest.h"
#include "tests/unit/catch.h"
#include "toolchain/installation.h"

using namespace warpgrade;

TEST_CASE("the baselines of each single task exist, and those for the CPU compile") {
  const Sandbox sandbox(find_root(), false);
  int of_the_variants = 0;
  for (const std::string& name : lab_names(find_root())) {
    const Lab whole = load_lab(find_root(), name);
    for (const Task& task : whole.tasks) {
      Lab lab = whole;
      lab.tasks = {task};
      const Workspace work;
      const Machine machine{.root = find_root(), .sandbox = sandbox, .work = work.path()};
      Baselines baselines(machine, lab, Real::f32, {});
      for (const Performance& p : task.performance) {
        CAPTURE(task.entry, p.on.name);
        CHECK(baselines.why_missing(p).empty());
        of_the_variants += p.against == Against::library || p.against == Against::cpu;
        if (p.against != Against::cpu) continue;
        const Baseline& baseline = baselines.get(task, p, p.on.constants);
        CHECK(baseline.build.verdict == Verdict::ok);
        CHECK_FALSE(baseline.gpu);
      }
    }
  }
  CHECK(of_the_variants > 5);
}
