// Prints lines to the standard output.
#pragma once

#include <string>

namespace warpgrade {

/// Escapes characters that a terminal cannot show.
void print_line(const std::string& line);

}  // namespace warpgrade
