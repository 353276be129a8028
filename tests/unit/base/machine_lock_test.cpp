#include "base/machine_lock.h"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/unit/catch.h"

using namespace warpgrade;

TEST_CASE("the holder precedes its queue in /proc/locks") {
  std::istringstream table(
      "1: POSIX  ADVISORY  WRITE 7 fe:00:11 0 EOF\n"
      "2: FLOCK  ADVISORY  WRITE 100 fe:00:2345 0 EOF\n"
      "2: -> FLOCK  ADVISORY  WRITE 101 fe:00:2345 0 EOF\n"
      "2:  -> FLOCK  ADVISORY  WRITE 102 fe:00:2345 0 EOF\n"
      "3: FLOCK  ADVISORY  READ  103 00:1f:9 0 EOF\n"
      "4: nonsense\n");
  const std::vector<FileLock> locks = file_locks(table);
  REQUIRE(locks.size() == 4);
  CHECK(locks[0].process == 100);
  CHECK_FALSE(locks[0].waits);
  CHECK(locks[1].waits);
  CHECK(locks[2].process == 102);
  CHECK(locks[2].waits);
  CHECK(locks[3].inode == 9);
}

TEST_CASE("the number of waiting processes ahead is known") {
  const std::string name = "test-" + std::to_string(getpid());
  auto lock = std::make_unique<MachineLock>(name);
  REQUIRE(lock->lock(MachineLock::Kind::exclusive, false));
  CHECK(lock->holders() == 1);
  CHECK_FALSE(lock->waiting_ahead());
  // Each child joins the queue, tells its place by a pipe and stays until it gets the lock.
  std::vector<pid_t> children;
  for (std::size_t place = 0; place < 3; ++place) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const pid_t child = fork();
    if (child == 0) {
      MachineLock mine(name);
      std::thread look([&] {
        std::optional<std::size_t> ahead;
        while (!(ahead = mine.waiting_ahead()))
          std::this_thread::sleep_for(std::chrono::milliseconds(5));
        const char seen = static_cast<char>(*ahead);
        if (write(ends[1], &seen, 1) != 1) _exit(1);
      });
      const bool got = mine.lock(MachineLock::Kind::exclusive, true);
      look.join();
      _exit(got ? 0 : 1);
    }
    children.push_back(child);
    char seen = 99;
    CHECK(read(ends[0], &seen, 1) == 1);
    CHECK(static_cast<std::size_t>(seen) == place);
    close(ends[0]);
    close(ends[1]);
  }
  kill(children[1], SIGKILL);
  lock.reset();
  for (std::size_t i = 0; i < children.size(); ++i) {
    int status = 0;
    REQUIRE(waitpid(children[i], &status, 0) == children[i]);
    CHECK((i == 1 ? WTERMSIG(status) == SIGKILL : WEXITSTATUS(status) == 0));
  }
  unlink(("/tmp/warpgrade-" + name + ".lock").c_str());
}
