#include "check/report/slow_call.h"

#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <functional>
#include <memory_resource>
#include <string>

#include "check/report/findings.h"
#include "check/report/own_frames.h"
#include "check/report/reporter.h"
#include "check/state.h"
#include "engine/checker.h"
#include "engine/fault.h"

namespace simt::check {

namespace {

constexpr int most_reports = 8;
// Attempts that fail because the engine is between two threads of a block, for example at a
// barrier.
constexpr int most_misses = 48;

double seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double call_began = seconds(), grid_began = 0;
int reports_left = 0, misses_left = 0;
int stopped_by = 0;  // signal number
double stopped_at = 0;

timeval to_timeval(double seconds) {
  const double whole = std::floor(seconds);
  return {static_cast<time_t>(whole), static_cast<suseconds_t>(1e6 * (seconds - whole))};
}

void arm(__itimer_which timer, double after, double then) {
  const itimerval when{to_timeval(then), to_timeval(after)};
  setitimer(timer, &when, nullptr);
}

/// Reports an endless loop of a host call or of a kernel.
bool found_loop(const At& place, const At& other, const char* cause, double began, bool kernel) {
  char memory[sizeof(Finding::facts) * 2];
  std::pmr::monotonic_buffer_resource pool(memory, sizeof memory);
  const auto describe_loop = [&] {
    Facts facts(&pool);
    facts.reserve(sizeof(Finding::facts))
        .add("seconds", std::to_string(static_cast<int>(seconds() - began + 0.5)))
        .add("loop", "this loop");
    if (kernel) facts.add_running_thread();
    return facts;
  };
  return found_if_free(Level::error, place, other, cause, std::ref(describe_loop));
}

/// Reports the interrupted thread's loop. Returns false if it cannot be determined (now). Takes no
/// lock that the interrupted thread may hold: malloc's or the findings'.
bool find_endless_loop(const void* raw) {
  const detail::Grid* grid = current.grid;
  // A host that launches kernels in a loop spends most of the time inside a kernel.
  const bool kernel = grid && 2 * (seconds() - grid_began) > seconds() - call_began;
  if (grid && !kernel)
    return found_loop(at(grid->site.file, grid->site.line), {}, "loop.endless-on-host", call_began,
                      false);
  const auto* context = static_cast<const ucontext_t*>(raw);
  // Otherwise the engine is switching threads.
  const auto* const stack = reinterpret_cast<const void*>(detail::stack_pointer(*context));
  if (kernel && (!detail::in_kernel() || detail::address_space(stack) != detail::Space::stacks))
    return false;
  const OwnFrames frames = own_frames(detail::program_counter(*context));
  if (frames.count == 0) return false;
  return found_loop(at(frames.pc[0]), at(frames.pc[1]),
                    kernel ? "loop.endless" : "loop.endless-on-host",
                    kernel ? grid_began : call_began, kernel);
}

void on_timer(int, siginfo_t*, void* raw) {
  if (reports_left == 0) return;
  const bool reported = find_endless_loop(raw);
  if (reported || --misses_left <= 0) --reports_left;
  if (stopped_by == 0 || (reports_left > 0 && !reported)) return;
  flush_report();
  std::signal(stopped_by, SIG_DFL);
  raise(stopped_by);
}

void handle(int signal, void (*handler)(int, siginfo_t*, void*), int flags) {
  detail::use_alternate_stack();
  struct sigaction action {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

void on_stop(int signal, siginfo_t*, void*) {
  if (stopped_by != 0) {
    // Some tools signal the process and then its group at once; a second Ctrl+C comes later.
    if (seconds() - stopped_at < 0.5) return;
    std::signal(signal, SIG_DFL);
    raise(signal);
  }
  stopped_by = signal;
  stopped_at = seconds();
  reports_left = most_reports;
  misses_left = 0;
  handle(SIGALRM, on_timer, SA_RESTART);
  arm(ITIMER_REAL, 0.01, 0.01);
}

}  // namespace

void watch_for_slow_call(const SlowCallLimits& late) {
  call_began = seconds();
  reports_left = late.processor > 0 || late.wall > 0 ? most_reports : 0;
  misses_left = most_misses;
  if (reports_left > 0) {
    handle(SIGALRM, on_timer, SA_RESTART);
    handle(SIGPROF, on_timer, SA_RESTART);
  }
  arm(ITIMER_REAL, late.wall, late.wall / 64);
  arm(ITIMER_PROF, late.processor, late.processor / 64);
}

void report_when_stopped() {
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction now {};
    sigaction(signal, nullptr, &now);
    if (now.sa_handler == SIG_DFL) handle(signal, on_stop, 0);
  }
}

void note_grid_begins() { grid_began = seconds(); }

}  // namespace simt::check
