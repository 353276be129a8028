#include "cli/interrupt.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <thread>

#include "base/fault.h"
#include "report/progress.h"
#include "toolchain/installation.h"
#include "watch/screen.h"

namespace warpgrade {
namespace {

int wake[2];  // a pipe that carries the received signals
std::atomic<bool> deferring = false;
std::atomic<bool> interrupted = false;
std::atomic<void (*)()> on_interrupt = nullptr;

void on_signal(int number) {
  const int error = errno;
  const char byte = static_cast<char>(number);
  (void)!write(wake[1], &byte, 1);
  errno = error;
}

}  // namespace

void handle_interrupts() {
  if (pipe2(wake, O_CLOEXEC) != 0) throw GraderError("cannot make a pipe");
  sigset_t signals;
  sigemptyset(&signals);
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  for (const int s : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    sigaction(s, nullptr, &before);
    // A process started in the background or under nohup should keep running.
    if (before.sa_handler == SIG_IGN) continue;
    sigaddset(&signals, s);
    sigaction(s, &action, nullptr);
  }
  // Signals are blocked in threads of the grader. OpenBLAS starts its threads before main(), where
  // signals are not blocked: hence a handler instead of sigwait.
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread([signals] {
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
    char number = 0;
    while (read(wake[0], &number, 1) != 1 || (deferring && !interrupted.exchange(true))) {
    }
    // This thread may call functions that a signal handler must not call.
    Progress::erase_in_signal_handler();
    watch::Screen::leave_in_signal_handler();
    if (void (*const also)() = on_interrupt) also();
    Workspace::remove_all();
    _exit(128 + number);
  }).detach();
}

void call_when_interrupted(void (*action)()) { on_interrupt = action; }

void defer_first_interrupt() { deferring = true; }

bool stop_requested() { return interrupted; }

}  // namespace warpgrade
