// How the grader watches, stops and ends a sandbox.
#include <poll.h>
#include <sys/wait.h>

#include <csignal>

#include "tests/unit/samples/inmate.h"

using namespace warpgrade;
using namespace warpgrade::samples;
using How = Ended::How;
using std::chrono::milliseconds;

TEST_CASE("a process left behind ends with the command", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  const SharedCounter shared;
  Command command = inmate({"orphan", shared.path(isolate)}, isolate);
  command.mounts.push_back(shared.mount());
  command.may_fork = true;
  CHECK(summary(sandbox(isolate).run(command)) == "exited 7");
  CHECK_FALSE(shared.moves_within(milliseconds(50)));

  command.argv.push_back("stay");
  const auto process = sandbox(isolate).start(command);
  CHECK(shared.moves_within(milliseconds(5000)));
  CHECK(summary(process->kill()) == "killed");
  CHECK_FALSE(shared.moves_within(milliseconds(50)));
  // Nothing is left to wait for: no zombie of ours.
  CHECK(waitpid(-1, nullptr, WNOHANG) == -1);
}

TEST_CASE("freeze stops every thread of every process, thaw resumes them", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  const auto kind =
      GENERATE(as<std::string>(), "count", "count-by-threads", "orphan", "leaderless-count");
  CAPTURE(isolate, kind);
  const SharedCounter shared;
  Command command = inmate({kind, shared.path(isolate)}, isolate);
  if (kind == "orphan") {
    command.may_fork = true;
    command.argv.push_back("stay");
  }
  command.mounts.push_back(shared.mount());
  const auto process = sandbox(isolate).start(command);
  REQUIRE(shared.moves_within(milliseconds(5000)));
  for (int i = 0; i < 20; ++i) {
    process->freeze();
    const long stands = shared.value();
    CHECK_FALSE(shared.moves_within(milliseconds(i == 0 ? 100 : 3)));
    CHECK(shared.value() == stands);
    process->thaw();
    CHECK(shared.moves_within(milliseconds(5000)));
  }
  process->freeze();
  CHECK(summary(process->kill()) == "killed");  // a frozen process ends as well
}

TEST_CASE("supervise returns for each answer and at the end", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  Line line;
  Command command = inmate({"echo"}, isolate);
  command.socket = line.theirs.get();
  const auto process = sandbox(isolate).start(command);
  line.theirs.reset();
  for (char c = 'a'; c < 'f'; ++c) {
    REQUIRE(write(line.ours.get(), &c, 1) == 1);
    REQUIRE_FALSE(process->supervise(line.ours.get(), command.limits).has_value());
    char answer = 0;
    REQUIRE(read(line.ours.get(), &answer, 1) == 1);
    CHECK(answer == c + 1);
  }
  // The last answer comes before the end, though by now both are there.
  REQUIRE(write(line.ours.get(), "z", 1) == 1);
  shutdown(line.ours.get(), SHUT_WR);
  std::this_thread::sleep_for(milliseconds(200));
  CHECK_FALSE(process->supervise(line.ours.get(), command.limits).has_value());
  char answer = 0;
  REQUIRE(read(line.ours.get(), &answer, 1) == 1);
  const auto ended = process->supervise(line.ours.get(), command.limits);
  REQUIRE(ended.has_value());
  CHECK(summary(*ended) == "exited 5");
  CHECK(summary(process->wait()) == "exited 5");
  CHECK(summary(process->kill()) == "exited 5");
}

TEST_CASE("the time limits count from each call of supervise", "[sandbox]") {
  if (!can_isolate()) return;
  Line line;
  Command command = inmate({"echo"});
  command.socket = line.theirs.get();
  const auto process = sandbox().start(command);
  Limits limits = command.limits;
  limits.wall_seconds = 0.3;
  std::this_thread::sleep_for(milliseconds(400));
  REQUIRE(write(line.ours.get(), "a", 1) == 1);
  CHECK_FALSE(process->supervise(line.ours.get(), limits).has_value());
  char answer;
  REQUIRE(read(line.ours.get(), &answer, 1) == 1);
  const auto ended = process->supervise(line.ours.get(), limits);
  REQUIRE(ended.has_value());
  CHECK(summary(*ended) == "wall_limit");
}

