#include "batch/slurm_executor.h"

#include <map>
#include <thread>

#include "base/fault.h"
#include "base/outside_command.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/slurm_samples.h"

using namespace warpgrade;
using namespace std::chrono_literals;

namespace {

const SlurmTimes quick{400ms, 50ms, 100ms, 100ms};

std::vector<GradeJob> jobs(std::size_t count) {
  std::vector<GradeJob> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back({i, "dot", "/s/" + std::to_string(i)});
  return all;
}

/// All jobs that end, by number.
std::map<std::size_t, JobEnd> wait_for_all(SlurmExecutor& executor) {
  std::map<std::size_t, JobEnd> ends;
  const auto until = std::chrono::steady_clock::now() + 20s;
  while (!executor.is_idle() && std::chrono::steady_clock::now() < until) {
    if (const auto end = executor.wait(100ms)) {
      CHECK(ends.count(end->id) == 0);
      ends[end->id] = *end;
    }
  }
  return ends;
}

JobEnd wait_for_one(SlurmExecutor& executor) {
  const auto ends = wait_for_all(executor);
  REQUIRE(ends.size() == 1);
  return ends.begin()->second;
}

}  // namespace

TEST_CASE("Slurm: an array beyond the site's limit is submitted in parts") {
  const FakeSlurm slurm;
  slurm.write("run", "");
  slurm.write("largest", "3");
  SlurmExecutor executor(slurm.settings(), {"--partition=gpu"}, quick);
  CHECK(executor.capacity() > 1000);
  executor.start(jobs(8));
  CHECK(executor.capacity() == 0);
  const auto ends = wait_for_all(executor);
  REQUIRE(ends.size() == 8);
  for (const auto& [id, end] : ends) {
    CHECK(end.fault.empty());
    CHECK(slurm.read(std::filesystem::relative(end.json, slurm.top)) ==
          "/s/" + std::to_string(id) + "\n");
  }
  CHECK_THAT(slurm.read("log"), Catch::Contains("sbatch --partition=gpu --parsable"));
}

TEST_CASE("Slurm: no array has more tasks than MaxArraySize") {
  const FakeSlurm slurm;
  slurm.write("run", "");
  slurm.write("arraysize", "3");
  SlurmExecutor executor(slurm.settings(), {}, quick);
  executor.start(jobs(7));
  CHECK(wait_for_all(executor).size() == 7);
  const std::string log = slurm.read("log");
  CHECK_THAT(log, Catch::Contains("--array=0-2") && Catch::Contains("--array=0-0"));
  CHECK(slurm.read("count") == "x\nx\nx\n");
}

TEST_CASE("Slurm: job arrays are required") {
  const FakeSlurm slurm;
  slurm.write("arraysize", "0");
  CHECK_THROWS_WITH(SlurmExecutor(slurm.settings(), {}, quick), Catch::Contains("MaxArraySize"));
}

TEST_CASE("Slurm: a limit of zero tasks is reported with sbatch's message") {
  const FakeSlurm slurm;
  slurm.write("largest", "0");
  SlurmExecutor executor(slurm.settings(), {}, quick);
  executor.start(jobs(3));
  CHECK_THROWS_WITH(wait_for_all(executor), Catch::Contains("AssocMaxSubmitJobLimit"));
}

TEST_CASE("Slurm: submission is retried if slurmctld does not answer") {
  const FakeSlurm slurm;
  slurm.write("run", "");
  slurm.write("silent", "");
  SlurmExecutor executor(slurm.settings(), {}, quick);
  executor.start(jobs(2));
  CHECK(wait_for_all(executor).size() == 2);
}

TEST_CASE("Slurm: a result may appear after the end of its job") {
  const FakeSlurm slurm;
  slurm.write("queue", "1|0|COMPLETED|n1|None\n");
  SlurmTimes patient = quick;
  patient.late = 10s;
  SlurmExecutor executor(slurm.settings(), {}, patient);
  executor.start(jobs(1));
  CHECK(!executor.wait(500ms));
  CHECK(!executor.is_idle());
  std::string folder = slurm.read("folder");
  folder.pop_back();
  std::filesystem::create_directories(folder + "/parts/0");
  std::ofstream(folder + "/parts/0/status") << "0\n";
  std::filesystem::rename(folder + "/parts/0", folder + "/results/0");
  CHECK(wait_for_one(executor).fault.empty());
}

