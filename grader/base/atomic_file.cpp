#include "base/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <random>
#include <system_error>
#include <utility>

#include "base/fault.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

std::string advice_for(int error, const fs::path& folder) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "Free some space there (df -h " + folder.string() +
             "), or name a file on another disk.";
    case EACCES:
    case EPERM:
    case EROFS:
      return "Name a file in a folder that you may write to.";
    case ENOENT:
      return "Make the folder first: mkdir -p " + folder.string();
    case ENOTDIR:
    case EISDIR:
    case ENAMETOOLONG:
      return "Name another file.";
    default:
      return "Name a file on another disk, and ask whoever looks after this machine.";
  }
}

fs::path parent_folder(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// 0 or errno.
int write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace

AtomicFile::AtomicFile(fs::path path) : path_(std::move(path)), target_(path_) {
  std::error_code error;
  if (fs::is_directory(path_, error)) fail(EISDIR);
  if (fs::is_symlink(fs::symlink_status(path_, error))) {
    target_ = fs::weakly_canonical(path_, error);
    if (error) target_ = path_;
  }
  // The process id keeps two programs on one machine apart, the random number two machines that
  // share the folder.
  part_ = parent_folder(target_) / fmt::format(".{}.{}-{:08x}.part",
                                               target_.filename().string().substr(0, 200), getpid(),
                                               std::random_device{}());
  descriptor_ = open(part_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    const int why = errno;
    part_.clear();
    fail(why);
  }
  struct stat old {};
  if (stat(target_.c_str(), &old) == 0) static_cast<void>(fchmod(descriptor_, old.st_mode & 0777));
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!part_.empty()) unlink(part_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
  if (const int error = write_all(descriptor_, bytes); error != 0) fail(error);
}

void AtomicFile::commit() {
  if (fsync(descriptor_) != 0) fail(errno);
  // A full quota on a network file system may be reported here first.
  if (close(std::exchange(descriptor_, -1)) != 0) fail(errno);
  if (std::rename(part_.c_str(), target_.c_str()) != 0) fail(errno);
  part_.clear();
  // The rename itself reaches the disk with its folder; a file system that cannot sync folders
  // still has the whole file.
  const int folder = open(parent_folder(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  static_cast<void>(fsync(folder));
  close(folder);
}

void AtomicFile::fail(int error) const {
  const std::string why =
      error == ENOSPC ? "the disk is full" : std::generic_category().message(error);
  throw GraderError(fmt::format("cannot write {}: {}", path_.string(), why),
                    advice_for(error, parent_folder(target_)));
}

void write_file_atomically(const fs::path& path, std::string_view text) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (!fs::exists(status) || fs::is_regular_file(status) || fs::is_directory(status)) {
    AtomicFile file(path);
    file.write(text);
    file.commit();
    return;
  }
  const int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  int error = fd < 0 ? errno : write_all(fd, text);
  if (fd >= 0 && close(fd) != 0 && error == 0) error = errno;
  if (error != 0) {
    throw GraderError(
        fmt::format("cannot write {}: {}", path.string(), std::generic_category().message(error)),
        advice_for(error, parent_folder(path)));
  }
}

}  // namespace warpgrade
