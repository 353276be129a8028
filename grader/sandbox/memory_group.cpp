#include "sandbox/memory_group.h"

#include <sys/stat.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <csignal>
#include <fstream>
#include <sstream>
#include <string_view>
#include <thread>

#include "sandbox/descriptor.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;

const std::string prefix = "warpgrade-";

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

bool holds_word(const fs::path& path, const std::string& word) {
  std::istringstream words(contents(path));
  for (std::string each; words >> each;)
    if (each == word) return true;
  return false;
}

/// A single write, as the kernel requires.
bool put(const fs::path& path, const std::string& text) {
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file && write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

bool counts_below(const fs::path& group) {
  return holds_word(group / "cgroup.subtree_control", "memory");
}

fs::path fresh_name(const fs::path& parent) {
  static std::atomic<int> number{0};
  return parent / (prefix + std::to_string(getpid()) + "-" + std::to_string(number++));
}

/// Removes groups left by a killed grader. The kernel refuses to remove a group with processes.
void sweep(const fs::path& parent) {
  std::error_code ignored;
  for (fs::directory_iterator at(parent, ignored), end; at != end; at.increment(ignored)) {
    const std::string name = at->path().filename();
    if (name.rfind(prefix, 0) != 0) continue;
    const pid_t maker = std::atoi(name.c_str() + prefix.size());
    if (maker > 0 && ::kill(maker, 0) != 0 && errno == ESRCH) rmdir(at->path().c_str());
  }
}

/// True if a group can be created below it, entered and read.
bool can_hold_groups(const fs::path& parent) {
  if (!counts_below(parent) || access((parent / "cgroup.procs").c_str(), W_OK) != 0) return false;
  const fs::path trial = fresh_name(parent);
  if (mkdir(trial.c_str(), 0700) != 0) return false;
  const bool counts = !contents(trial / "memory.stat").empty();
  rmdir(trial.c_str());
  if (counts) sweep(parent);
  return counts;
}

/// Enables accounting below this process's own group. The kernel only allows that if the group
/// itself contains no process (except the root group), so this process moves to a subgroup.
bool turn_on(const fs::path& own) {
  const fs::path control = own / "cgroup.subtree_control";
  if (put(control, "+memory")) return true;
  if (errno != EBUSY) return false;
  const fs::path aside = own / (prefix + std::to_string(getpid()) + "-grader");
  if (mkdir(aside.c_str(), 0700) != 0) return false;
  if (put(aside / "cgroup.procs", "0") && put(control, "+memory")) return true;
  put(own / "cgroup.procs", "0");
  rmdir(aside.c_str());
  return false;
}

}  // namespace

MemoryGroups find_memory_groups(const fs::path& mounts, const fs::path& own) {
  fs::path top;
  std::ifstream table(mounts);
  for (std::string device, where, type, rest; table >> device >> where >> type;) {
    std::getline(table, rest);
    if (type == "cgroup2" && top.empty()) top = where;
  }
  std::string mine;
  std::ifstream groups(own);
  for (std::string line; std::getline(groups, line);)
    if (line.rfind("0::/", 0) == 0) mine = line.substr(4);
  const std::string none = "this machine has no control groups v2 that count memory";
  if (top.empty()) return {"", none};
  const fs::path start = mine.empty() ? top : top / mine;
  for (fs::path at = start;; at = at.parent_path()) {
    if (can_hold_groups(at)) return {at, ""};
    if (at == top || !at.has_relative_path()) break;
  }
  if (!holds_word(top / "cgroup.controllers", "memory")) return {"", none};
  if (holds_word(start / "cgroup.controllers", "memory") && turn_on(start) &&
      can_hold_groups(start))
    return {start, ""};
  return {
      "",
      "no control group is delegated to this process: start it by `systemd-run --user --scope -p "
      "Delegate=yes`, or as root"};
}

std::size_t group_bytes(const std::string& memory_stat, const std::string& swap) {
  std::size_t sum = std::strtoull(swap.c_str(), nullptr, 10);
  std::istringstream lines(memory_stat);
  std::size_t value = 0;
  for (std::string key; lines >> key >> value;) {
    for (const std::string_view counted :
         {"anon", "shmem", "kernel_stack", "pagetables", "sock", "percpu"})
      if (key == counted) sum += value;
  }
  return sum;
}

std::unique_ptr<MemoryGroup> MemoryGroup::around(pid_t process, const MemoryGroups& groups) {
  if (groups.parent.empty()) return nullptr;
  const fs::path folder = fresh_name(groups.parent);
  if (mkdir(folder.c_str(), 0700) != 0) return nullptr;
  std::unique_ptr<MemoryGroup> group(new MemoryGroup(folder));
  if (!put(folder / "cgroup.procs", std::to_string(process))) return nullptr;
  return group;
}

MemoryGroup::~MemoryGroup() {
  // After the parent has reaped the last process, the group is notified a moment later.
  for (int turn = 0; turn < 50 && rmdir(folder_.c_str()) != 0 && errno == EBUSY; ++turn)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

std::optional<std::size_t> MemoryGroup::bytes() const {
  const std::string stat = contents(folder_ / "memory.stat");
  if (stat.empty()) return std::nullopt;
  return group_bytes(stat, contents(folder_ / "memory.swap.current"));
}

}  // namespace warpgrade
