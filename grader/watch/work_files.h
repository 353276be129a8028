// The files of a submission as they are now.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace warpgrade::watch {

/// Contents by name, relative to the folder.
using Texts = std::map<std::string, std::string>;

/// What a grade may depend on: regular files of a size that a source has. Left out is what editors
/// leave behind while they save (.matmul.cu.swp, matmul.cu~, 4913, #matmul.cu#).
Texts texts_in(const std::filesystem::path& folder);

/// Whether a name is one of a file that counts.
bool counts(const std::string& name);

}  // namespace warpgrade::watch
