// Compares names of persons.
#pragma once

#include <string>

namespace warpgrade {

/// True if both may belong to one person: a common word, four common letters in a row, or nothing
/// to compare: "Li Na" and "Na, Li", "mullerjurgen" and "Müller, Jürgen".
bool may_be_same_person(const std::string& a, const std::string& b);

}  // namespace warpgrade
