// Students who are linked by pairs.
#pragma once

#include <string>
#include <vector>

#include "similar/find.h"

namespace warpgrade::similar {

/// Three students or more who hang together by what was found (student_of()), the
/// largest cluster first. Two of one cluster need not be alike: each may be like a third.
std::vector<std::vector<std::string>> clusters_of(const std::vector<HandIn>& hand_ins,
                                                  const Found& found);

}  // namespace warpgrade::similar
