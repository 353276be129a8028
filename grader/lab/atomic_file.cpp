#include "lab/atomic_file.h"

#include <cerrno>
#include <cstdio>
#include <random>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "lab/fault.h"

namespace warpgrade {
namespace {

std::string advice_for(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "Free some space there (df -h, quota) and run it again.";
    case EACCES:
    case EPERM:
    case EROFS:
      return "Give yourself the right to write in that folder, or work on a copy of the tree.";
    case ENOENT:
    case ENOTDIR:
      return "Make the folder first (mkdir -p).";
    default:
      return {};
  }
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path) : path_(std::move(path)) {
  // The process id keeps two programs on one machine apart, the random number two machines that
  // share the folder.
  part_ = path_;
  part_ += fmt::format(".{}-{:08x}.part", getpid(), std::random_device{}());
  descriptor_ = open(part_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(errno);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!part_.empty()) unlink(part_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void AtomicFile::commit() {
  // A full quota on a network file system may be reported here first.
  if (close(std::exchange(descriptor_, -1)) != 0) fail(errno);
  if (std::rename(part_.c_str(), path_.c_str()) != 0) fail(errno);
  part_.clear();
}

void AtomicFile::fail(int error) const {
  throw GraderError(fmt::format("{}: cannot write it: {}", path_.string(),
                                std::generic_category().message(error)),
                    advice_for(error));
}

}  // namespace warpgrade
