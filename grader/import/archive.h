// Unpacks archives from untrusted sources.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "import/submission.h"

namespace warpgrade {

struct ArchiveLimits {
  std::size_t entries = 2000;
  std::uintmax_t bytes = 64u << 20;  // total unpacked size
  std::uintmax_t ratio = 200;  // unpacked to packed size, checked from `ratio_from` unpacked bytes
  std::uintmax_t ratio_from = 16u << 20;
  // Already used by other archives of the same hand-in.
  std::size_t used_entries = 0;
  std::uintmax_t used_bytes = 0;
  bool names_only = false;  // files are created empty
};

/// For an archive of a whole class.
inline constexpr ArchiveLimits export_limits = {500000, std::uintmax_t{16} << 30, 200,
                                                std::uintmax_t{256} << 20};

struct Unpacked {
  std::vector<Unmatched> refused;  // refused entries, by their names in the archive
  std::string trouble;             // why the rest was not read; "": everything was read
};

/// Recognized by name: .zip, .7z, .rar, .tar, .tar.gz and similar.
bool is_archive(const std::string& name);

/// "ada" for "ada.tar.gz"; unchanged if it is not an archive's name.
std::string name_without_extension(const std::string& archive);

/// Unpacks files and folders into `target`, which is created. Entries that would be written
/// elsewhere, links, devices and duplicates are refused. Clutter (is_clutter) is skipped.
/// GraderError: the disk fails.
Unpacked unpack(const std::filesystem::path& archive, const std::filesystem::path& target,
                const ArchiveLimits& limits);

}  // namespace warpgrade
