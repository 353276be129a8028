#include "sandbox/launch.h"

#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>

namespace warpgrade {
namespace {

// The longest that a healthy machine, however busy, takes to build a sandbox.
constexpr int patience_ms = 60000;

using control::Report;

/// Moves the descriptor away from the numbers 0 to 4, to which it will be copied.
Descriptor high(int fd, const char* what) {
  return Descriptor(checked(fcntl(fd, F_DUPFD_CLOEXEC, 10), what));
}

/// The attributes and actions for posix_spawn, which uses vfork: its cost does not grow with the
/// grader's memory.
class Spawn {
 public:
  Spawn() {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    // A session of its own: Ctrl-C in the terminal only reaches the grader, which then ends it.
    posix_spawnattr_setflags(
        &attributes_,
        static_cast<short>(POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
    sigset_t set;
    sigemptyset(&set);
    posix_spawnattr_setsigmask(&attributes_, &set);
    sigfillset(&set);
    posix_spawnattr_setsigdefault(&attributes_, &set);
  }
  Spawn(const Spawn&) = delete;
  Spawn& operator=(const Spawn&) = delete;
  ~Spawn() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }

  void pass(int fd, int as) { posix_spawn_file_actions_adddup2(&actions_, fd, as); }

  pid_t start(const std::vector<std::string>& arguments,
              const std::vector<std::string>& environment) {
    const auto pointers = [](const std::vector<std::string>& list) {
      std::vector<char*> result;
      for (const auto& text : list) result.push_back(const_cast<char*>(text.c_str()));
      result.push_back(nullptr);
      return result;
    };
    pid_t child = 0;
    errno = posix_spawn(&child, arguments[0].c_str(), &actions_, &attributes_,
                        pointers(arguments).data(), pointers(environment).data());
    if (errno != 0) system_fault("cannot start " + arguments[0]);
    return child;
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

/// Two optional settings. When memory runs out, the kernel should kill this sandbox, not the
/// grader. And the helper should be scheduled at once, however many processes are running.
void set_priorities(pid_t helper) {
  setpriority(PRIO_PROCESS, static_cast<id_t>(helper), -20);  // for root
  const std::string path = "/proc/" + std::to_string(helper) + "/oom_score_adj";
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file) [[maybe_unused]]
    const ssize_t ignored = write(file.get(), "1000", 4);
}

/// `attached`: a descriptor to send along, or -1.
bool send_start(int socket, const control::Start& start, int attached) {
  iovec part = {const_cast<control::Start*>(&start), sizeof start};
  alignas(cmsghdr) char extra[CMSG_SPACE(sizeof attached)] = {};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (attached >= 0) {
    message.msg_control = extra;
    message.msg_controllen = sizeof extra;
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof attached);
    std::memcpy(CMSG_DATA(header), &attached, sizeof attached);
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL) >= 0;
}

/// Sends the whole plan. False if the other side has gone: it has then reported why.
/// `kept`: another command may follow. `again`: this one does, and its socket comes along.
bool send_plan(int socket, const Launcher& launcher, const Command& command,
               std::span<const sock_filter> filter, bool kept, bool again) {
  std::string body(reinterpret_cast<const char*>(filter.data()), filter.size_bytes());
  const auto add = [&](const std::string& text) {
    if (text.find('\0') != std::string::npos)
      throw GraderError("the sandbox: a zero byte in a command");
    body.append(text.c_str(), text.size() + 1);
  };
  add(command.directory);
  for (const auto& argument : command.argv) add(argument);
  for (const auto& [name, value] : command.environment) add(name + '=' + value);

  control::Start start = {};
  start.filter_instructions = static_cast<std::uint32_t>(filter.size());
  start.string_bytes = static_cast<std::uint32_t>(body.size() - filter.size_bytes());
  start.arguments = static_cast<std::uint32_t>(command.argv.size());
  start.variables = static_cast<std::uint32_t>(command.environment.size());
  start.has_socket = command.socket >= 0;
  start.isolated = launcher.isolate;
  start.nice = getpriority(PRIO_PROCESS, 0);
  start.kept = kept;
  start.file_bytes = command.limits.file_bytes;
  // A backup for the supervisor's limit on processes and threads between two samples, high enough
  // that the supervisor notices first. Many threads alone are harmless. The kernel counts per user
  // and namespace; without a namespace, all of the user's processes would count. Root is not
  // limited.
  if (launcher.isolate && launcher.bubblewrap.user_namespace && geteuid() != 0) {
    const auto most = static_cast<std::uint64_t>(command.limits.processes);
    start.processes = command.may_fork ? 2 * most + 8 : most + 4096;
  }

  if (!send_start(socket, start, again ? command.socket : -1)) return false;
  for (std::size_t at = 0; at < body.size(); at += control::chunk) {
    if (send(socket, body.data() + at, std::min(control::chunk, body.size() - at), MSG_NOSIGNAL) <
        0) {
      return false;
    }
  }
  return true;
}

/// The next report of that `kind`, and its sender.
Report expect(int socket, Report::Kind kind, pid_t& sender) {
  const auto report = receive_report(socket, patience_ms, &sender);
  if (report && (report->kind == kind || report->kind == Report::cannot_start)) return *report;
  Report none = {};
  none.kind = Report::cannot_start;
  return none;
}

std::string all_output(int fd) {
  std::string text;
  char buffer[4096];
  for (ssize_t got; text.size() < 65536 && (got = read(fd, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(got));
  }
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

/// Ends the started processes and throws.
[[noreturn]] void give_up(Launched& launched, const Report& report, const Command& command) {
  launched.control.reset();
  const bool helper_was_up = launched.helper != 0;
  if (!helper_was_up) ::kill(launched.child, SIGKILL);
  while (waitpid(launched.child, nullptr, 0) < 0 && errno == EINTR) {
  }
  const std::string output = all_output(launched.output.get());
  errno = static_cast<int>(report.value);
  switch (helper_was_up ? report.step : Report::none) {
    case Report::execute:
      system_fault("cannot execute " + command.argv[0]);
    case Report::directory:
      system_fault("cannot enter " + command.directory.string());
    case Report::filter:
      system_fault("the kernel refuses the seccomp filter");
    case Report::limits:
      system_fault("cannot set the resource limits");
    case Report::none:
      if (helper_was_up && report.value != 0) system_fault("cannot start a process");
  }
  throw GraderError(
      "the sandbox cannot be started: " + (output.empty() ? "no reason given" : output),
      bubblewrap_advice(output, kernel_setting));
}

/// The helper in its sandbox, with the grader's ends of its sockets. It waits for the plan.
Launched start_helper(const Launcher& launcher, const Command& command) {
  int pair[2];
  checked(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair), "socketpair");
  Launched launched;
  launched.isolated = launcher.isolate;
  launched.control = Descriptor(pair[0]);
  Descriptor helper_socket(pair[1]);
  const int on = 1;
  checked(setsockopt(pair[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on), "SO_PASSCRED");
  checked(pipe2(pair, O_CLOEXEC), "pipe");
  launched.output = Descriptor(pair[0]);
  Descriptor printed(pair[1]);
  checked(fcntl(pair[0], F_SETFL, O_NONBLOCK), "fcntl");

  {
    const Descriptor nothing(checked(open("/dev/null", O_RDONLY | O_CLOEXEC), "/dev/null"));
    const Descriptor in = high(nothing.get(), "dup");
    const Descriptor out = high(printed.get(), "dup");
    const Descriptor helper_end = high(helper_socket.get(), "dup");
    const Descriptor socket =
        command.socket >= 0 ? high(command.socket, "Command::socket") : Descriptor();
    Spawn spawn;
    spawn.pass(in.get(), 0);
    spawn.pass(out.get(), 1);
    spawn.pass(out.get(), 2);
    if (socket) spawn.pass(socket.get(), control::student_fd);
    spawn.pass(helper_end.get(), control::helper_fd);

    std::vector<std::string> arguments = {launcher.helper};
    std::vector<std::string> environment;
    if (launcher.isolate) {
      arguments = bubblewrap_arguments(launcher.bubblewrap, launcher.root, launcher.helper, command,
                                       launcher.gpus);
      if (!launcher.bubblewrap.library_path.empty()) {
        environment.push_back("LD_LIBRARY_PATH=" + launcher.bubblewrap.library_path);
      }
    }
    launched.child = spawn.start(arguments, environment);
  }
  helper_socket.reset();
  printed.reset();
  launched.child_handle = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, launched.child, 0)));
  return launched;
}

/// Returns after the command was executed.
void start_command(Launched& launched, const Launcher& launcher, const Command& command,
                   std::span<const sock_filter> filter, bool kept, bool again) {
  Report report = {};
  pid_t sender = 0;
  if (!send_plan(launched.control.get(), launcher, command, filter, kept, again))
    give_up(launched, report, command);
  report = expect(launched.control.get(), Report::born, sender);
  if (report.kind == Report::cannot_start) give_up(launched, report, command);
  launched.command = sender;
  report = expect(launched.control.get(), Report::running, sender);
  if (report.kind == Report::cannot_start) give_up(launched, report, command);
}

}  // namespace

std::optional<Report> receive_report(int socket, int timeout_ms, pid_t* sender) {
  pollfd readable = {socket, POLLIN, 0};
  int ready;
  while ((ready = poll(&readable, 1, timeout_ms)) < 0 && errno == EINTR) {
  }
  if (ready <= 0) return std::nullopt;
  Report report;
  iovec place = {&report, sizeof report};
  alignas(cmsghdr) char extra[CMSG_SPACE(sizeof(ucred))];
  msghdr message = {};
  message.msg_iov = &place;
  message.msg_iovlen = 1;
  message.msg_control = extra;
  message.msg_controllen = sizeof extra;
  ssize_t got;
  while ((got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
  }
  if (got != sizeof report) return std::nullopt;
  const cmsghdr* header = CMSG_FIRSTHDR(&message);
  if (sender != nullptr && header != nullptr && header->cmsg_type == SCM_CREDENTIALS) {
    ucred from;
    std::memcpy(&from, CMSG_DATA(header), sizeof from);
    *sender = from.pid;
  }
  return report;
}

Launched launch(const Launcher& launcher, const Command& command,
                std::span<const sock_filter> filter, bool kept) {
  if (command.argv.empty()) throw GraderError("the sandbox: an empty command");
  Launched launched = start_helper(launcher, command);
  pid_t sender = 0;
  Report report = expect(launched.control.get(), Report::helper, sender);
  if (report.kind == Report::cannot_start) give_up(launched, report, command);
  launched.helper = sender;
  // The helper is waiting for the plan, so its pid is still valid.
  launched.helper_handle = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, sender, 0)));
  if (!launched.child_handle || !launched.helper_handle) {
    report.value = errno;  // no such call before Linux 5.3
    give_up(launched, report, command);
  }
  set_priorities(launched.helper);
  launched.memory = MemoryGroup::around(launched.helper, launcher.memory);
  start_command(launched, launcher, command, filter, kept, false);
  return launched;
}

void end_sandbox(Launched& launched) {
  if (!launched.control) return;
  // When the first process of a PID namespace ends, the kernel kills all others, however fast they
  // fork.
  if (launched.isolated)
    syscall(SYS_pidfd_send_signal, launched.helper_handle.get(), SIGKILL, nullptr, 0);
  shutdown(launched.control.get(), SHUT_WR);  // without a namespace the helper ends them
  pollfd gone = {launched.child_handle.get(), POLLIN, 0};
  int ready;
  while ((ready = poll(&gone, 1, longest_end_ms)) < 0 && errno == EINTR) {
  }
  if (ready <= 0) {
    throw GraderError("the sandbox: a process cannot be ended (it waits inside the kernel)",
                      "look for a device or a file system that hangs: 'warpgrade doctor', 'dmesg'");
  }
  while (waitpid(launched.child, nullptr, 0) < 0 && errno == EINTR) {
  }
  launched.memory.reset();
  launched.control.reset();
}

void launch_next(Launched& launched, const Launcher& launcher, const Command& command,
                 std::span<const sock_filter> filter) {
  start_command(launched, launcher, command, filter, true, true);
}

}  // namespace warpgrade
