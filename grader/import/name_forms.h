// Names with an addition: in a second script, in parentheses.
#pragma once

#include <string>
#include <vector>

namespace warpgrade {

/// Shorter forms of a name: "Ming Li" and "李明" of "李明 (Ming Li)", "Ada Lovelace" of "Ada
/// Lovelace (she/her)". Empty for a plain name. Digits in parentheses tell copies and groups apart,
/// so "Ada Lovelace (1)" has no other form.
std::vector<std::string> name_forms(const std::string& name);

}  // namespace warpgrade
