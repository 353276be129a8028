#include "batch/serve_grades.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "base/fault.h"
#include "batch/grade_server.h"

namespace warpgrade {
namespace {

using ServeJson = nlohmann::json;

class GradeStarter {
 public:
  explicit GradeStarter(const GradeMaker& maker) : maker_(maker) {}

  ~GradeStarter() {
    for (const Running& one : running_) ::kill(one.pid, SIGTERM);
    for (int tries = 0; !running_.empty();
         ++tries) {  // give them time to remove their work folders
      if (tries == 400)
        for (const Running& one : running_) ::kill(one.pid, SIGKILL);
      std::erase_if(running_, [](const Running& one) {
        if (::waitpid(one.pid, nullptr, WNOHANG) == 0) return false;
        ::close(one.handle);
        return true;
      });
      if (!running_.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  void serve() {
    for (;;) {
      std::vector<pollfd> entries = {{0, POLLIN, 0}};
      for (const Running& one : running_) entries.push_back({one.handle, POLLIN, 0});
      if (::poll(entries.data(), entries.size(), -1) < 0) {
        if (errno == EINTR) continue;
        throw GraderError(std::string("poll: ") + std::strerror(errno));
      }
      for (std::size_t i = entries.size(); i-- > 1;)
        if (entries[i].revents != 0) note_end(i - 1);
      if (entries[0].revents != 0 && !read_order()) return;
    }
  }

 private:
  struct Running {
    std::size_t id;
    pid_t pid;
    int handle;  // becomes readable when it ends
  };

  /// False when the other end was closed.
  bool read_order() {
    std::vector<char> text(server_message_bytes);
    const ssize_t got = ::recv(0, text.data(), text.size(), 0);
    if (got < 0 && errno == ENOTSOCK)
      throw GraderError("--serve needs a socket as its standard input",
                        "Only `warpgrade batch` uses it.");
    if (got <= 0) return got < 0 && errno == EINTR;
    const auto order = ServeJson::parse(text.data(), text.data() + got);
    const auto id = order.at("id").get<std::size_t>();
    if (order.contains("signal")) {
      for (const Running& one : running_)
        if (one.id == id) ::kill(one.pid, order["signal"].get<int>());
      return true;
    }
    if (started_++ == 2) maker_.prepare();
    start(id, order);
    return true;
  }

  void start(std::size_t id, const ServeJson& order) {
    const auto path = [&](const char* name) {
      return std::filesystem::path(order.at(name).get<std::string>());
    };
    const GradeOrder files{path("submission"), path("json"), path("html"),
                           order.at("seed").get<std::uint64_t>()};
    const std::filesystem::path log = path("log");
    const pid_t parent = ::getpid();
    std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child == 0) become_grade(files, log, parent);
    const int handle = child < 0 ? -1 : static_cast<int>(::syscall(SYS_pidfd_open, child, 0));
    if (handle < 0)  // ending this process tells the batch
      throw GraderError(std::string("cannot start a process: ") + std::strerror(errno),
                        "Use fewer --jobs, then continue with --resume.");
    ::fcntl(handle, F_SETFD, FD_CLOEXEC);
    running_.push_back({id, child, handle});
  }

  [[noreturn]] void become_grade(const GradeOrder& files, const std::filesystem::path& log,
                                 pid_t parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) ::_exit(127);
    for (const Running& one : running_) ::close(one.handle);
    running_.clear();
    const int in = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (in < 0 || out < 0) ::_exit(127);
    ::dup2(in, 0);
    ::dup2(out, 1);
    ::dup2(out, 2);
    const int status = maker_.grade(files);
    std::fflush(nullptr);
    ::_exit(status);  // skip the server's own cleanup
  }

  void note_end(std::size_t index) {
    const Running one = running_[index];
    int status = 0;
    if (::waitpid(one.pid, &status, WNOHANG) != one.pid) return;
    ::close(one.handle);
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(index));
    const std::string text = ServeJson{{"id", one.id}, {"status", status}}.dump();
    // If the other end is closed, the next recv notices.
    (void)!::send(0, text.data(), text.size(), MSG_NOSIGNAL);
  }

  const GradeMaker& maker_;
  std::vector<Running> running_;
  std::size_t started_ = 0;
};

}  // namespace

void serve_grades(const GradeMaker& maker) { GradeStarter(maker).serve(); }

}  // namespace warpgrade
