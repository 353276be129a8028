// What a submission consists of, whoever handed it in.
#pragma once

#include <filesystem>
#include <string>

namespace warpgrade {

/// SHA-256 of the names and the bytes of all plain files and links in it, in its folders too: who
/// chooses the bytes cannot make two submissions share a grade. GraderError: it cannot be read.
std::string hash_of_files(const std::filesystem::path& folder);

/// Copies `folder` to `store`/HASH, unless it is there, and returns that. What is graded so is what
/// was hashed, and its path, which reports quote, names no student. `hash` gets the whole hash.
std::filesystem::path keep_content(const std::filesystem::path& folder,
                                   const std::filesystem::path& store, std::string& hash);

/// Where keep_content() has put what has that hash.
std::filesystem::path folder_of_content(const std::filesystem::path& store,
                                        const std::string& hash);

}  // namespace warpgrade
