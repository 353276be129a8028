// One side of a pair: its files, with the matched regions in colours.
#pragma once

#include <string>
#include <vector>

#include "similar/find.h"

namespace warpgrade::similar {

/// The rows of the sources. `id` begins all anchors; a matched line leads to where the other side,
/// whose anchors begin with `other`, has the same. `in_a`: this side is the pair's a.
std::string side_rows(const std::vector<SourceFile>& sources, const Pair& pair, bool in_a,
                      const std::string& id, const std::string& other);

}  // namespace warpgrade::similar
