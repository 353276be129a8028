// Archives that strangers made.
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
  std::uintmax_t bytes = 64u << 20;  // of all files together, unpacked
  std::uintmax_t ratio = 200;        // unpacked to packed, once more than `ratio_from` are unpacked
  std::uintmax_t ratio_from = 16u << 20;
  // Of these, what other archives of the same hand-in have taken.
  std::size_t entries_taken = 0;
  std::uintmax_t bytes_taken = 0;
};

/// For what holds a whole class.
inline constexpr ArchiveLimits limits_of_export = {500000, std::uintmax_t{16} << 30, 200,
                                                   std::uintmax_t{256} << 20};

struct Unpacked {
  std::vector<Unmatched> refused;  // entries, by their names in the archive
  std::string trouble;             // why the rest was not read; "": all was
};

/// By its name: .zip, .7z, .rar, .tar, .tar.gz and the like.
bool is_archive(const std::string& name);

/// "ada" of "ada.tar.gz"; a name that is no archive's stays as it is.
std::string name_without_ending(const std::string& archive);

/// Unpacks files and folders into `target`, a folder of our own that is made. Nothing is written
/// outside it, no link and no device is made, nothing there is overwritten; entries that want
/// that are refused. Clutter (is_clutter) is left out. GraderError: the disk fails.
Unpacked unpack(const std::filesystem::path& archive, const std::filesystem::path& target,
                const ArchiveLimits& limits);

}  // namespace warpgrade
