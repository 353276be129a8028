#include "cli/interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <thread>

#include "report/progress.h"
#include "toolchain/installation.h"

namespace warpgrade {

void handle_interrupts() {
  // A thread that waits for the signals may do what a signal handler may not.
  static sigset_t signals;
  sigemptyset(&signals);
  for (const int s : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, s);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread([] {
    int caught = 0;
    sigwait(&signals, &caught);
    Progress::erase_in_signal_handler();
    Workspace::remove_all();
    _exit(128 + caught);
  }).detach();
}

}  // namespace warpgrade
