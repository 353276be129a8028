// The first process inside a sandbox: starts the command, reaps, reports how it ended.
//
// Why it exists. bubblewrap's own first process reports a signal as exit status 128+n, which a
// program can also return; resource limits set before bubblewrap would bind bubblewrap; and a
// filter that forbids fork, applied by bubblewrap, would bind whoever starts the command. So this
// program, linked statically (it runs where only some of the system is mounted), is PID 1 of the
// namespace. When it ends, by itself or by SIGKILL, the kernel ends every other process of the
// namespace.
//
// It trusts nothing inside: it cannot be traced or signalled from within (undumpable; PID 1 has no
// handlers), the command's process holds no descriptor of the control socket, and nothing is read
// but what the parent sends. Without isolation the same program is a plain child that adopts
// orphans (PR_SET_CHILD_SUBREAPER) and ends them itself.
//
// End of file on the control socket means that the parent is gone or wants an end. That holds when
// the parent's thread that started the sandbox has ended, too, where PR_SET_PDEATHSIG, which is
// bound to the thread, would fire too early.
#include <dirent.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "sandbox/init/control.h"

namespace {

using warpgrade::control::chunk;
using warpgrade::control::helper_fd;
using warpgrade::control::Report;
using warpgrade::control::Start;
using warpgrade::control::student_fd;

void report(const Report& record) {
  while (send(helper_fd, &record, sizeof record, MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
}

/// Receives a Start and, for later commands of a kept sandbox, the socket that comes with it.
/// Returns false at the end of the socket.
bool receive_start(Start& start) {
  alignas(cmsghdr) char extra[CMSG_SPACE(sizeof(int))];
  iovec place = {&start, sizeof start};
  msghdr message = {};
  message.msg_iov = &place;
  message.msg_iovlen = 1;
  message.msg_control = extra;
  message.msg_controllen = sizeof extra;
  ssize_t got;
  while ((got = recvmsg(helper_fd, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
  }
  if (got != sizeof start) return false;
  const cmsghdr* const header = CMSG_FIRSTHDR(&message);
  if (header == nullptr || header->cmsg_type != SCM_RIGHTS) return true;
  int socket;
  memcpy(&socket, CMSG_DATA(header), sizeof socket);
  if (socket == student_fd) return fcntl(socket, F_SETFD, 0) == 0;
  const bool placed = dup2(socket, student_fd) == student_fd;
  close(socket);
  return placed;
}

/// Returns false at the end of the socket.
bool receive(void* to, std::size_t bytes) {
  char* at = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t got = recv(helper_fd, at, bytes < chunk ? bytes : chunk, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

struct Plan {
  Start start;
  sock_filter* filter;
  const char* directory;
  char** argv;
  char** envp;
};

/// The next `count` strings as a null-terminated array; advances `at` past them.
char** strings(char*& at, std::uint32_t count) {
  char** list = static_cast<char**>(calloc(count + 1, sizeof(char*)));
  if (list == nullptr) _exit(1);
  for (std::uint32_t i = 0; i < count; ++i) {
    list[i] = at;
    while (*at++ != 0) {
    }
  }
  return list;
}

void forget(const Plan& plan) {
  free(plan.argv);
  free(plan.envp);
  free(plan.filter);  // the strings, too
}

bool read_plan(Plan& plan) {
  if (!receive_start(plan.start)) return false;
  const std::size_t filter_bytes = plan.start.filter_instructions * sizeof(sock_filter);
  char* body = static_cast<char*>(malloc(filter_bytes + plan.start.string_bytes));
  if (body == nullptr || !receive(body, filter_bytes + plan.start.string_bytes)) return false;
  plan.filter = reinterpret_cast<sock_filter*>(body);
  char* text = body + filter_bytes;
  plan.directory = text;
  while (*text++ != 0) {
  }
  plan.argv = strings(text, plan.start.arguments);
  plan.envp = strings(text, plan.start.variables);
  return true;
}

bool limit(__rlimit_resource_t what, rlim_t value) {
  rlimit both;
  if (getrlimit(what, &both) != 0) return false;
  if (value > both.rlim_max) value = both.rlim_max;
  both.rlim_cur = both.rlim_max = value;
  return setrlimit(what, &both) == 0;
}

bool set_limits(const Start& start) {
  // The kernel counts pending signals, including timers, for the whole user.
  constexpr rlim_t waiting_signals = 256;
  // Never RLIMIT_AS: CUDA reserves far more address space than memory.
  return limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, start.file_bytes) &&
         limit(RLIMIT_NOFILE, 1024) && limit(RLIMIT_STACK, 8 << 20) &&
         limit(RLIMIT_SIGPENDING, waiting_signals) &&
         (start.processes == 0 || limit(RLIMIT_NPROC, start.processes));
}

bool apply_filter(const Plan& plan) {
  if (plan.start.filter_instructions == 0) return true;
  sock_fprog program = {static_cast<unsigned short>(plan.start.filter_instructions), plan.filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  // Kernels before 5.16 enable the mitigation of speculative store bypass for filtered processes,
  // which slows down memory-bound code: the flag prevents that.
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program) ==
      0) {
    return true;
  }
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

/// Closes every descriptor from `first` on.
void close_from(unsigned first) {
  if (syscall(SYS_close_range, first, ~0u, 0) == 0) return;
  for (unsigned fd = first; fd < 4096; ++fd) close(static_cast<int>(fd));
}

/// Becomes the command. On failure, stores errno and the step in `failure`, which vfork shares.
[[noreturn]] void become(const Plan& plan, volatile Report& failure) {
  Report born = {};
  born.kind = Report::born;
  report(born);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // A new session is a separate scheduling group: a fork bomb must not starve the helper, or its
  // end would come late.
  setsid();
  setpriority(PRIO_PROCESS, 0, plan.start.nice);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  failure.step = Report::directory;
  if (chdir(plan.directory) == 0) {
    failure.step = Report::limits;
    if (set_limits(plan.start)) {
      failure.step = Report::filter;
      if (apply_filter(plan)) {
        failure.step = Report::execute;
        execve(plan.argv[0], plan.argv, plan.envp);
      }
    }
  }
  failure.value = errno;
  _exit(127);
}

/// Without a namespace: kills every child; their children become this process's and are killed in
/// turn.
void end_descendants() {
  const pid_t self = getpid();
  for (;;) {
    DIR* folder = opendir("/proc");
    if (folder == nullptr) return;
    while (const dirent* entry = readdir(folder)) {
      char name[64];
      char line[512];
      std::snprintf(name, sizeof name, "/proc/%.20s/stat", entry->d_name);
      const int fd = entry->d_name[0] >= '0' && entry->d_name[0] <= '9' ? open(name, O_RDONLY) : -1;
      if (fd < 0) continue;
      const ssize_t got = read(fd, line, sizeof line - 1);
      close(fd);
      if (got <= 0) continue;
      line[got] = 0;
      const char* after_name = line;
      for (const char* p = line; *p != 0; ++p) {
        if (*p == ')') after_name = p + 1;
      }
      char state = 0;
      int parent = 0;
      // Includes zombies: a zombie's first thread has ended, but others may still run.
      if (std::sscanf(after_name, " %c %d", &state, &parent) == 2 && parent == self) {
        kill(static_cast<pid_t>(atoi(entry->d_name)), SIGKILL);
      }
    }
    closedir(folder);
    pid_t reaped;
    bool any = false;
    while ((reaped = waitpid(-1, nullptr, WNOHANG)) > 0) any = true;
    if (reaped < 0 && errno == ECHILD) return;
    if (!any) usleep(500);
  }
}

[[noreturn]] void finish(const Start& start) {
  if (start.isolated == 0) end_descendants();
  _exit(0);
}

/// The usage of all reaped processes.
Report usage() {
  rusage used = {};
  getrusage(RUSAGE_CHILDREN, &used);
  Report record = {};
  record.cpu_microseconds = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000ll +
                            used.ru_utime.tv_usec + used.ru_stime.tv_usec;
  record.peak_kilobytes = used.ru_maxrss;
  return record;
}

void report_end(int status, const Report& before) {
  Report record = usage();
  record.kind = Report::ended;
  record.value = status;
  record.cpu_microseconds -= before.cpu_microseconds;
  report(record);
}

/// Starts the command and returns after its end.
void run(const Plan& plan, int children) {
  const Report before = usage();
  static volatile Report failure = {};
  failure.value = 0;
  const pid_t command = vfork();
  if (command == 0) become(plan, failure);
  // So that the parent sees the end of the command's socket. Without a socket, the number belongs
  // to something else.
  if (plan.start.has_socket != 0) close(student_fd);
  if (command < 0 || failure.value != 0) {
    Report record = {};
    record.kind = Report::cannot_start;
    record.step = command < 0 ? Report::none : failure.step;
    record.value = command < 0 ? errno : failure.value;
    report(record);
    finish(plan.start);
  }
  Report running = {};
  running.kind = Report::running;
  report(running);

  for (;;) {
    pollfd both[2] = {{helper_fd, POLLIN, 0}, {children, POLLIN, 0}};
    if (poll(both, 2, -1) < 0) continue;
    if (both[1].revents & ~POLLIN) _exit(1);  // otherwise poll would return at once forever
    if (both[1].revents != 0) {
      signalfd_siginfo forget;
      while (read(children, &forget, sizeof forget) > 0) {
      }
      int status;
      pid_t pid;
      while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
        if (pid == command) return report_end(status, before);
    }
    if (both[0].revents != 0) finish(plan.start);
  }
}

}  // namespace

int main() {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  fcntl(helper_fd, F_SETFD, FD_CLOEXEC);
  close_from(helper_fd + 1);

  Report up = {};
  up.kind = Report::helper;
  report(up);

  Plan plan;
  if (!read_plan(plan)) return 1;
  prctl(PR_SET_DUMPABLE, 0);  // no untrusted code before this point
  if (plan.start.has_socket == 0) close(student_fd);

  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, nullptr);
  const int children = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);

  for (;;) {
    run(plan, children);
    const Start last = plan.start;
    if (last.kept == 0) finish(last);
    forget(plan);
    if (!read_plan(plan)) finish(last);
  }
}
