// Theory of operation. The first finding starts the program's file once more, under a reserved
// name: there, its first constructor acts as the reporter's main function. A socket connects the
// two. Each finding is sent when it is made. At its end, the program says so and waits for an
// answer; if it is killed, the closed socket tells. The program's side only uses what signal
// handlers may: no locks, no allocation.
#include "check/report/reporter.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "check/report/findings.h"

namespace simt::check {

namespace {

constexpr const char* reporter_name = "simt: tells what was found";
constexpr int reporter_socket = 3;

struct Message {
  enum : std::uint32_t { finding, count, print_all, forget } what = finding;
  std::uint32_t index = 0;
  std::uint64_t more_findings = 0;
  Finding found = {};  // for a count, only that is set
};

int reporter = -1;  // the socket
pid_t starter = 0;  // findings of forked processes are not reported

/// Returns whether the whole message was sent.
bool send(const Message& m) {
  ssize_t sent = -1;
  do {
    sent = ::send(reporter, &m, sizeof m, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == sizeof m;
}

void start_reporter() {
  starter = getpid();
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return;
  static char* words[] = {const_cast<char*>(reporter_name), nullptr};
  const pid_t child = vfork();
  if (child == 0) {
    // The reporter's end stays open across exec, whatever its number.
    if (ends[1] == reporter_socket ? fcntl(ends[1], F_SETFD, 0) == 0
                                   : dup2(ends[1], reporter_socket) == reporter_socket)
      execve("/proc/self/exe", words, environ);
    _exit(1);
  }
  close(ends[1]);
  // A double fork, so that the program never sees an unexpected child.
  int status = -1;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (child > 0 && status == 0)
    reporter = ends[0];
  else
    close(ends[0]);
}

void run_reporter() {
  // Signals to the program's process group or from the keyboard must not stop the reporter.
  setsid();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) std::signal(signal, SIG_IGN);
  close(STDIN_FILENO);
  close(STDOUT_FILENO);
  syscall(SYS_close_range, reporter_socket + 1, ~0u, 0);
  static Message m;
  bool ended = false;
  while (!ended && recv(reporter_socket, &m, sizeof m, 0) == sizeof m) {
    if (m.what == Message::forget) return;
    ended = m.what == Message::print_all;
    Report& r = report();
    r.more_findings = m.more_findings;
    if (ended || m.index >= Report::most_findings) continue;
    if (m.what == Message::count) {
      r.findings[m.index].count = m.found.count;
      continue;
    }
    r.findings[m.index] = m.found;
    if (r.finding_count <= m.index) r.finding_count = m.index + 1;
  }
  print_findings();
  if (ended) ::send(reporter_socket, "", 1, MSG_NOSIGNAL);
}

/// Empties the file if there are no findings.
void empty_file() {
  const char* name = std::getenv("SIMT_FINDINGS");
  if (name) close(open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
}

[[gnu::constructor(101)]] void become_reporter(int, char** words, char**) {
  if (words[0] == nullptr || std::strcmp(words[0], reporter_name) != 0) return;
  const pid_t child = fork();
  if (child == 0) run_reporter();
  _exit(child < 0 ? 1 : 0);
}

}  // namespace

void send_to_reporter(Part part, std::uint32_t index) {
  if (part != Part::finding) return;
  if (starter == 0) start_reporter();
  if (reporter < 0 || starter != getpid()) return;
  send({Message::finding, index, report().more_findings, report().findings[index]});
}

void flush_report() {
  if (starter == 0) return empty_file();
  if (starter != getpid()) return;
  write_counts();
  if (reporter < 0) return print_findings();
  const Report& r = report();
  Message m{Message::count, 0, r.more_findings, {}};
  for (; m.index < r.finding_count; ++m.index) {
    m.found.count = r.findings[m.index].count;
    send(m);
  }
  m.what = Message::print_all;
  char answer = 0;
  if (send(m))
    while (recv(reporter, &answer, 1, 0) < 0 && errno == EINTR) {
    }
  close(reporter);
  reporter = -1;
  starter = -1;
}

void dismiss_reporter() {
  if (reporter < 0 || starter != getpid()) return;
  send({Message::forget, 0, 0, {}});
}

}  // namespace simt::check
