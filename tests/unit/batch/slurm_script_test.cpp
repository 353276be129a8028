#include "batch/slurm_script.h"

#include <stdlib.h>

#include "base/fault.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/slurm_samples.h"

using namespace warpgrade;

namespace {

using Words = std::vector<std::string>;

std::string script_for(const std::string& lab, const std::string& backend, const Words& site = {},
                       bool speed = true) {
  GradeSettings settings;
  settings.program = "/shared/warpgrade/build/warpgrade";
  settings.root = "/shared/warpgrade";
  settings.arguments = {"--backend", backend};
  if (!speed) settings.arguments.push_back("--no-speed");
  return slurm_script(settings, lab, job_needs(load_lab(".", lab), settings.arguments),
                      "/shared/it's out/.jobs/1", site);
}

}  // namespace

TEST_CASE("A job requests the GPUs that its lab uses, and none on the CPU engine") {
  CHECK_THAT(script_for("dot", "auto"), Catch::Contains("#SBATCH --gres=gpu:1\n"));
  CHECK_THAT(script_for("poisson", "cuda"), Catch::Contains("#SBATCH --gres=gpu:2\n"));
  CHECK_THAT(script_for("dot", "cuda", {}, false), Catch::Contains("#SBATCH --gres=gpu:1\n"));
  CHECK_THAT(script_for("poisson", "cpu"), !Catch::Contains("gpu"));
}

TEST_CASE("A job uses a GPU only if Slurm allocated one") {
  const FakeSlurm slurm;
  const auto folder = slurm.top / "out";
  slurm.write("out/submissions", "/one\n");
  slurm.write("out/seeds", "7\n");
  slurm.write("out/parts/x", "");
  GradeSettings settings = slurm.settings();
  settings.arguments = {"--backend", "auto", "--no-speed"};
  const JobNeeds needs = job_needs(load_lab(".", "dot"), settings.arguments);
  const std::string script = slurm_script(settings, "dot", needs, folder, {});
  CHECK_THAT(script, !Catch::Contains("gpu:"));
  CHECK_THAT(script, Catch::Contains(" --try-remedies 0 "));  // a batch tries no fixes
  slurm.write("job.sh", script);
  for (const auto& [given, backend] :
       {std::pair("", "cpu"), std::pair("SLURM_JOB_GPUS=0", "cuda")}) {
    std::filesystem::remove_all(folder / "results");
    slurm.write("out/results/x", "");
    REQUIRE(system((std::string("SLURM_JOB_ID=5 SLURM_ARRAY_TASK_ID=0 ") + given + " bash " +
                    (slurm.top / "job.sh").string() + " >/dev/null 2>&1")
                       .c_str()) == 0);
    CHECK_THAT(slurm.read("out/results/0/grade.html"),
               Catch::Contains(std::string("--seed 7 --backend ") + backend + " --no-speed"));
  }
}

TEST_CASE("GPUs, memory and cores set by the site are not set again") {
  const std::string own = script_for("dot", "cuda");
  CHECK_THAT(own, Catch::Contains("#SBATCH --mem=") && Catch::Contains("#SBATCH --cpus-per-task="));
  CHECK_THAT(script_for("dot", "cuda", {"--gres=none"}), !Catch::Contains("gpu:"));
  CHECK_THAT(script_for("dot", "cuda", {"--gpus-per-node=a100:1"}), !Catch::Contains("gpu:"));
  CHECK_THAT(script_for("dot", "cuda", {"--mem-per-cpu=4G"}), !Catch::Contains("--mem"));
  CHECK_THAT(script_for("dot", "cuda", {"--cpus-per-gpu=4"}), !Catch::Contains("--cpus"));
}

TEST_CASE("A job requests more memory than its submission may use") {
  const Lab lab = load_lab(".", "poisson");
  CHECK(job_needs(lab, {}).memory_mib > lab.memory_bytes >> 20);
}

TEST_CASE("Site options are split into words; quotation marks keep blanks") {
  CHECK(slurm_options("").empty());
  CHECK(slurm_options(" --partition=gpu\t-A 'my lab' --comment=\"it's mine\"") ==
        Words{"--partition=gpu", "-A", "my lab", "--comment=it's mine"});
  CHECK(slurm_options("--comment=''") == Words{"--comment="});
  CHECK_THROWS_AS(slurm_options("--comment='a"), UsageError);
  CHECK_THROWS_AS(slurm_options("gpu"), UsageError);
}

TEST_CASE("A task that runs twice keeps its first result") {
  const FakeSlurm slurm;
  const auto folder = slurm.top / "it's out";
  slurm.write("it's out/submissions", "/killed\n/two\n");
  slurm.write("it's out/seeds", "7\n8\n");
  slurm.write("it's out/results/x", "");
  slurm.write("it's out/parts/x", "");
  const Lab lab = load_lab(".", "dot");
  slurm.write("job.sh", slurm_script(slurm.settings(), "dot", job_needs(lab, {}), folder, {}));
  const auto run = [&](const std::string& variables) {
    return system((variables + " TMPDIR=/nowhere bash " + (slurm.top / "job.sh").string() +
                   " >/dev/null 2>&1")
                      .c_str());
  };
  REQUIRE(run("SLURM_JOB_ID=5 SLURM_ARRAY_TASK_ID=1 SLURMD_NODENAME=n1") == 0);
  CHECK(slurm.read("it's out/results/1/grade.json") == "/two\n");
  CHECK(slurm.read("it's out/results/1/status") == "0\n");
  REQUIRE(run("SLURM_JOB_ID=5 SLURM_ARRAY_TASK_ID=1 SLURMD_NODENAME=n2 SLURM_RESTART_COUNT=1") ==
          0);
  CHECK(slurm.read("it's out/results/1/node") == "n1\n");
  CHECK(std::distance(std::filesystem::directory_iterator(folder / "parts"), {}) == 1);  // x
  CHECK(run("SLURM_JOB_ID=5 SLURM_ARRAY_TASK_ID=2") != 0);  // there is no third submission
  CHECK(run("SLURM_JOB_ID=5 SLURM_ARRAY_TASK_ID=0") != 0);  // Slurm may run it again
  CHECK(!std::filesystem::exists(folder / "results/0"));
  CHECK(!std::filesystem::exists(folder / "results/2"));
}
