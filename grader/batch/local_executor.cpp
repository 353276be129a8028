#include "batch/local_executor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <thread>

#include "lab/fault.h"

namespace warpgrade {
namespace {

/// This process's environment, with what grades need in it.
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

/// Starts it with its output in `log`. Between fork and exec there is nothing that allocates: other
/// threads may have held a lock.
pid_t start_program(std::vector<std::string> arguments, std::vector<std::string> environment,
                    const std::filesystem::path& log) {
  const std::vector<char*> argv = pointers(arguments);
  const std::vector<char*> envp = pointers(environment);
  const std::string log_name = log.string();
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child != 0) {
    if (child < 0)
      throw GraderError(std::string("cannot start a process: ") + std::strerror(errno),
                        "Give fewer --jobs, then go on with --resume.");
    return child;
  }
  ::setpgid(0, 0);  // Ctrl-C is for us, who let it finish
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(127);
  const int in = ::open("/dev/null", O_RDONLY);
  const int out = ::open(log_name.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (in < 0 || out < 0) ::_exit(127);
  ::dup2(in, 0);
  ::dup2(out, 1);
  ::dup2(out, 2);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);  // which the batch may ignore
  ::execve(argv[0], argv.data(), envp.data());
  ::_exit(127);
}

}  // namespace

LocalExecutor::LocalExecutor(GradeSettings settings) : settings_(std::move(settings)) {}

LocalExecutor::~LocalExecutor() {
  for (const Running& job : running_) ::kill(job.pid, SIGTERM);
  for (const Running& job : running_) {
    for (int i = 0; i < 500 && ::waitpid(job.pid, nullptr, WNOHANG) == 0; ++i) {
      if (i == 400) ::kill(job.pid, SIGKILL);
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
  std::error_code ignored;
  std::filesystem::remove_all(settings_.work, ignored);
}

void LocalExecutor::start(const std::vector<GradeJob>& jobs) {
  for (const GradeJob& job : jobs) start_one(job);
}

void LocalExecutor::start_one(const GradeJob& job) {
  Running running;
  running.id = job.id;
  running.folder = settings_.work / std::to_string(started_++);
  std::error_code error;
  std::filesystem::remove_all(running.folder, error);
  std::filesystem::create_directories(running.folder, error);
  if (error)
    throw GraderError(running.folder.string() + " cannot be made: " + error.message(),
                      "Look to that disk, then go on with --resume.");
  std::vector<std::string> arguments = {settings_.program,
                                        "grade",
                                        job.lab,
                                        "--submission",
                                        job.submission,
                                        "--json",
                                        running.folder / "grade.json",
                                        "--html",
                                        running.folder / "grade.html"};
  arguments.insert(arguments.end(), settings_.arguments.begin(), settings_.arguments.end());
  running.started = std::chrono::steady_clock::now();
  running.pid = start_program(arguments, job_environment(settings_.root), running.folder / "log");
  running_.push_back(std::move(running));
}

std::optional<JobEnd> LocalExecutor::wait(std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (!running_.empty()) {
    const auto now = std::chrono::steady_clock::now();
    for (auto job = running_.begin(); job != running_.end(); ++job) {
      int status = 0;
      if (::waitpid(job->pid, &status, WNOHANG) == job->pid) {
        const JobEnd end = ended(*job, status);
        running_.erase(job);
        return end;
      }
      // It is asked first: it has work folders to remove.
      const auto age = now - job->started;
      if (age > settings_.limit && !job->overdue) {
        job->overdue = true;
        ::kill(job->pid, SIGTERM);
      } else if (age > settings_.limit + std::chrono::seconds(10)) {
        ::kill(job->pid, SIGKILL);
      }
    }
    if (now >= until) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return std::nullopt;
}

JobEnd LocalExecutor::ended(const Running& job, int status) const {
  JobEnd end{job.id, "", job.folder / "grade.json", job.folder / "grade.html", false};
  if (job.overdue) {
    end.fault = fmt::format("the grade was not done after {} minutes", settings_.limit.count());
  } else {
    end.fault = fault_of(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status),
                         job.folder / "log");
  }
  return end;
}

}  // namespace warpgrade
