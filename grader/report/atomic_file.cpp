#include "report/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <string>
#include <system_error>

#include "lab/fault.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;

std::string advice_for(int error, const fs::path& folder) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "Free some space there (df -h " + folder.string() +
             ") or name a file on another disk.";
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

[[noreturn]] void fail(int error, const fs::path& path, const fs::path& folder) {
  throw GraderError("cannot write " + path.string() + ": " +
                        std::error_code(error, std::generic_category()).message(),
                    advice_for(error, folder));
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }

  // NFS and quotas may report a full disk only here. 0 or errno.
  int close() {
    const int fd = fd_;
    fd_ = -1;
    return ::close(fd) == 0 ? 0 : errno;
  }

 private:
  int fd_;
};

// Removes the file unless it was renamed away.
class Temporary {
 public:
  explicit Temporary(fs::path path) : path_(std::move(path)) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    if (!kept_) ::unlink(path_.c_str());
  }
  void keep() { kept_ = true; }

 private:
  fs::path path_;
  bool kept_ = false;
};

// 0 or errno.
int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

void write_directly(const fs::path& path, std::string_view text) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.get() < 0) fail(errno, path, path.parent_path());
  int error = write_all(file.get(), text);
  if (error == 0) error = file.close();
  if (error != 0) fail(error, path, path.parent_path());
}

}  // namespace

void write_file_atomically(const fs::path& path, std::string_view text) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::is_directory(status)) fail(EISDIR, path, path);
  if (fs::exists(status) && !fs::is_regular_file(status)) return write_directly(path, text);

  fs::path target = path;
  if (fs::is_symlink(fs::symlink_status(path, ignored))) {
    target = fs::weakly_canonical(path, ignored);
    if (ignored) target = path;
  }
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");

  // The mode 0666 lets the umask decide, as for any file that a program makes. The process and a
  // counter make the name ours alone on this machine; O_EXCL catches the rest (a shared disk).
  static std::atomic<unsigned> counter = 0;
  fs::path beside;
  int fd = -1;
  for (int attempt = 0; attempt < 100; ++attempt) {
    beside = folder / ("." + target.filename().string().substr(0, 200) + "." +
                       std::to_string(::getpid()) + "." + std::to_string(counter++) + ".tmp");
    fd = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST) break;
  }
  if (fd < 0) fail(errno, path, folder);
  Descriptor file(fd);
  Temporary temporary(beside);

  // An overwritten file keeps its permissions: one that only its owner may read stays so.
  struct stat old {};
  if (::stat(target.c_str(), &old) == 0 && ::fchmod(fd, old.st_mode & 0777) != 0)
    fail(errno, path, folder);

  int error = write_all(fd, text);
  if (error == 0 && ::fsync(fd) != 0) error = errno;
  if (error == 0) error = file.close();
  if (error == 0 && ::rename(beside.c_str(), target.c_str()) != 0) error = errno;
  if (error != 0) fail(error, path, folder);
  temporary.keep();

  // The rename itself reaches the disk with its folder; a file system that cannot sync folders
  // still has the whole file.
  Descriptor parent(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (parent.get() >= 0) static_cast<void>(::fsync(parent.get()));
}

}  // namespace warpgrade
