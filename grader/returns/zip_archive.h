// Writes zip archives.
#pragma once

#include <string>
#include <vector>

namespace warpgrade {

struct ZipEntry {
  std::string path;  // UTF-8, with '/'
  std::string contents;
  bool is_program = false;  // may be executed
};

/// The archive's bytes; the same entries give the same bytes. GraderError: libarchive fails.
std::string zip_archive(const std::vector<ZipEntry>& entries);

}  // namespace warpgrade
