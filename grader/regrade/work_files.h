// Reads the files of a submission that may affect its grade.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace warpgrade::regrade {

/// Contents by name, relative to the folder.
using Texts = std::map<std::string, std::string>;

/// The regular files that a grade may depend on, up to the size of sources. Leaves out editors'
/// temporary files (.matmul.cu.swp, matmul.cu~, 4913, #matmul.cu#).
Texts texts_in(const std::filesystem::path& folder);

/// Whether a file or folder of that name may affect a grade: editors' temporary files do not.
bool may_affect_grade(const std::string& name);

}  // namespace warpgrade::regrade
