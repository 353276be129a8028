// An HTML page that shows similar pairs side by side.
#pragma once

#include <string>
#include <vector>

#include "similar/lab_found.h"

namespace warpgrade::similar {

/// A self-contained page with the policy of html.h; student text is escaped. Shows the sources of
/// the first pairs of each lab, up to a size that browsers can handle, and only the similar parts
/// of the others. Works without its script, which aligns the two sides. `sources` reads a hand-in's
/// files.
std::string similar_page(const std::vector<LabFound>& labs, const ReadSources& sources);

}  // namespace warpgrade::similar
