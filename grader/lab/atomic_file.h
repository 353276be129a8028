// A file that appears whole or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace warpgrade {

/// Writes beside `path` under another name (`*.part`) and renames in commit(), so that a reader
/// never sees half a file, whatever ends the program. Every failure is a GraderError; without
/// commit() the destructor removes what was written.
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

  std::filesystem::path path_;
  std::filesystem::path part_;
  int descriptor_ = -1;
};

}  // namespace warpgrade
