#include "toolchain/work_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "base/fault.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr std::size_t random_letters = 6;  // those of mkdtemp

/// The same for all processes until the next boot.
std::string prefix() {
  std::string start;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), start);
  return "warpgrade-" + start.substr(0, 8) + "-";
}

bool is_there(int fd) {
  struct stat now {};
  return fstat(fd, &now) == 0 && now.st_nlink > 0;
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  const std::string wanted = prefix();
  DIR* entries = opendir(folder.c_str());
  if (entries == nullptr) return names;
  while (const dirent* entry = readdir(entries)) {
    const std::string name = entry->d_name;
    if (name.size() == wanted.size() + random_letters && name.rfind(wanted, 0) == 0)
      names.push_back(name);
  }
  closedir(entries);
  return names;
}

}  // namespace

std::pair<fs::path, int> make_work_folder(const fs::path& folder) {
  for (;;) {
    std::string name = (folder / (prefix() + "XXXXXX")).string();
    if (mkdtemp(name.data()) == nullptr)
      throw GraderError("cannot make a work folder " + name + ": " + std::strerror(errno),
                        "Free some space there, or set TMPDIR to a folder that can be written.");
    const int fd = open(name.c_str(), folder_flags);
    const bool taken = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (fd >= 0 && !taken && is_there(fd)) return {name, fd};
    const int why = errno;
    if (fd >= 0) close(fd);
    if (fd < 0 && why != ENOENT) {
      rmdir(name.c_str());
      throw GraderError(
          "cannot open the work folder " + name + ": " + std::strerror(why),
          "Lift the limit of open files (ulimit -n), or set TMPDIR to another folder.");
    }
  }
}

void remove_left_work_folders(const fs::path& folder) {
  for (const std::string& name : names_in(folder)) {
    const fs::path path = folder / name;
    const int fd = open(path.c_str(), folder_flags);
    if (fd < 0) continue;
    struct stat found {};
    const bool is_own = fstat(fd, &found) == 0 && found.st_uid == geteuid();
    std::error_code ignored;
    if (is_own && flock(fd, LOCK_EX | LOCK_NB) == 0) fs::remove_all(path, ignored);
    close(fd);
  }
}

}  // namespace warpgrade
