#include "batch/grade_server.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "base/fault.h"

namespace warpgrade {
namespace {

using OrderJson = nlohmann::json;

/// The environment of this process plus the variables for grades.
std::vector<std::string> job_environment(const std::filesystem::path& root) {
  std::vector<std::string> all = grade_environment(root);
  const std::size_t ours = all.size();
  for (char** e = environ; *e != nullptr; ++e) {
    const std::string one = *e;
    const std::string key = one.substr(0, one.find('=') + 1);
    if (std::none_of(all.begin(), all.begin() + ours,
                     [&](const std::string& own) { return own.rfind(key, 0) == 0; }))
      all.push_back(one);
  }
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (std::string& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

/// Starts the program with `socket` as its input and its output in `log`. Nothing between fork and
/// exec may allocate: another thread may have held a lock.
pid_t start_program(std::vector<std::string> arguments, std::vector<std::string> environment,
                    int socket, const std::filesystem::path& log) {
  const std::vector<char*> argv = pointers(arguments);
  const std::vector<char*> envp = pointers(environment);
  const std::string log_name = log.string();
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child != 0) {
    if (child < 0)
      throw GraderError(std::string("cannot start a process: ") + std::strerror(errno),
                        "Use fewer --jobs, then continue with --resume.");
    return child;
  }
  ::setpgid(0, 0);  // Ctrl-C goes to the batch only, which lets grades finish
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(127);
  const int out = ::open(log_name.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (out < 0) ::_exit(127);
  ::dup2(socket, 0);
  ::dup2(out, 1);
  ::dup2(out, 2);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);  // the batch may ignore it
  ::execve(argv[0], argv.data(), envp.data());
  ::_exit(127);
}

}  // namespace

GradeServer::GradeServer(const GradeSettings& settings, const std::string& lab, bool shared) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    throw GraderError(std::string("cannot make a socket: ") + std::strerror(errno),
                      "Use fewer --jobs, then continue with --resume.");
  socket_ = ends[0];
  std::vector<std::string> arguments = {settings.program, "grade", lab, "--submission",
                                        settings.root};
  arguments.push_back(shared ? "--serve" : "--serve-plain");
  arguments.insert(arguments.end(), settings.arguments.begin(), settings.arguments.end());
  arguments.insert(arguments.end(), {"--seed", std::to_string(settings.seed)});
  try {
    pid_ = start_program(arguments, job_environment(settings.root), ends[1],
                         settings.work / ("log-" + lab));
  } catch (...) {
    ::close(ends[0]);
    ::close(ends[1]);
    throw;
  }
  ::close(ends[1]);
}

GradeServer::~GradeServer() {
  ::close(socket_);  // tells the process to end
  for (int i = 0; i < 600 && !died(); ++i) {
    if (i == 500) ::kill(pid_, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

void GradeServer::send(const std::string& text) {
  // A dead process is detected by died().
  while (::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
}

void GradeServer::start(const GradeJob& job, const std::filesystem::path& folder) {
  send(OrderJson{{"id", job.id},
                 {"submission", job.submission.string()},
                 {"seed", job.seed},
                 {"json", (folder / "grade.json").string()},
                 {"html", (folder / "grade.html").string()},
                 {"log", (folder / "log").string()}}
           .dump());
}

void GradeServer::signal(std::size_t id, int number) {
  send(OrderJson{{"id", id}, {"signal", number}}.dump());
}

std::optional<GradeServer::GradeEnd> GradeServer::next() {
  char text[256];
  const ssize_t got = ::recv(socket_, text, sizeof text, MSG_DONTWAIT);
  if (got <= 0) return std::nullopt;
  const auto end = OrderJson::parse(text, text + got);
  return GradeEnd{end.at("id").get<std::size_t>(), end.at("status").get<int>()};
}

std::optional<int> GradeServer::died() {
  int status = 0;
  if (!status_ && ::waitpid(pid_, &status, WNOHANG) == pid_) status_ = status;
  return status_;
}

}  // namespace warpgrade
