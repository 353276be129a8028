// Names of files for what others have named.
#pragma once

#include <string>

namespace warpgrade {

/// `id` as a file name: what may not stand in one is replaced, and different ids stay different.
std::string file_name_for(const std::string& id);

}  // namespace warpgrade
