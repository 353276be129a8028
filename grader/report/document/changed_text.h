// A fix as exact edits of a file's text.
#pragma once

#include <string>
#include <vector>

#include "causes/remedy.h"

namespace warpgrade {

/// The text after the changes. Empty if one does not say exactly which characters it replaces, or
/// two change the same place.
std::string changed_text(const std::string& text, const std::vector<Remedy>& changes);

}  // namespace warpgrade
