#include "base/machine_limits.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "base/text.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

/// The number at the beginning of a file; nothing for "max", "-1" and a missing file.
std::optional<double> number_in(const fs::path& file, int place = 0) {
  std::ifstream in(file);
  std::string word;
  for (int i = 0; i <= place; ++i)
    if (!(in >> word)) return std::nullopt;
  if (!is_digits(word)) return std::nullopt;
  return std::stod(word);
}

/// The folders of a controller's group and of its parents. In a container the path named by the
/// kernel may not exist, but the container's own group is the topmost folder.
std::vector<fs::path> groups(const fs::path& root, const std::string& controller) {
  std::vector<fs::path> found;
  std::ifstream list(root / "proc/self/cgroup");
  for (std::string line; std::getline(list, line);) {
    // "4:cpu,cpuacct:/path" of version 1, "0::/path" of version 2.
    const auto first = line.find(':');
    const auto second = line.find(':', first + 1);
    if (first == line.npos || second == line.npos) continue;
    std::stringstream names(line.substr(first + 1, second - first - 1));
    bool has_controller = second == first + 1;
    for (std::string name; std::getline(names, name, ',');)
      has_controller = has_controller || name == controller;
    if (!has_controller) continue;
    const fs::path top =
        root / "sys/fs/cgroup" / (second == first + 1 ? fs::path() : fs::path(controller));
    fs::path below = fs::path(line.substr(second + 1)).relative_path();
    for (;; below = below.parent_path()) {
      found.push_back(below.empty() ? top : top / below);
      if (below.empty()) break;
    }
  }
  return found;
}

}  // namespace

unsigned usable_cores(const fs::path& root) {
  double cores = std::max(1u, std::thread::hardware_concurrency());
  for (const fs::path& group : groups(root, "cpu")) {
    auto quota = number_in(group / "cpu.max");
    auto period = number_in(group / "cpu.max", 1);
    if (!quota) {
      quota = number_in(group / "cpu.cfs_quota_us");
      period = number_in(group / "cpu.cfs_period_us");
    }
    if (quota && period && *period > 0) cores = std::min(cores, *quota / *period);
  }
  return std::max(1u, static_cast<unsigned>(std::lround(cores)));
}

std::size_t available_bytes(const fs::path& root) {
  double bytes = std::numeric_limits<std::int64_t>::max();
  std::ifstream meminfo(root / "proc/meminfo");
  for (std::string line; std::getline(meminfo, line);)
    if (line.rfind("MemAvailable:", 0) == 0) bytes = 1024 * std::stod(line.substr(13));
  for (const fs::path& group : groups(root, "memory")) {
    auto limit = number_in(group / "memory.max");
    auto used = number_in(group / "memory.current");
    if (!limit) {
      limit = number_in(group / "memory.limit_in_bytes");
      used = number_in(group / "memory.usage_in_bytes");
    }
    if (!limit || !used) continue;
    // The page cache can be reclaimed.
    std::ifstream stat(group / "memory.stat");
    std::string key;
    for (double value = 0; stat >> key >> value;)
      if (key == "inactive_file") *used -= value;
    bytes = std::min(bytes, std::max(0.0, *limit - *used));
  }
  return static_cast<std::size_t>(bytes);
}

}  // namespace warpgrade
