#include "sandbox/process_tree.h"

#include <dirent.h>
#include <poll.h>
#include <sched.h>
#include <sys/syscall.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>

namespace warpgrade {
namespace {

using Clock = std::chrono::steady_clock;

/// The contents of a file in /proc, "" if the process has gone. `buffer` holds them.
template <std::size_t n>
std::string_view slurp(const char* path, char (&buffer)[n]) {
  const Descriptor file(open(path, O_RDONLY | O_CLOEXEC));
  if (!file) return {};
  const ssize_t got = read(file.get(), buffer, n - 1);
  if (got >= 0) buffer[got] = 0;
  return got > 0 ? std::string_view(buffer, static_cast<std::size_t>(got)) : std::string_view();
}

struct Stat {
  char state = 'X';
  pid_t parent = 0;
  long ticks = 0;         // of CPU time
  long reaped_ticks = 0;  // of its ended and reaped children
  int threads = 0;
};

std::optional<Stat> parse_stat(std::string_view text) {
  // The second field is the program's name in brackets, which may itself contain brackets.
  const auto bracket = text.rfind(')');
  if (bracket == std::string_view::npos || bracket + 2 >= text.size()) return std::nullopt;
  const char* at = text.data() + bracket + 2;
  const char* const end = text.data() + text.size();
  Stat stat;
  stat.state = *at++;
  // proc(5): field 3 is the state, 4 the parent, 14 to 17 utime, stime, cutime, cstime, 20 the
  // threads.
  for (int field = 4; field <= 20; ++field) {
    while (at < end && *at == ' ') ++at;
    long value = 0;
    at = std::from_chars(at, end, value).ptr;
    while (at < end && *at != ' ') ++at;  // a number too large for long
    if (field == 4) stat.parent = static_cast<pid_t>(value);
    if (field == 14 || field == 15) stat.ticks += value;
    if (field == 16 || field == 17) stat.reaped_ticks += value;
    if (field == 20) stat.threads = static_cast<int>(value);
  }
  return stat;
}

std::optional<Stat> read_stat(pid_t process) {
  char path[64];
  char buffer[1024];
  std::snprintf(path, sizeof path, "/proc/%d/stat", process);
  return parse_stat(slurp(path, buffer));
}

/// The numeric names of the entries of a folder in /proc.
std::vector<pid_t> numbers(const char* path) {
  std::vector<pid_t> list;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(path), &closedir);
  if (!folder) return list;
  while (const dirent* entry = readdir(folder.get())) {
    if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9') {
      list.push_back(static_cast<pid_t>(std::atoi(entry->d_name)));
    }
  }
  return list;
}

/// The kernel's list of children (CONFIG_PROC_CHILDREN).
bool add_listed_children(pid_t process, std::vector<pid_t>& to) {
  char path[96];
  std::snprintf(path, sizeof path, "/proc/%d/task", process);
  bool listed = false;
  for (const pid_t thread : numbers(path)) {
    char buffer[8192];
    std::snprintf(path, sizeof path, "/proc/%d/task/%d/children", process, thread);
    const Descriptor file(open(path, O_RDONLY | O_CLOEXEC));
    if (!file) continue;
    listed = true;
    std::string text;
    for (ssize_t got; (got = read(file.get(), buffer, sizeof buffer)) > 0;) {
      text.append(buffer, static_cast<std::size_t>(got));
    }
    const char* at = text.data();
    const char* const end = at + text.size();
    for (pid_t child; at < end;) {
      const auto [next, error] = std::from_chars(at, end, child);
      if (error != std::errc()) break;
      to.push_back(child);
      at = next + 1;
    }
  }
  return listed;
}

/// Without that: every process of the machine whose ancestors include `root`.
std::vector<pid_t> searched_descendants(pid_t root, std::size_t most) {
  std::vector<std::pair<pid_t, pid_t>> all;  // process, parent
  for (const pid_t process : numbers("/proc")) {
    if (const auto stat = read_stat(process)) all.emplace_back(process, stat->parent);
  }
  std::vector<pid_t> found = {root};
  for (std::size_t i = 0; i < found.size() && found.size() <= most; ++i) {
    for (const auto& [process, parent] : all) {
      if (parent == found[i]) found.push_back(process);
    }
  }
  found.erase(found.begin());
  return found;
}

