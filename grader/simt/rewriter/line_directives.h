// `#line 7 "other.h"` and `# 7 "other.h"` in a source before it is preprocessed: what follows then
// counts as another file's, also for whoever has to tell a student's code from the system's.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace simt::rewrite {

/// The line of the first one, or nothing. It may err on the safe side, in comments and raw strings.
std::optional<std::uint32_t> line_directive(std::string_view source);

}  // namespace simt::rewrite
