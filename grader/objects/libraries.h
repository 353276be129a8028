// Libraries that lab.json may forbid, and how to recognize their code.
//
// Some are binaries (cuBLAS): code that uses them names their functions, and their files can be
// hidden. Others (CUB) are headers: code that uses them contains code compiled from these. A
// student's own names that look similar do not count.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade {

/// The pseudo-library for loading code at run time. Forbidding any library forbids it.
inline constexpr std::string_view dynamic_loading = "dlopen";

/// The library of a function that an object leaves undefined; "" if it belongs to none.
std::string_view find_symbol_library(std::string_view symbol);

/// The library of a header, by its installation path; "" if it belongs to none. The caller must
/// exclude similar paths of students.
std::string_view find_header_library(std::string_view path);

/// The files of forbidden libraries on this machine, which must be hidden from compilers of
/// students' code. `toolkit`: CUDA's folder, or "".
std::vector<std::filesystem::path> library_files(const std::filesystem::path& toolkit);

}  // namespace warpgrade
