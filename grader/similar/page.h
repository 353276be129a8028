// The pairs of a class side by side, as one HTML page.
#pragma once

#include <string>
#include <vector>

#include "similar/lab_found.h"

namespace warpgrade::similar {

/// A page that needs nothing from anywhere else, with the policy of html.h: all that others wrote
/// is data in it. Sources are shown of the first pairs of each lab, as many as a browser carries;
/// of the others only where they are alike. It works without its script, which brings the two sides
/// level. `sources` reads a hand-in's files.
std::string similar_page(const std::vector<LabFound>& labs, const ReadSources& sources);

}  // namespace warpgrade::similar
