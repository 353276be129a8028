// Generates skeletons/<lab>/<lab>.cu, which students edit, from the reference solution.
#pragma once

#include <string>
#include <string_view>

namespace warpgrade {

/// The text of `solution` without the parts between a line "// BEGIN SOLUTION" and the next line "// END SOLUTION",
/// including the markers. If that joins two empty lines, one is removed. Throws GraderError with
/// `file` and line for a nested, stray or unclosed marker, for one with other text in its line, and
/// for a solution without markers.
std::string make_skeleton(std::string_view solution, const std::string& file);

}  // namespace warpgrade
