// Stores submissions by content, independent of who handed them in.
#pragma once

#include <filesystem>
#include <string>

namespace warpgrade {

/// SHA-256 of the names and bytes of all plain files and links in `folder` and its subfolders. Two
/// different submissions cannot be given the same hash on purpose. GraderError: it cannot be read.
std::string hash_files(const std::filesystem::path& folder);

/// Copies `folder` to `store`/HASH unless it exists, and returns that path. So the graded files are
/// the hashed files, and the path, which reports quote, contains no student's name. Sets `hash`.
std::filesystem::path store_content(const std::filesystem::path& folder,
                                    const std::filesystem::path& store, std::string& hash);

/// The folder where store_content() put the files with that hash.
std::filesystem::path content_folder(const std::filesystem::path& store, const std::string& hash);

}  // namespace warpgrade
