// Clusters of students, linked by similar pairs.
#pragma once

#include <string>
#include <vector>

#include "similar/find.h"

namespace warpgrade::similar {

/// Clusters of three or more students linked by pairs (student_key()), the largest first. Two
/// members of a cluster need not be similar to each other: both may be similar to a third.
std::vector<std::vector<std::string>> find_clusters(const std::vector<HandIn>& hand_ins,
                                                    const Found& found);

}  // namespace warpgrade::similar