/// All descendants, or at least more than `most`.
std::vector<pid_t> descendants(pid_t root, std::size_t most) {
  std::vector<pid_t> found;
  if (!add_listed_children(root, found)) return searched_descendants(root, most);
  for (std::size_t i = 0; i < found.size() && found.size() <= most; ++i) {
    add_listed_children(found[i], found);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

/// The number after `key` in /proc/<pid>/status, 0 if missing: memory is in kB.
std::size_t status_number(std::string_view status, std::string_view key) {
  const auto at = status.find(key);
  if (at == std::string_view::npos) return 0;
  return std::strtoull(status.data() + at + key.size(), nullptr, 10);
}

/// The process's lines in /proc, from any living thread: an ended first thread shows neither memory
/// nor, in its stat, the other threads.
std::string_view living_lines(pid_t process, const char* file, bool (*lives)(std::string_view),
                              char (&buffer)[4096]) {
  char path[96];
  std::snprintf(path, sizeof path, "/proc/%d/%s", process, file);
  const std::string_view first = slurp(path, buffer);
  if (first.empty() || lives(first)) return first;
  std::snprintf(path, sizeof path, "/proc/%d/task", process);
  for (const pid_t thread : numbers(path)) {
    std::snprintf(path, sizeof path, "/proc/%d/task/%d/%s", process, thread, file);
    if (const std::string_view lines = slurp(path, buffer); lives(lines)) return lines;
  }
  return {};
}

std::string_view living_status(pid_t process, char (&buffer)[4096]) {
  const auto lives = [](std::string_view lines) {
    return lines.find("\nRssAnon:") != std::string_view::npos;
  };
  return living_lines(process, "status", lives, buffer);
}

bool is_dead(const std::optional<Stat>& stat) {
  return !stat || stat->state == 'Z' || stat->state == 'X';
}

/// The threads that have not ended: the kernel also counts an ended first thread.
int living_threads(pid_t process) {
  char buffer[4096];
  const auto lives = [](std::string_view lines) { return !is_dead(parse_stat(lines)); };
  const auto stat = parse_stat(living_lines(process, "stat", lives, buffer));
  if (!stat) return 0;
  return stat->threads - (is_dead(read_stat(process)) ? 1 : 0);
}

enum class Motion { stopped, waiting, running };

/// waiting: all threads that have not stopped are in uninterruptible system calls. They will stop
/// before they return.
Motion motion(pid_t process) {
  char path[96];
  std::snprintf(path, sizeof path, "/proc/%d/task", process);
  Motion all = Motion::stopped;
  for (const pid_t thread : numbers(path)) {
    char buffer[1024];
    std::snprintf(path, sizeof path, "/proc/%d/task/%d/stat", process, thread);
    const auto stat = parse_stat(slurp(path, buffer));
    if (!stat || stat->state == 'T' || stat->state == 't' || stat->state == 'Z' ||
        stat->state == 'X') {
      continue;
    }
    if (stat->state != 'D') return Motion::running;
    all = Motion::waiting;
  }
  return all;
}

int open_pidfd(pid_t process) { return static_cast<int>(syscall(SYS_pidfd_open, process, 0)); }

}  // namespace

ProcessTree::ProcessTree(pid_t helper, pid_t command, bool alone)
    : helper_(helper), command_(command), alone_(alone), command_handle_(open_pidfd(command)) {
  // If it has ended already, the number may belong to another process.
  const auto stat = read_stat(command);
  if (!stat || stat->parent != helper) command_handle_.reset();
}

std::vector<pid_t> ProcessTree::members(std::size_t most) const {
  if (!alone_) return descendants(helper_, most);
  pollfd ended = {command_handle_.get(), POLLIN, 0};
  if (!command_handle_ || poll(&ended, 1, 0) > 0) return {};
  return {command_};
}

double ProcessTree::cpu_seconds() const {
  if (alone_) {
    // The process's CPU clock has nanoseconds; /proc has hundredths of a second.
    clockid_t clock;
    timespec used;
    if (!command_handle_ || clock_getcpuclockid(command_, &clock) != 0 ||
        clock_gettime(clock, &used) != 0) {
      return 0;
    }
    return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
  }
  long ticks = 0;
  // The helper's own usage is not counted; its line also contains the time of the processes that it
  // reaped.
  if (const auto stat = read_stat(helper_)) ticks += stat->reaped_ticks;
  for (const pid_t process : members()) {
    if (const auto stat = read_stat(process)) ticks += stat->ticks + stat->reaped_ticks;
  }
  return static_cast<double>(ticks) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

Usage ProcessTree::usage(int most) const {
  Usage sum;
  const auto all = members(static_cast<std::size_t>(most));
  if (all.size() > static_cast<std::size_t>(most)) {
    sum.threads = static_cast<int>(all.size());
    return sum;
  }
  sum.cpu_seconds = cpu_seconds();
  std::size_t shared = 0;
  for (const pid_t process : all) {
    char buffer[4096];
    const std::string_view status = living_status(process, buffer);
    sum.threads += static_cast<int>(status_number(status, "\nThreads:"));
    sum.runnable |= status.find("\nState:\tR") != std::string_view::npos;
    for (const char* own : {"\nRssAnon:", "\nVmSwap:", "\nVmPTE:", "\nHugetlbPages:"})
      sum.memory_bytes += 1024 * status_number(status, own);
    // Shared memory is usually the same memory: two processes that map the grader's buffers do not
    // use them twice.
    shared = std::max(shared, 1024 * status_number(status, "\nRssShmem:"));
  }
  sum.memory_bytes += shared;
  return sum;
}

int ProcessTree::threads() const {
  int sum = 0;
  for (const pid_t process : members()) {
    sum += living_threads(process);
  }
  return sum;
}

void ProcessTree::signal(pid_t process, int number) const {
  if (process == command_) {
    if (command_handle_) syscall(SYS_pidfd_send_signal, command_handle_.get(), number, nullptr, 0);
    return;
  }
  // Open the process first, then check that it still belongs to the sandbox: pids are reused.
  const Descriptor handle(open_pidfd(process));
  if (!handle) return;
  for (pid_t at = process; at > 1;) {
    const auto stat = read_stat(at);
    if (!stat) return;
    at = stat->parent;
    if (at == helper_) {
      syscall(SYS_pidfd_send_signal, handle.get(), number, nullptr, 0);
      return;
    }
  }
}

bool ProcessTree::freeze(std::chrono::milliseconds patience) {
  const auto begin = Clock::now();
  for (bool all_stopped = false; !all_stopped;) {
    all_stopped = true;
    const auto all = members();
    for (const pid_t process : all) {
      if (std::find(frozen_.begin(), frozen_.end(), process) != frozen_.end()) continue;
      signal(process, SIGSTOP);
      frozen_.push_back(process);
      all_stopped = false;  // it may have started another before it stopped
    }
    for (const pid_t process : all) {
      for (int turn = 0;; ++turn) {
        const Motion now = motion(process);
        if (now == Motion::stopped) break;
        const auto taken = Clock::now() - begin;
        // A parent in vfork cannot stop while its child, already stopped, does not continue.
        if (now == Motion::waiting && taken > std::chrono::milliseconds(200)) break;
        if (taken > patience) return false;
        // A sample takes about 20 µs, and on a busy machine it delays the process from stopping.
        if (turn < 3)
          sched_yield();
        else
          std::this_thread::sleep_for(std::chrono::microseconds(50));
      }
    }
    if (alone_) break;  // one process, and it has stopped
  }
  return true;
}

void ProcessTree::thaw() {
  for (const pid_t process : frozen_) signal(process, SIGCONT);
  frozen_.clear();
}

}  // namespace warpgrade
