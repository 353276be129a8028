// Checks that system and engine headers are the same without the author's macros.
// Theory of operation. The content of such a header is trusted: its attributes, its assembly, its
// names. A macro that the author defines before the #include could put other words there. The names
// used by a header cannot be found in its text, since it pastes some together; so it is
// preprocessed again without these macros, and both texts must be equal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "simt/rewriter/diagnostics.h"
#include "simt/rewriter/source.h"

namespace simt::rewrite {

/// A source that includes the same headers in the same order and, of the author's macros, defines
/// only those that exist to choose between variants of the headers (NDEBUG, _GNU_SOURCE). Where the
/// author undefines one of `given`, the command line's, so does it: a header that comes later is
/// the same without it. Empty if the author defines none before a header. An #include with a
/// computed name is an error.
std::optional<std::string> without_macros(const Source& source,
                                          const std::vector<std::string>& given,
                                          Diagnostics& diagnostics);

/// Reports the first header that differs. `clean`: the preprocessed result of without_macros().
void compare_headers(const Source& source, const Source& clean, Diagnostics& diagnostics);

}  // namespace simt::rewrite
