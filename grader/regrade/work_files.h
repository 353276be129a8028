// The files of a submission as they are now.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace warpgrade::regrade {

/// Contents by name, relative to the folder.
using Texts = std::map<std::string, std::string>;

/// What a grade may depend on: regular files of a size that a source has. Left out is what editors
/// leave behind while they save (.matmul.cu.swp, matmul.cu~, 4913, #matmul.cu#).
Texts texts_in(const std::filesystem::path& folder);

/// Whether a file or folder of that name may affect a grade: editors' temporary files do not.
bool may_affect_grade(const std::string& name);

}  // namespace warpgrade::regrade
