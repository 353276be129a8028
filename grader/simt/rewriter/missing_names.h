// Names of CUDA's that the engine lacks: g++ says that nobody declared them, and it is not the
// author who is wrong.
#pragma once

#include <string>
#include <string_view>

namespace simt::rewrite {

/// `FILE:LINE: unsupported: …` for each line of g++'s `messages` with an error that names one.
/// Empty if the first error names none: that one is the author's.
std::string missing_names_in(std::string_view messages);

}  // namespace simt::rewrite