TEST_CASE("a command that closes its socket and keeps running is ended", "[sandbox]") {
  if (!can_isolate()) return;
  Line line;
  Command command = inmate({"hang-up"});
  command.socket = line.theirs.get();
  const auto process = sandbox().start(command);
  line.theirs.reset();
  const auto ended = process->supervise(line.ours.get(), command.limits);
  REQUIRE(ended.has_value());
  CHECK(summary(*ended) == "killed");
  CHECK(ended->wall_seconds < 5);
}

TEST_CASE("the sandbox ends if the grader is killed", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  sandbox(isolate);
  const SharedCounter shared;
  Line line;
  Command command = inmate({"orphan", shared.path(isolate), "stay"}, isolate);
  command.mounts.push_back(shared.mount());
  command.may_fork = true;
  command.socket = line.theirs.get();
  const pid_t grader = fork();
  if (grader == 0) {
    line.ours.reset();
    const auto process = sandbox(isolate).start(command);
    pause();
    _exit(0);
  }
  line.theirs.reset();
  REQUIRE(shared.moves_within(milliseconds(5000)));
  REQUIRE(kill(grader, SIGKILL) == 0);
  REQUIRE(waitpid(grader, nullptr, 0) == grader);
  // Descriptor 3 closes when the last that holds it has ended.
  pollfd end = {line.ours.get(), POLLIN, 0};
  CHECK(poll(&end, 1, 5000) == 1);
  CHECK((end.revents & POLLHUP) != 0);
  CHECK_FALSE(shared.moves_within(milliseconds(50)));
}

TEST_CASE("a sandbox outlives the thread that started it", "[sandbox]") {
  if (!can_isolate()) return;
  Line line;
  Command command = inmate({"echo"});
  command.socket = line.theirs.get();
  std::unique_ptr<Process> process;
  std::thread([&] { process = sandbox().start(command); }).join();
  std::this_thread::sleep_for(milliseconds(100));
  REQUIRE(write(line.ours.get(), "a", 1) == 1);
  CHECK_FALSE(process->supervise(line.ours.get(), command.limits).has_value());
}

TEST_CASE("several sandboxes run concurrently in several threads", "[sandbox]") {
  if (!can_isolate()) return;
  const Command template_command = inmate({"exit", "0"});
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (int k = 0; k < 8; ++k) {
        Command command = template_command;
        command.argv[2] = std::to_string(i * 8 + k);
        if (summary(sandbox().run(command)) == "exited " + command.argv[2]) ++right;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(right == 32);
}

TEST_CASE("Commands follow one another in a kept sandbox", "[sandbox]") {
  const bool isolate = GENERATE(true, false);
  if (isolate && !can_isolate()) return;
  KeptSandboxes kept;
  for (int i = 0; i < 2; ++i) {
    Line line;
    Command command = inmate({"echo"}, isolate);
    command.socket = line.theirs.get();
    const auto process = sandbox(isolate).start(command, kept);
    line.theirs.reset();
    REQUIRE(write(line.ours.get(), "a", 1) == 1);
    CHECK_FALSE(process->supervise(line.ours.get(), command.limits).has_value());
    char answer = 0;
    REQUIRE(read(line.ours.get(), &answer, 1) == 1);
    CHECK(answer == 'b');
    shutdown(line.ours.get(), SHUT_WR);
    CHECK(summary(process->wait()) == "exited 5");
  }
  const SharedCounter shared;
  Command counts = inmate({"count", shared.path(isolate)}, isolate);
  counts.mounts.push_back(shared.mount());
  for (int i = 0; i < 2; ++i) {
    const auto process = sandbox(isolate).start(counts, kept);
    REQUIRE(shared.moves_within(milliseconds(5000)));
    process->freeze();
    CHECK(summary(process->kill()) == "killed");
    CHECK_FALSE(shared.moves_within(milliseconds(50)));
  }
}
