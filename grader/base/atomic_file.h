// Files that are written completely or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace warpgrade {

/// Writes to a temporary file next to `path` (`.NAME….part`); commit() syncs it to disk and renames
/// it to `path`. A reader sees the old or the new text, even after a power failure. Follows links
/// and keeps the permissions of an overwritten file. Every failure is a GraderError with advice.
/// Without commit(), the destructor removes the temporary file and the old file is unchanged.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;  // one owner of the part
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Unbuffered: pass large pieces.
  void write(std::string_view bytes);
  void commit();

 private:
  [[noreturn]] void fail(int error) const;

  std::filesystem::path path_;    // as given, for messages
  std::filesystem::path target_;  // links followed
  std::filesystem::path part_;
  int descriptor_ = -1;
};

/// Writes `text` as an AtomicFile. Writes directly if `path` is not a regular file (/dev/stdout, a
/// pipe).
void write_file_atomically(const std::filesystem::path& path, std::string_view text);

}  // namespace warpgrade
