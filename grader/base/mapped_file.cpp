#include "base/mapped_file.h"

#include <cerrno>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fault.h"

namespace warpgrade {
namespace {

std::string advice_for(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return "Check the spelling; `warpgrade data` makes the course's own files.";
    case EACCES:
    case EPERM:
      return "Give yourself the right to read it (chmod u+r), and to enter its folders.";
    case EMFILE:
    case ENFILE:
      return "Raise the limit on open files (ulimit -n).";
    default:
      return {};
  }
}

[[noreturn]] void refuse(const std::filesystem::path& path, int error) {
  throw GraderError(
      fmt::format("{}: cannot read it: {}", path.string(), std::generic_category().message(error)),
      advice_for(error));
}

/// Closes the descriptor on every way out; the mapping outlives it.
struct Descriptor {
  int number;
  ~Descriptor() {
    if (number >= 0) close(number);
  }
};

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& path) {
  // Without O_NONBLOCK, opening a pipe without a writer would block forever.
  const Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.number < 0) refuse(path, errno);
  struct stat status {};
  if (fstat(file.number, &status) != 0) refuse(path, errno);
  if (S_ISDIR(status.st_mode)) {
    throw GraderError(fmt::format("{}: this is a folder, not a file", path.string()),
                      "Name a file in it.");
  }
  if (!S_ISREG(status.st_mode)) {
    throw GraderError(fmt::format("{}: this is a pipe or a device, not a file", path.string()),
                      "Save what it gives in a file and name that.");
  }
  size_ = static_cast<std::size_t>(status.st_size);
  if (size_ == 0) return;
  void* const at = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.number, 0);
  if (at == MAP_FAILED) refuse(path, errno);
  madvise(at, size_, MADV_WILLNEED);  // starts reading ahead; only speed depends on it
  data_ = static_cast<const char*>(at);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(const_cast<char*>(data_), size_);
}

}  // namespace warpgrade
