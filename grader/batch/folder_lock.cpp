#include "batch/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "base/fault.h"

namespace warpgrade {

FolderLock::FolderLock(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const auto file = folder / ".lock";
  fd_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd_ < 0)
    throw GraderError(file.string() + ": " + std::strerror(errno),
                      "Choose an --out that you may write to.");
  if (::flock(fd_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(fd_);
    throw GraderError("another warpgrade batch is using " + folder.string(),
                      "Wait until it ends, or choose another --out.");
  }
}

FolderLock::~FolderLock() { ::close(fd_); }

}  // namespace warpgrade
