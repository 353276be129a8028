// Whether the headers of the system and of the engine are what they are without the author's
// macros.
//
// Theory of operation. What stands in such a header is believed: its attributes, its assembly, its
// names. A macro that the author defines before the #include may put words of his there. Which
// names a header uses cannot be told from its text, since it pastes some together; so it is
// preprocessed once more, without these macros, and both texts must be the same.
#pragma once

#include <optional>
#include <string>

#include "simt/rewriter/diagnostics.h"
#include "simt/rewriter/source.h"

namespace simt::rewrite {

/// A source that includes the same headers in the same order, and of the author's macros defines
/// those alone that exist to choose between the headers' own texts (NDEBUG, _GNU_SOURCE). Nothing
/// where the author defines none before a header. An #include that is not written out is an error.
std::optional<std::string> without_macros(const Source& source, Diagnostics& diagnostics);

/// An error for the first header that differs. `clean`: what without_macros() gave, preprocessed.
void compare_headers(const Source& source, const Source& clean, Diagnostics& diagnostics);

}  // namespace simt::rewrite
