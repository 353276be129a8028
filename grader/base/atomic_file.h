// Files that are there whole or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace warpgrade {

/// Writes beside `path` under another name (`.NAME….part`); commit() syncs it to the disk and
/// renames it to `path`: a reader sees the old text or the new one, also after a power failure. A
/// link is followed, an overwritten file keeps its permissions. Every failure is a GraderError with
/// advice; without commit() the destructor removes what was written and the old file stands
/// untouched.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;  // one owner of the part
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Unbuffered: hand over large pieces.
  void write(std::string_view bytes);
  void commit();

 private:
  [[noreturn]] void fail(int error) const;

  std::filesystem::path path_;    // as given, for messages
  std::filesystem::path target_;  // links followed
  std::filesystem::path part_;
  int descriptor_ = -1;
};

/// `text` as an AtomicFile. What is no regular file (/dev/stdout, a pipe) is written directly.
void write_file_atomically(const std::filesystem::path& path, std::string_view text);

}  // namespace warpgrade
