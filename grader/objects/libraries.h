// The libraries that lab.json may forbid, and how their code is told from a student's.
//
// Some are binaries (cuBLAS): code that uses them names their functions, and their files can be
// kept away from whoever must not use them. The others (CUB) are headers: what uses them holds code
// that was compiled from these. Names of one's own that only look alike are no use of either.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade {

/// What loads code while a program runs, as a library's name. Whoever forbids any forbids it.
inline constexpr std::string_view dynamic_loading = "dlopen";

/// Whose function this is, where an object leaves it undefined; "" of no library here.
std::string_view library_of_symbol(std::string_view symbol);

/// Whose header this is, by the path at which a library installs it; "" of no library here. A
/// student's own folder may look alike: that is the caller's to know.
std::string_view library_of_header(std::string_view path);

/// The files of the forbidden libraries on this machine: what a compiler of students' code must not
/// see, since it could put them into a program. `toolkit`: CUDA's folder, or "".
std::vector<std::filesystem::path> library_files(const std::filesystem::path& toolkit);

}  // namespace warpgrade
