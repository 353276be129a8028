// skeletons/<lab>/<lab>.cu, what a student edits, is cut out of the reference solution.
#pragma once

#include <string>
#include <string_view>

namespace warpgrade {

/// The text of `solution` without what stands between a line "// BEGIN SOLUTION" and the next line
/// "// END SOLUTION", markers included. Where that joins two empty lines, one of them goes as well.
/// Throws GraderError with `file` and the line for a marker that is nested, stray or unclosed, that
/// shares its line with anything else, and for a solution without any.
std::string make_skeleton(std::string_view solution, const std::string& file);

}  // namespace warpgrade
