#include "base/outside_command.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/fault.h"

namespace warpgrade {
namespace {

/// Reads one stream of a program to its end.
class OutputPipe {
 public:
  OutputPipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0)
      throw GraderError(std::string("cannot make a pipe: ") + std::strerror(errno));
  }
  ~OutputPipe() {
    ::close(ends_[0]);
    if (ends_[1] >= 0) ::close(ends_[1]);
  }
  OutputPipe(const OutputPipe&) = delete;
  OutputPipe& operator=(const OutputPipe&) = delete;

  int reader() const { return ends_[0]; }
  int writer() const { return ends_[1]; }
  void close_writer() {
    ::close(ends_[1]);
    ends_[1] = -1;
  }
  /// False at the end of the stream.
  bool read_into(std::string& text) const {
    std::array<char, 65536> bytes;
    const ssize_t n = ::read(ends_[0], bytes.data(), bytes.size());
    if (n > 0) text.append(bytes.data(), static_cast<std::size_t>(n));
    return n > 0 || (n < 0 && errno == EINTR);
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

std::vector<std::string> english_environment(const std::vector<std::string>& without) {
  std::vector<std::string> all = {"LC_ALL=C"};
  for (char** e = environ; *e != nullptr; ++e) {
    const std::string one = *e;
    if (one.rfind("LC_ALL=", 0) != 0 &&
        std::none_of(without.begin(), without.end(),
                     [&](const std::string& start) { return one.rfind(start, 0) == 0; }))
      all.push_back(one);
  }
  return all;
}

std::vector<char*> c_strings(std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (std::string& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

}  // namespace

CommandResult run_command(const std::vector<std::string>& words, std::chrono::seconds limit,
                          const std::vector<std::string>& without) {
  using Clock = std::chrono::steady_clock;
  OutputPipe out, error;
  std::vector<std::string> arguments = words, environment = english_environment(without);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.writer(), 1);
  posix_spawn_file_actions_adddup2(&actions, error.writer(), 2);
  sigset_t set;
  sigemptyset(&set);
  posix_spawnattr_setsigmask(&attributes, &set);
  sigaddset(&set, SIGPIPE);  // the batch may ignore it
  posix_spawnattr_setsigdefault(&attributes, &set);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t child = -1;
  const int failed = ::posix_spawnp(&child, words[0].c_str(), &actions, &attributes,
                                    c_strings(arguments).data(), c_strings(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  CommandResult result;
  if (failed != 0) {
    result.status = 127;
    result.error = words[0] + ": " + std::strerror(failed);
    return result;
  }
  out.close_writer();
  error.close_writer();
  const auto until = Clock::now() + limit;
  std::array<pollfd, 2> both = {pollfd{out.reader(), POLLIN, 0}, pollfd{error.reader(), POLLIN, 0}};
  while (both[0].fd >= 0 || both[1].fd >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
    if (left.count() <= 0) {
      result.late = true;
      ::kill(-child, SIGKILL);
      break;
    }
    if (::poll(both.data(), both.size(), static_cast<int>(left.count())) <= 0) continue;
    if (both[0].revents != 0 && !out.read_into(result.out)) both[0].fd = -1;
    if (both[1].revents != 0 && !error.read_into(result.error)) both[1].fd = -1;
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return result;
}

}  // namespace warpgrade
