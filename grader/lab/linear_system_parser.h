// The grammar of N.txt (data/README.md), read by all cores at once.
#pragma once

#include <string>
#include <string_view>

#include "base/word_chunks.h"
#include "lab/linear_system.h"

namespace warpgrade {

/// `name` stands for the text in errors: GraderError "name:line:column: found …, expected …" on the
/// first thing that is wrong, std::bad_alloc when there is no room for the numbers.
LinearSystem parse_linear_system(std::string_view text, const std::string& name,
                                 ParseShare share = {});

}  // namespace warpgrade
