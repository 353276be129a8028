#include "base/machine_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/fault.h"

namespace warpgrade {
namespace {

/// The locks on the file opened as `fd`.
std::vector<FileLock> locks_on(int fd) {
  std::ifstream table("/proc/locks");
  std::vector<FileLock> locks = file_locks(table);
  struct stat status {};
  fstat(fd, &status);
  std::erase_if(locks, [&](const FileLock& lock) { return lock.inode != status.st_ino; });
  return locks;
}

}  // namespace

std::vector<FileLock> file_locks(std::istream& proc_locks) {
  // "7: FLOCK  ADVISORY  WRITE 1234 fe:00:5678 0 EOF"; "7: -> FLOCK …" waits for the one above.
  std::vector<FileLock> locks;
  for (std::string line; std::getline(proc_locks, line);) {
    std::istringstream words(line);
    std::string number, kind, advisory, mode, file;
    FileLock lock;
    words >> number >> kind;
    if (kind == "->") {
      lock.waits = true;
      words >> kind;
    }
    if (kind != "FLOCK" || !(words >> advisory >> mode >> lock.process >> file)) continue;
    std::istringstream(file.substr(file.rfind(':') + 1)) >> lock.inode;
    locks.push_back(lock);
  }
  return locks;
}

MachineLock::MachineLock(const std::string& name) : path_("/tmp/warpgrade-" + name + ".lock") {
  // All users of the machine must use the same file. O_CREAT may fail for another user's file in
  // /tmp, so it is tried second.
  constexpr int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW;
  fd_ = open(path_.c_str(), flags);
  if (fd_ < 0) {
    fd_ = open(path_.c_str(), flags | O_CREAT | O_EXCL, 0444);
    if (fd_ >= 0) fchmod(fd_, 0444);  // whatever the umask
    if (fd_ < 0 && errno == EEXIST) fd_ = open(path_.c_str(), flags);
  }
  struct stat status {};
  if (fd_ < 0 || fstat(fd_, &status) != 0 || !S_ISREG(status.st_mode)) {
    const int error = errno;
    if (fd_ >= 0) close(fd_);
    throw GraderError("Cannot open the lock " + path_ + ": " + std::strerror(error),
                      "It must be a file that everybody may read: remove what is there.");
  }
}

MachineLock::~MachineLock() {
  flock(fd_, LOCK_UN);  // even if a forked process has the file open
  close(fd_);
}

bool MachineLock::lock(Kind kind, bool wait) {
  const int operation = kind == Kind::shared ? LOCK_SH : LOCK_EX;
  while (flock(fd_, operation | (wait ? 0 : LOCK_NB)) != 0) {
    if (errno == EINTR) continue;
    if (errno == EWOULDBLOCK) return false;
    throw GraderError("Cannot lock " + path_ + ": " + std::strerror(errno));
  }
  return true;
}

std::size_t MachineLock::holders() const {
  const std::vector<FileLock> locks = locks_on(fd_);
  return static_cast<std::size_t>(
      std::count_if(locks.begin(), locks.end(), [](const FileLock& l) { return !l.waits; }));
}

std::optional<std::size_t> MachineLock::waiting_ahead() const {
  std::size_t ahead = 0;
  for (const FileLock& lock : locks_on(fd_)) {
    if (lock.waits && lock.process == getpid()) return ahead;
    ahead += lock.waits;
  }
  return std::nullopt;
}

}  // namespace warpgrade