TEST_CASE("Slurm: a job without a result is a grader failure with a cause") {
  const auto [queue, mentions] = GENERATE(table<std::string, std::string>(
      {{"1|0|COMPLETED|n1|None\n", "the job ended on n1, but its result did not appear"},
       {"", "Slurm no longer knows the job"},
       {"1|0|NODE_FAIL|n1|NodeDown\n", "Slurm ended the job: NODE_FAIL on n1 (NodeDown)"},
       {"1|N/A|CANCELLED||None\n", "Slurm ended the job: CANCELLED"},
       {"1|0|PENDING||launch failed requeued held\n",
        "Slurm does not start the job: launch failed requeued held"}}));
  const FakeSlurm slurm;
  slurm.write("queue", queue);
  SlurmExecutor executor(slurm.settings(), {}, quick);
  executor.start(jobs(1));
  CHECK_THAT(wait_for_one(executor).fault, Catch::Contains(mentions));
}

TEST_CASE("Slurm: a retry excludes the failed node") {
  const FakeSlurm slurm;
  slurm.write("run", "");
  slurm.write("trouble/trouble", "");
  setenv("SLURMD_NODENAME", "n7", 1);
  SlurmExecutor executor(slurm.settings(), {}, quick);
  executor.start({{0, "dot", slurm.top / "trouble"}});
  CHECK(wait_for_one(executor).fault == "no GPU");
  CHECK_THAT(slurm.read("log"), !Catch::Contains("--exclude"));
  executor.start({{0, "dot", slurm.top / "trouble"}});
  CHECK(wait_for_one(executor).fault == "no GPU");
  CHECK_THAT(slurm.read("log"), Catch::Contains("--exclude=n7"));
  unsetenv("SLURMD_NODENAME");
}

TEST_CASE("Slurm: unknown jobs with the same name are cancelled") {
  const FakeSlurm slurm;
  slurm.write("queue", "1|0|PENDING||Priority\n999|0|RUNNING|n1|None\n");
  SlurmExecutor executor(slurm.settings(), {}, quick);
  executor.start(jobs(1));
  CHECK(!executor.wait(500ms));
  CHECK_THAT(slurm.read("log"), Catch::Contains(" 999\n") && !Catch::Contains(" 1\n"));
  CHECK(executor.state() == "1 waiting (Priority)");
}

TEST_CASE("Slurm: after a stop, waiting jobs are withdrawn and running ones finish") {
  const FakeSlurm slurm;
  slurm.write("queue", "1|0|RUNNING|n1|None\n1|1|PENDING||Resources\n");
  SlurmExecutor executor(slurm.settings(), {}, quick);
  executor.start(jobs(2));
  CHECK(!executor.wait(300ms));
  slurm.write("queue", "1|0|RUNNING|n1|None\n1|N/A|CANCELLED||None\n");
  executor.stop();
  const auto first = executor.wait(5s);
  REQUIRE(first);
  CHECK(first->id == 1);
  CHECK(first->withdrawn);
  CHECK(!executor.wait(200ms));
  slurm.write("queue", "1|0|FAILED|n1|NonZeroExitCode\n");
  const JobEnd last = wait_for_one(executor);
  CHECK(last.id == 0);
  CHECK(!last.withdrawn);
  CHECK_THAT(slurm.read("log"), Catch::Contains("--state=PENDING"));
}

TEST_CASE("A program is run to its end or to its time limit") {
  const CommandResult both = run_command({"bash", "-c", "echo out; echo error >&2; exit 3"}, 10s);
  CHECK(both.out == "out\n");
  CHECK(both.error == "error\n");
  CHECK(both.status == 3);
  CHECK(!both.late);
  CHECK(run_command({"sleep", "30"}, 1s).late);
  CHECK(run_command({"no-such-program"}, 1s).status == 127);
  setenv("SQUEUE_FORMAT", "x", 1);
  CHECK(run_command({"bash", "-c", "echo $LC_ALL $SQUEUE_FORMAT"}, 10s, {"SQUEUE_"}).out == "C\n");
  unsetenv("SQUEUE_FORMAT");
}
