#include "sandbox/supervisor.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>

namespace warpgrade {
namespace {

using std::chrono::duration;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

// The fastest rate at which a program can fill memory: one core clearing pages, 10 GB/s on a fast
// machine.
constexpr double fill_bytes_per_second = 10e9;

// A command that has closed its socket should end; if it runs longer than this, it is ended.
constexpr milliseconds last_words{3000};

// Threads stop within milliseconds, even with dozens per processor. One that does not is in a slow
// system call; its usage there is checked.
constexpr milliseconds until_stop_is_watched{250};
constexpr milliseconds longest_stop{30000};

// Share of a processor below which a command counts as idle: even on a very busy machine, a
// computing process gets more.
constexpr double hardly_any = 0.01;

// Samples are much more frequent than this: at a longer gap, the whole machine was suspended.
constexpr milliseconds longest_gap{100};

enum class Readiness { nothing, data, closed };

/// Distinguishes data from the end of the other side; poll reports both as readable.
Readiness readiness(const pollfd& entry) {
  if (entry.revents == 0) return Readiness::nothing;
  if ((entry.revents & POLLIN) == 0) return Readiness::closed;
  char byte;
  const ssize_t got = recv(entry.fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  if (got > 0 || (got < 0 && errno == ENOTSOCK)) return Readiness::data;
  if (got == 0 && (entry.revents & (POLLHUP | POLLRDHUP)) == 0)
    return Readiness::data;  // an empty record
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return Readiness::nothing;
  // Whether the socket listens and a connection is pending.
  int listens = 0;
  socklen_t size = sizeof listens;
  if (getsockopt(entry.fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0 && listens != 0)
    return Readiness::data;
  return Readiness::closed;
}

}  // namespace

Supervisor::Supervisor(Launched launched, const Command& command, std::stop_token stop)
    : Supervisor(std::make_shared<Launched>(std::move(launched)), command, std::move(stop)) {
  kept_ = false;
}

Supervisor::Supervisor(std::shared_ptr<Launched> kept, const Command& command, std::stop_token stop)
    : shared_(std::move(kept)),
      kept_(true),
      stop_(std::move(stop)),
      limits_(command.limits),
      tree_(sandbox_.helper, sandbox_.command, !command.may_fork) {}

Supervisor::~Supervisor() {
  try {
    kill();
  } catch (const GraderError&) {
    // Callers that need the result call kill() first.
  }
}

void Supervisor::sample_usage() {
  const Usage now = tree_.usage(limits_.processes);
  // A process that ends between two lines of /proc is in neither, so never let the time decrease.
  usage_.cpu_seconds = std::max(usage_.cpu_seconds, now.cpu_seconds);
  usage_.memory_bytes = now.memory_bytes;
  if (sandbox_.memory) {
    if (const auto all = sandbox_.memory->bytes())
      usage_.memory_bytes = std::max(usage_.memory_bytes, *all);
  }
  usage_.threads = now.threads;
  peak_bytes_ = std::max(peak_bytes_, usage_.memory_bytes);
  ++samples_;
  const auto at = Clock::now();
  // On a busy machine whoever computes may wait long for a processor.
  if (!now.runnable) stalled_ += std::min<Clock::duration>(at - last_sample_, longest_gap);
  last_sample_ = at;
  if (usage_.cpu_seconds - stall_cpu_ > hardly_any * limits_.stall_seconds) {
    stall_cpu_ = usage_.cpu_seconds;
    stalled_ = {};
  }
}

nanoseconds Supervisor::until_next_sample() const {
  // Early enough that the remaining memory cannot be filled twice before the next sample. The first
  // samples come early, because nothing is known yet.
  const double left = limits_.memory_bytes > usage_.memory_bytes
                          ? static_cast<double>(limits_.memory_bytes - usage_.memory_bytes)
                          : 0;
  const double seconds =
      std::clamp(left / fill_bytes_per_second, 0.002, samples_ < 2 ? 0.005 : 0.020);
  const auto wall_left = duration<double>(limits_.wall_seconds) - (Clock::now() - wall_mark_);
  return std::chrono::ceil<nanoseconds>(
      std::clamp<duration<double>>(wall_left, duration<double>(0), duration<double>(seconds)));
}

/// Takes a sample now.
std::optional<Ended::How> Supervisor::used_too_much() const {
  // A control group also counts stacks and page tables of a thousand processes; then these are the
  // problem.
  if (usage_.threads > limits_.processes) return Ended::How::process_limit;
  if (usage_.memory_bytes > limits_.memory_bytes) return Ended::How::memory_limit;
  if (usage_.cpu_seconds - cpu_mark_ > limits_.cpu_seconds) return Ended::How::cpu_limit;
  return std::nullopt;
}

std::optional<Ended::How> Supervisor::beyond() const {
  if (output_over_) return Ended::How::output_limit;
  if (const auto how = used_too_much()) return how;
  if (duration<double>(Clock::now() - wall_mark_).count() > limits_.wall_seconds) {
    return Ended::How::wall_limit;
  }
  if (limits_.stall_seconds > 0 && duration<double>(stalled_).count() > limits_.stall_seconds)
    return Ended::How::stalled;
  return std::nullopt;
}

void Supervisor::drain() {
  char buffer[65536];
  // At most this much at once: endless output must not keep the supervisor here.
  for (std::size_t taken = 0; taken < (1 << 20);) {
    const ssize_t got = read(sandbox_.output.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return;
    const auto bytes = static_cast<std::size_t>(got);
    taken += bytes;
    const std::size_t space =
        limits_.output_bytes > output_.size() ? limits_.output_bytes - output_.size() : 0;
    output_.append(buffer, std::min(bytes, space));
    dropped_ += bytes - std::min(bytes, space);
    if (dropped_ > limits_.dropped_bytes) output_over_ = true;
  }
}

/// Kills the command and waits until the helper has reaped it.
void Supervisor::end_command() {
  if (last_report_ || !sandbox_.control) return;
  tree_.kill();
  if (!receive_report(sandbox_.control.get(), longest_end_ms)) end_sandbox(sandbox_);
}

/// `how`: the supervisor's reason; if the command had ended by itself, that counts.
Ended Supervisor::conclude(Ended::How how) {
  if (!last_report_) {
    sample_usage();  // the last chance to see what it used
    last_report_ = receive_report(sandbox_.control.get(), 0);
  }
  kept_ ? end_command() : end_sandbox(sandbox_);
  drain();
  Ended result;
  result.how = how;
  result.code = SIGKILL;
  result.cpu_seconds = usage_.cpu_seconds;
  if (last_report_) {
    const int status = static_cast<int>(last_report_->value);
    if (how == Ended::How::exited || how == Ended::How::killed) {
      result.how = WIFSIGNALED(status) ? Ended::How::signalled : Ended::How::exited;
      result.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
      if (output_over_) result.how = Ended::How::output_limit;
    }
    result.cpu_seconds = static_cast<double>(last_report_->cpu_microseconds) * 1e-6;
    // For a command too short to be sampled: the kernel's peak, which includes mapped files.
    if (samples_ < 3) {
      peak_bytes_ =
          std::max(peak_bytes_, static_cast<std::size_t>(last_report_->peak_kilobytes) * 1024);
    }
  }
  result.wall_seconds = duration<double>(Clock::now() - started_).count();
  result.peak_memory_bytes = peak_bytes_;
  result.output = std::move(output_);
  output_.clear();
  ended_ = result;
  return result;
}

std::optional<Ended> Supervisor::watch(int fd) {
  if (ended_) return ended_;
  std::optional<Clock::time_point> closed;  // when the other side of `fd` was seen closed
  auto next_sample = Clock::now() + until_next_sample();
  for (;;) {
    pollfd entries[3] = {{closed ? -1 : fd, POLLIN | POLLRDHUP, 0},
                         {sandbox_.output.get(), POLLIN, 0},
                         {sandbox_.control.get(), POLLIN, 0}};
    const nanoseconds pause = std::max<nanoseconds>(next_sample - Clock::now(), nanoseconds(0));
    const timespec timeout = {static_cast<time_t>(pause.count() / 1000000000),
                              static_cast<long>(pause.count() % 1000000000)};
    if (ppoll(entries, 3, &timeout, nullptr) < 0) {
      if (errno == EINTR) continue;
      system_fault("poll");
    }
    // An answer given before the end counts.
    const Readiness answer = readiness(entries[0]);
    if (answer == Readiness::data) return std::nullopt;
    if (answer == Readiness::closed) closed = Clock::now();
    if (entries[1].revents != 0) drain();
    if (entries[2].revents != 0) {
      last_report_ = receive_report(sandbox_.control.get(), 0);
      if (!last_report_) {
        end_sandbox(sandbox_);
        throw SandboxKilled("the sandbox was ended from outside",
                            "see with 'dmesg' whether the machine ran out of memory");
      }
      return conclude(Ended::How::exited);
    }
    if (!output_over_ && Clock::now() < next_sample) continue;
    if (stop_.stop_requested()) {
      conclude(Ended::How::killed);
      throw Stopped();
    }
    sample_usage();
    if (const auto how = beyond()) return conclude(*how);
    if (closed && Clock::now() - *closed > last_words) return conclude(Ended::How::killed);
    next_sample = Clock::now() + until_next_sample();
  }
}

std::optional<Ended> Supervisor::supervise(int fd, const Limits& limits) {
  limits_ = limits;
  wall_mark_ = last_sample_ = Clock::now();
  stalled_ = {};
  if (!ended_) cpu_mark_ = std::max(usage_.cpu_seconds, tree_.cpu_seconds());
  pollfd entry = {fd, POLLIN | POLLRDHUP, 0};
  if (ended_ && poll(&entry, 1, 0) > 0 && readiness(entry) == Readiness::data) return std::nullopt;
  return watch(fd);
}

Ended Supervisor::wait() { return *watch(-1); }

Ended Supervisor::kill() { return ended_ ? *ended_ : conclude(Ended::How::killed); }

std::optional<Ended> Supervisor::freeze() {
  const auto begin = Clock::now();
  while (!ended_ && !tree_.freeze(until_stop_is_watched)) {
    if (stop_.stop_requested()) {
      conclude(Ended::How::killed);
      throw Stopped();
    }
    sample_usage();
    if (const auto how = used_too_much()) return conclude(*how);
    if (Clock::now() - begin > longest_stop) return conclude(Ended::How::does_not_stop);
  }
  return std::nullopt;
}

void Supervisor::thaw() {
  if (!ended_) tree_.thaw();
}

int Supervisor::threads() const { return ended_ ? 0 : tree_.threads(); }

double Supervisor::cpu_seconds() const {
  return ended_ ? ended_->cpu_seconds : std::max(usage_.cpu_seconds, tree_.cpu_seconds());
}

std::string Supervisor::take_output() {
  if (!ended_) drain();
  std::string taken = std::move(output_);
  output_.clear();
  dropped_ = 0;
  return taken;
}

}  // namespace warpgrade
