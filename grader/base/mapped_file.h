// A file mapped into memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace warpgrade {

/// Maps a regular file for reading. Throws GraderError if it is missing, unreadable, a folder or a
/// device. If somebody truncates the file while it is mapped, the program ends with SIGBUS.
/// Warpgrade's own files are replaced by rename, never truncated.
class MappedFile {
 public:
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;  // one owner of the mapping
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view text() const { return {data_, size_}; }

 private:
  const char* data_ = nullptr;  // null when the file is empty: length 0 cannot be mapped
  std::size_t size_ = 0;
};

}  // namespace warpgrade
