// The current files of a submission.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace warpgrade::watch {

/// Contents by name, relative to the folder.
using Texts = std::map<std::string, std::string>;

/// Files that a grade may depend on: regular files no larger than a source. Ignores temporary files
/// of editors
/// (.matmul.cu.swp, matmul.cu~, 4913, #matmul.cu#).
Texts read_texts(const std::filesystem::path& folder);

/// True if a file with that name is relevant.
bool is_relevant_file(const std::string& name);

}  // namespace warpgrade::watch
