// Internals shared by the toolchain's builds.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "toolchain/build.h"

namespace warpgrade {

inline constexpr const char* device_code_folder = "device";  // nvcc's intermediate files
inline constexpr const char* opened_files = "student.d";     // the files opened by nvcc
inline constexpr const char* host_functions_file =
    "host_functions";  // host functions that no kernel may call

/// Sets verdict and output from a compiler's run. True if it succeeded.
bool accept(Build& build, const CompilerRun& run);

/// Returns `file`, or throws GraderError if the project lacks it.
std::filesystem::path require(const std::filesystem::path& file);

/// A suffix for a folder's name: "-M8-N5", or "".
std::string label(const Constants& constants);

/// Options that define the lab's constants and its number type.
std::vector<std::string> macros(const Source& source, Real real);

/// The file's path for the sandboxed compiler.
std::string inside(const Source& source);

void append(std::vector<std::string>& to, const std::vector<std::string>& more);

/// The undefined symbols of an object, one per line.
std::string undefined_symbols(const std::filesystem::path& object);

/// The symbols that an object exports.
std::set<std::string> exported_symbols(const std::filesystem::path& object);

}  // namespace warpgrade
