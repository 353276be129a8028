// One side of a pair: its files with colored matches.
#pragma once

#include <string>
#include <vector>

#include "similar/find.h"

namespace warpgrade::similar {

/// The rows of the sources. Anchors begin with `id`. A matched line links to the same code on the
/// other side, whose anchors begin with `other`. `in_a`: this side is the pair's a.
std::string side_rows(const std::vector<SourceFile>& sources, const Pair& pair, bool in_a,
                      const std::string& id, const std::string& other);

}  // namespace warpgrade::similar
