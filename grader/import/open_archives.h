// Archives in a hand-in, and archives in those.
#pragma once

#include <filesystem>

#include "import/import_formats.h"

namespace warpgrade {

/// Replaces each archive among the files by what it holds, unpacked below `scratch`. All of a
/// hand-in's archives together keep to the limits of one (ArchiveLimits). What could not be read is
/// in one.remarks.
void open_archives(HandIn& one, const std::filesystem::path& scratch);

}  // namespace warpgrade
