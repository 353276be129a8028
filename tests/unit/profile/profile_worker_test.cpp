// A worker that another program starts, as a profiler does.
// Needs: solutions
#include <cstdlib>
#include <fstream>
#include <utility>

#include "cases/run_task.h"
#include "cases/verify.h"
#include "lab/reference.h"
#include "process/worker.h"
#include "profile/measure.h"
#include "tests/unit/catch.h"
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

/// An `ncu` that runs the program and writes a table of what it "measured"; with `refusal`, that
/// line in place of it. "unnamed": it knows no kernel by its name.
void install_fake_nsight(const fs::path& folder, const std::string& refusal) {
  std::ofstream out(folder / "ncu");
  out << R"sh(#!/bin/bash
if [ "$1" = --version ]; then
  printf 'NVIDIA (R) Nsight Compute Command Line Profiler\nVersion 2024.1.0.0 (build 1)\n'
  exit
fi
while [[ $1 != */connect ]]; do
  case $1 in --log-file) log=$2 ;; --kernel-name) kernel=$2 ;; esac
  shift
done
"$@" || exit
refusal=')sh"
      << refusal << R"sh('
[ "$refusal" != unnamed ] || [ -n "$kernel" ] || refusal=
[ "$refusal" != unnamed ] || refusal='==WARNING== No kernels were profiled.'
[ -z "$refusal" ] || { echo "$refusal" >"$log"; exit 1; }
printf '%s\n' '"ID","Kernel Name","Block Size","Grid Size","gpu__time_duration.sum"' '"","","","","us"' \
  '"0","'"$kernel"'","(16, 16, 1)","(1, 2, 1)","7.5"' >"$log"
)sh";
  out.close();
  fs::permissions(folder / "ncu", fs::perms(0755));
}

struct Fixture {
  Workspace workspace;
  Sandbox isolating{fs::current_path(), true}, trusted{fs::current_path(), false};
  Toolchain toolchain{fs::current_path(), workspace.path(), isolating};
  Lab lab = load_lab(fs::current_path(), "matmul");
};

}  // namespace

TEST_CASE("A worker under a profiler is called normally and waited for", "[profile]") {
  static Fixture f;  // built once for all sections
  if (!f.isolating.isolates()) {
    WARN("skipped: " << f.isolating.why_not());
    return;
  }
  std::erase_if(f.lab.tasks, [](const Task& task) { return task.entry != "matmul_naive"; });
  Case c;
  c.name = "small";
  c.sizes = {{"m", 5}, {"n", 4}, {"k", 3}};
  c.input = "uniform";
  static ConstantBuilds builds;
  if (builds.builds.empty())
    builds.builds[{}] = f.toolchain.build_cpu(f.lab, submitted(f.lab, "solutions/matmul", {}),
                                              Real::f32, CpuMode::fast);
  REQUIRE(builds.of(c).verdict == Verdict::ok);
  Worker::Settings settings;
  settings.run(builds.of(c));
  settings.limits.processes = 256;
  settings.environment = {{"PATH", "/usr/bin:/bin"}};
  const TaskRun run{.exercise = {f.lab, find_reference("matmul"), Real::f32, 1},
                    .task = f.lab.tasks.front(),
                    .sandbox = f.isolating,
                    .toolchain = f.toolchain,
                    .builds = builds,
                    .worker = settings};
  const GeneratedCase generated = generate(run, c, false);
  const CallImage image = compose_call(run, generated.problem, Poison::finite, 1);

  SECTION("it answers, and the profiler ends after it") {
    settings.wrapper = {fake_profiler(f.workspace.path(), "echo measured"),
                        fs::current_path() / "build/connect", f.workspace.path()};
    Worker worker(f.trusted, settings);
    const CallOutcome outcome = worker.call("matmul_naive", true, image);
    REQUIRE(outcome.reply);
    CHECK(verify(run, c, generated, image, outcome).verdict == Verdict::ok);
    const Ended ended = worker.finish();
    CHECK(ended.how == Ended::How::exited);
    CHECK(ended.code == 0);
    CHECK(ended.output == "measured\n");
  }
  SECTION("a profiler that refuses is an end with its words") {
    settings.wrapper = {{"/bin/bash", "-c", "echo refused; exit 9"},
                        fs::current_path() / "build/connect",
                        f.workspace.path()};
    Worker worker(f.trusted, settings);
    const CallOutcome outcome = worker.call("matmul_naive", true, image);
    REQUIRE(outcome.ended);
    CHECK(outcome.ended->code == 9);
    CHECK(outcome.ended->output == "refused\n");
    CHECK_FALSE(worker.alive());
  }
  SECTION("each kernel is measured, or it is told why not") {
    const std::string path = std::getenv("PATH");
    const std::string refusal =
        GENERATE("", "unnamed", "==ERROR== ERR_NVGPUCTRPERM - No permission.");
    INFO(refusal);
    install_fake_nsight(f.workspace.path(), refusal);
    setenv("PATH", (f.workspace.path().string() + ":" + path).c_str(), 1);
    ProfileRequest request;
    request.root = fs::current_path();
    request.may_leave_sandbox = true;
    ProfiledTask subject;
    subject.lab = f.lab;
    ProfileResult result;
    result.launched = {{"naive_kernel", 3}};
    const std::optional<CudaToolkit> no_toolkit;
    const OnProgress silent = [](const std::string&, int, int) {};
    const MeasuredCall call{request,    subject,   settings,           image,
                            no_toolkit, f.trusted, f.workspace.path(), silent};
    measure_kernels(call, {"_Z5naive"}, result);
    const std::string first = std::exchange(result.unmeasured, "");
    request.may_leave_sandbox = false;
    ProfileResult inside;
    inside.launched = result.launched;
    measure_kernels(call, {"_Z5naive"}, inside);
    CHECK(inside.unmeasured.find("sandbox") != std::string::npos);
    CHECK(inside.measured.empty());
    setenv("PATH", path.c_str(), 1);
    CHECK(result.profiler == "Nsight Compute 2024.1.0.0");
    if (refusal.empty() || refusal == "unnamed") {
      INFO(result.raw);
      REQUIRE(result.measured.size() == 1);
      CHECK(result.measured.front().kernel == "naive_kernel");
      CHECK(result.measured.front().launches == 3);
      CHECK(result.measured.front().blocks() == 2);
      CHECK(*result.measured.front().seconds == Approx(7.5e-6));
      CHECK(first.empty());
      CHECK((result.raw.find("_Z5naive") == std::string::npos) == (refusal == "unnamed"));
    } else {
      CHECK(result.measured.empty());
      CHECK(first.find("ERR_NVGPUCTRPERM") != std::string::npos);
    }
  }
}
