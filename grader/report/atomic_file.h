// Files that are there whole or not at all.
#pragma once

#include <filesystem>
#include <string_view>

namespace warpgrade {

/// Writes `text` to a temporary file beside `path`, syncs it to the disk and renames it to `path`:
/// a reader sees the old text or the new one, also after a power failure. A link is followed; what
/// is no regular file (/dev/stdout, a pipe) is written directly. Throws GraderError with advice;
/// the old file then stands untouched and no temporary file is left.
void write_file_atomically(const std::filesystem::path& path, std::string_view text);

}  // namespace warpgrade
