// Opens archives in a hand-in, including nested ones.
#pragma once

#include <filesystem>

#include "import/import_formats.h"

namespace warpgrade {

/// Replaces each archive by its files, unpacked into `scratch`. All archives of a hand-in share the
/// limits of one (ArchiveLimits). Unreadable ones are listed in one.remarks.
void open_archives(HandIn& one, const std::filesystem::path& scratch);

}  // namespace warpgrade
