// The grammar of N.txt (data/README.md), read by all cores at once.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lab/linear_system.h"

namespace warpgrade {

/// How the text is shared among threads. It changes neither result nor error.
struct ParseShare {
  unsigned threads = 0;                // 0: one for each core
  std::size_t chunk_bytes = 1u << 20;  // what one thread takes at a time
};

/// `name` stands for the text in errors: GraderError "name:line:column: found …, expected …" on the
/// first thing that is wrong, std::bad_alloc when there is no room for the numbers.
LinearSystem parse_linear_system(std::string_view text, const std::string& name,
                                 ParseShare share = {});

}  // namespace warpgrade
