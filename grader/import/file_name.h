// Safe file names for ids chosen by others.
#pragma once

#include <string>

namespace warpgrade {

/// `id` as a file name: unsafe characters are replaced, and different ids stay different.
std::string file_name_for(const std::string& id);

}  // namespace warpgrade
