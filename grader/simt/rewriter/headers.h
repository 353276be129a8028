// NVIDIA headers for features that the engine lacks.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace simt::rewrite {

/// What the header provides and what to do without it; empty for other headers. `name`: as in the
/// #include, or a path: on some machines g++ finds the CUDA toolkit's headers.
std::optional<std::string> unsupported_header(std::string_view name);

}  // namespace simt::rewrite
