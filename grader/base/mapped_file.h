// A file as one piece of memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace warpgrade {

/// Maps a regular file for reading. Throws GraderError when it is missing, not readable, a folder
/// or a device. Whoever shortens the file while it is mapped ends the program (SIGBUS): our own
/// files are replaced by rename, never written in place.
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
