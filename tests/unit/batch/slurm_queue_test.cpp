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

SlurmFate fate(const std::string& state, const std::string& reason = "None") {
  return SlurmTask{state, "n1", reason}.fate();
}

}  // namespace

TEST_CASE("Array tasks are found in squeue's output") {
  const SlurmQueue queue{sample};
  REQUIRE(queue.find(1, 4));
  CHECK(queue.find(1, 4)->state == "PENDING");
  CHECK(queue.find(1, 4)->node.empty());
  CHECK(queue.find(1, 4)->reason == "Resources");
  CHECK(queue.find(1, 0)->fate() == SlurmFate::runs);
  CHECK(queue.find(1, 0)->node == "n1");
  CHECK(queue.find(1, 1)->fate() == SlurmFate::done);
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
  CHECK(fate("COMPLETED") == SlurmFate::done);
  for (const char* state : {"FAILED", "NODE_FAIL", "CANCELLED", "TIMEOUT", "OUT_OF_MEMORY",
                            "PREEMPTED", "BOOT_FAIL", "DEADLINE"})
    CHECK(fate(state) == SlurmFate::lost);
  for (const char* state : {"RUNNING", "COMPLETING", "CONFIGURING", "SUSPENDED"})
    CHECK(fate(state) == SlurmFate::runs);
  CHECK(fate("PENDING", "Priority") == SlurmFate::waits);
  CHECK(fate("PENDING", "BeginTime") == SlurmFate::waits);  // requeued
  CHECK(fate("REQUEUED") == SlurmFate::waits);
  CHECK(fate("PENDING", "JobHeldUser") == SlurmFate::waits);  // held by a user
  CHECK(fate("PENDING", "launch failed requeued held") == SlurmFate::lost);
  CHECK(fate("PENDING", "launch_failed_requeued_held") == SlurmFate::lost);
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
