// Limits of a sandbox, reached from inside.
#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>

#include "tests/unit/samples/inmate.h"

using namespace warpgrade;
using namespace warpgrade::samples;
using How = Ended::How;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

double seconds_since(steady_clock::time_point begin) {
  return std::chrono::duration<double>(steady_clock::now() - begin).count();
}

}  // namespace

TEST_CASE("a fork bomb ends at the limit, and the next command works", "[sandbox]") {
  if (!can_isolate()) return;
  Command command = inmate({"fork-bomb"});
  command.may_fork = true;
  const auto begin = steady_clock::now();
  CHECK(summary(sandbox().run(command)) == "process_limit");
  CHECK(seconds_since(begin) < 10);
  CHECK(summary(sandbox().run(inmate({"exit", "0"}))) == "exited 0");
}

TEST_CASE("a thread bomb ends at the limit", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  CHECK(summary(sandbox(isolate).run(inmate({"thread-bomb"}, isolate))) == "process_limit");
}

TEST_CASE("a memory bomb ends at the limit, for every kind of memory", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  for (const char* kind : {"", "shared"}) {
    CAPTURE(kind);
    Command command = inmate({"memory-bomb"}, isolate);
    if (*kind != 0) command.argv.push_back(kind);
    command.may_fork = *kind != 0;  // others get no shared memory
    command.limits.memory_bytes = 512 << 20;
    const Ended ended = sandbox(isolate).run(command);
    CHECK(summary(ended) == "memory_limit");
    CHECK(ended.peak_memory_bytes > (512u << 20));
    CHECK(ended.peak_memory_bytes < (1536u << 20));
  }
}

TEST_CASE("a submission cannot get uncounted memory", "[sandbox]") {
  if (!can_isolate()) return;
  CHECK(summary(sandbox().run(inmate({"hide-memory"}))) == "exited 10");
  Command compiler = inmate({"hide-memory"});
  compiler.may_fork = true;
  CHECK(summary(sandbox().run(compiler)) == "exited 1");
}

TEST_CASE("a control group counts unmapped memory", "[sandbox]") {
  if (!can_isolate()) return;
  if (!sandbox().why_no_memory_groups().empty()) {
    WARN("skipped: " << sandbox().why_no_memory_groups());
    return;
  }
  Command command = inmate({"drop-memory"});
  command.may_fork = true;  // whose filter lets shared memory through
  command.limits.memory_bytes = 512 << 20;
  const Ended ended = sandbox().run(command);
  CHECK(summary(ended) == "memory_limit");
  CHECK(ended.peak_memory_bytes < (1536u << 20));
}

TEST_CASE("a process without its first thread is counted and ended", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  Command command = inmate({"leaderless-memory-bomb"}, isolate);
  command.limits.memory_bytes = 512 << 20;
  const Ended ended = sandbox(isolate).run(command);
  CHECK(summary(ended) == "memory_limit");
  CHECK(ended.peak_memory_bytes < (1536u << 20));
  command = inmate({"leaderless-spin"}, isolate);
  command.limits.cpu_seconds = 0.3;
  CHECK(summary(sandbox(isolate).run(command)) == "cpu_limit");
  const auto process = sandbox(isolate).start(inmate({"leaderless-threads", "4"}, isolate));
  std::this_thread::sleep_for(milliseconds(300));
  CHECK(process->threads() == 4);
}

TEST_CASE("memory that two processes share counts once", "[sandbox]") {
  if (!can_isolate()) return;
  Command command = inmate({"share-memory", "200"});
  command.may_fork = true;
  command.limits.memory_bytes = 300 << 20;
  const Ended ended = sandbox().run(command);
  CHECK(summary(ended) == "exited 10");
  CHECK(ended.peak_memory_bytes > (200u << 20));
  CHECK(ended.peak_memory_bytes < (220u << 20));
}

TEST_CASE("endless output ends at the limit; its beginning is kept", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  Command command = inmate({"print"}, isolate);
  command.limits.output_bytes = 100000;
  const Ended ended = sandbox(isolate).run(command);
  CHECK(summary(ended) == "output_limit");
  CHECK(ended.output == std::string(100000, 'x'));
  CHECK(ended.wall_seconds < 5);
}

TEST_CASE("output may reach the limit, but not exceed it by one byte", "[sandbox]") {
  if (!can_isolate()) return;
  Command command = inmate({"print", "20"});
  command.limits.output_bytes = 20000;
  CHECK(summary(sandbox().run(command)) == "exited 10");
  command.limits.output_bytes = 19999;
  CHECK(summary(sandbox().run(command)) == "output_limit");
  command.limits.dropped_bytes = 1;
  const Ended ended = sandbox().run(command);
  CHECK(summary(ended) == "exited 10");
  CHECK(ended.output.size() == 19999);
}

