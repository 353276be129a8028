#include "batch/slurm_queue.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

// The format of Slurm 22.05.
const char* const sample =
    "1|4|PENDING||Resources\n"
    "1|0|RUNNING|n1|None\n"
    "1|1|COMPLETED|n2|Resources  \n"
    "1|2|NODE_FAIL|n3|NodeDown\n"
    "9|N/A|CANCELLED||JobArrayTaskLimit\n"
    "9|1|COMPLETED|n2|None\n"
    "15|0|PENDING||launch failed requeued held\n"
    "16|N/A|TIMEOUT|n1|TimeLimit\n"
    "slurm_load_jobs error: nonsense\n"
    "|||\n";

SlurmPhase phase(const std::string& state, const std::string& reason = "None") {
  return SlurmTask{state, "n1", reason}.phase();
}

}  // namespace

TEST_CASE("Array tasks are found in squeue's output") {
  const SlurmQueue queue{sample};
  REQUIRE(queue.find(1, 4));
  CHECK(queue.find(1, 4)->state == "PENDING");
  CHECK(queue.find(1, 4)->node.empty());
  CHECK(queue.find(1, 4)->reason == "Resources");
  CHECK(queue.find(1, 0)->phase() == SlurmPhase::runs);
  CHECK(queue.find(1, 0)->node == "n1");
  CHECK(queue.find(1, 1)->phase() == SlurmPhase::done);
  CHECK(queue.find(1, 2)->words() == "NODE_FAIL on n3 (NodeDown)");
  CHECK(queue.find(1, 1)->words() == "COMPLETED on n2");
}

TEST_CASE("A task without a line of its own has the state of its array") {
  const SlurmQueue queue{sample};
  REQUIRE(queue.find(9, 5));
  CHECK(queue.find(9, 5)->state == "CANCELLED");
  CHECK(queue.find(9, 1)->state == "COMPLETED");
  CHECK(queue.find(1, 7) == nullptr);
  CHECK(queue.find(2, 0) == nullptr);
  CHECK(SlurmQueue("").find(1, 0) == nullptr);
}

TEST_CASE("Waiting, running and held jobs are alive") {
  CHECK(SlurmQueue{sample}.alive() == std::vector<long>{1, 15});
}

TEST_CASE("Slurm's job states are classified") {
  CHECK(phase("COMPLETED") == SlurmPhase::done);
  for (const char* state : {"FAILED", "NODE_FAIL", "CANCELLED", "TIMEOUT", "OUT_OF_MEMORY",
                            "PREEMPTED", "BOOT_FAIL", "DEADLINE"})
    CHECK(phase(state) == SlurmPhase::lost);
  for (const char* state : {"RUNNING", "COMPLETING", "CONFIGURING", "SUSPENDED"})
    CHECK(phase(state) == SlurmPhase::runs);
  CHECK(phase("PENDING", "Priority") == SlurmPhase::waits);
  CHECK(phase("PENDING", "BeginTime") == SlurmPhase::waits);  // requeued
  CHECK(phase("REQUEUED") == SlurmPhase::waits);
  CHECK(phase("PENDING", "JobHeldUser") == SlurmPhase::waits);  // held by a user
  CHECK(phase("PENDING", "launch failed requeued held") == SlurmPhase::lost);
  CHECK(phase("PENDING", "launch_failed_requeued_held") == SlurmPhase::lost);
}

TEST_CASE("The job number is read from sbatch's output") {
  CHECK(slurm_job_number("12\n") == 12);
  CHECK(slurm_job_number("12;cluster\n") == 12);
  CHECK(slurm_job_number("") == -1);
  CHECK(slurm_job_number("Submitted batch job 12\n") == -1);
}

TEST_CASE("The largest array is read from the configuration") {
  CHECK(slurm_array_size("LaunchType = slurm\nMaxArraySize            = 1001\nMaxX = 3\n") == 1001);
  CHECK(slurm_array_size("MaxArraySize = 0\n") == 0);
  CHECK(slurm_array_size("") == -1);
}
