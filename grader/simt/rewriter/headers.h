// NVIDIA's headers that stand for something the engine does not have.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace simt::rewrite {

/// What the header stands for and what to do without it; nothing where it is not one of those.
/// `name` is as in its #include, or a path: some machines have the CUDA toolkit's headers where g++
/// finds them.
std::optional<std::string> unsupported_header(std::string_view name);

}  // namespace simt::rewrite
