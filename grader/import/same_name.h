// Names that may be one person's.
#pragma once

#include <string>

namespace warpgrade {

/// A word in common, or four letters on end, or nothing to compare: "Li Na" and "Na, Li",
/// "mullerjurgen" and "Müller, Jürgen".
bool may_be_one_name(const std::string& a, const std::string& b);

}  // namespace warpgrade
