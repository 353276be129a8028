// A parallel parser for N.txt files (grammar: data/README.md).
#pragma once

#include <string>
#include <string_view>

#include "lab/linear_system.h"
#include "lab/word_chunks.h"

namespace warpgrade {

/// `name` is used in errors. Throws GraderError "name:line:column: found …, expected …" for the
/// first mistake, and std::bad_alloc if memory is insufficient.
LinearSystem parse_linear_system(std::string_view text, const std::string& name,
                                 ParseShare share = {});

}  // namespace warpgrade
