// What the builds of the tool chain have in common. For them alone.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "toolchain/build.h"

namespace warpgrade {

inline constexpr const char* device_code_folder = "device";           // nvcc's intermediate files
inline constexpr const char* opened_files = "student.d";              // the files that it opened
inline constexpr const char* host_functions_file = "host_functions";  // that no kernel may call

/// Fills verdict and output of a compiler's run; true when it succeeded.
bool accept(Build& build, const CompilerRun& run);

/// Throws GraderError where the project lacks it.
std::filesystem::path require(const std::filesystem::path& file);

/// A part of a folder's name: "-M8-N5", or "".
std::string label(const Constants& constants);

/// Options that define the lab's constants and its type.
std::vector<std::string> macros(const Source& source, Real real);

/// The file as a sandboxed compiler sees it.
std::string inside(const Source& source);

void append(std::vector<std::string>& to, const std::vector<std::string>& more);

/// What an object leaves to be linked, one a line.
std::string undefined_symbols(const std::filesystem::path& object);

/// What other objects find in this one.
std::set<std::string> exported_symbols(const std::filesystem::path& object);

}  // namespace warpgrade