TEST_CASE("a file larger than the limit", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  const SharedCounter shared;
  Command command =
      inmate({"big-file", isolate ? "/shared/big" : shared.mount().source / "big", "20"}, isolate);
  command.mounts.push_back(shared.mount());
  command.limits.file_bytes = 32 << 20;
  CHECK(summary(sandbox(isolate).run(command)) == "exited 0");
  command.limits.file_bytes = 8 << 20;
  CHECK(summary(sandbox(isolate).run(command)) == "signalled " + std::to_string(SIGXFSZ));
}

TEST_CASE("an endless loop hits the CPU limit, an endless sleep the wall limit", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  Command command = inmate({"spin"}, isolate);
  command.limits.cpu_seconds = 0.3;
  Ended ended = sandbox(isolate).run(command);
  CHECK(summary(ended) == "cpu_limit");
  CHECK(ended.cpu_seconds > 0.3);
  CHECK(ended.cpu_seconds < 0.5);

  command = inmate({"spin-in-child"}, isolate);
  command.may_fork = true;
  command.limits.cpu_seconds = 0.3;
  CHECK(summary(sandbox(isolate).run(command)) == "cpu_limit");

  command = inmate({"sleep"}, isolate);
  command.limits.wall_seconds = 0.3;
  ended = sandbox(isolate).run(command);
  CHECK(summary(ended) == "wall_limit");
  CHECK(ended.wall_seconds > 0.3);
  CHECK(ended.wall_seconds < 2);
  CHECK(ended.cpu_seconds < 0.1);
}

TEST_CASE("idle commands are ended as stalled, computing ones are not", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  Command command = inmate({"sleep"}, isolate);
  command.may_fork = GENERATE(true, false);
  command.limits.stall_seconds = 0.3;
  Ended ended = sandbox(isolate).run(command);
  CHECK(summary(ended) == "stalled");
  CHECK(ended.wall_seconds < 5);

  command.argv.back() = "spin";
  command.limits.cpu_seconds = 0.9;
  CHECK(summary(sandbox(isolate).run(command)) == "cpu_limit");
}

TEST_CASE("a suspended machine does not count as stalling", "[sandbox]") {
  Command command;
  command.argv = {"/bin/sleep", "1"};
  command.limits.stall_seconds = 0.6;
  const pid_t supervisor = fork();
  REQUIRE(supervisor >= 0);
  if (supervisor == 0) _exit(summary(sandbox(false).run(command)) == "exited 0" ? 0 : 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  kill(supervisor, SIGSTOP);
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  kill(supervisor, SIGCONT);
  int status = -1;
  CHECK(waitpid(supervisor, &status, 0) == supervisor);
  CHECK(status == 0);
}

TEST_CASE("a sleeping command uses no CPU time", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  const bool with_socket = GENERATE(true, false);
  INFO((isolate ? "isolated" : "not isolated") << (with_socket ? ", with a socket" : ""));
  const Line line;
  Command command = inmate({"sleep"}, isolate);
  command.may_fork = true;  // then the time of all its processes is what counts
  command.limits.wall_seconds = 0.3;
  if (with_socket) command.socket = line.theirs.get();
  const auto used = [] {
    rusage ended;
    getrusage(RUSAGE_CHILDREN, &ended);
    return static_cast<double>(ended.ru_utime.tv_sec + ended.ru_stime.tv_sec) +
           1e-6 * static_cast<double>(ended.ru_utime.tv_usec + ended.ru_stime.tv_usec);
  };
  const double before = used();
  const Ended ended = sandbox(isolate).run(command);
  CHECK(summary(ended) == "wall_limit");
  CHECK(ended.cpu_seconds < 0.1);
  CHECK(used() - before < 0.2);  // bubblewrap and the helper are our children
}

TEST_CASE("a thread in an endless system call counts against the limits", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  Command command = inmate({"stay-in-call"}, isolate);
  command.may_fork = true;  // whose filter lets it
  command.limits.cpu_seconds = 1;
  const auto process = sandbox(isolate).start(command);
  for (int i = 0; i < 500 && process->take_output().empty(); ++i)
    std::this_thread::sleep_for(milliseconds(10));
  std::this_thread::sleep_for(milliseconds(50));
  const std::optional<Ended> ended = process->freeze();
  REQUIRE(ended.has_value());
  CHECK(summary(*ended) == "cpu_limit");
  CHECK(summary(process->wait()) == "cpu_limit");
}

TEST_CASE("threads are counted without the sandbox's own", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  for (const int threads : {1, 7}) {
    const auto process =
        sandbox(isolate).start(inmate({"threads", std::to_string(threads)}, isolate));
    std::string output;
    for (int i = 0; i < 500 && output.empty(); ++i) {
      std::this_thread::sleep_for(milliseconds(10));
      output = process->take_output();
    }
    CHECK(output == "up\n");
    CHECK(process->threads() == threads);
    CHECK(process->kill().output.empty());  // was taken
    CHECK(process->threads() == 0);
  }
}
