// A key for everything that a compiler's run depends on.
#pragma once

#include <filesystem>
#include <string>

#include "sandbox/sandbox.h"
#include "toolchain/cuda_toolkit.h"

namespace warpgrade {

/// A SHA-256, as 64 digits, of everything that affects the command's product: its arguments,
/// environment and folders, the names and contents of all mounted files, the compilers and this
/// machine. Besides these, the sandbox only shows the system, represented by the versions of g++
/// and the C library; the toolkit's folder is represented by its version, and .deps/usr by sizes
/// and times of its files. "" if something cannot be read. `product`: the written file, which is
/// not part of the key. `toolkit`: the one used by the command, or null.
std::string build_key(const std::filesystem::path& root, const Sandbox& sandbox,
                      const Command& command, const std::filesystem::path& product,
                      const CudaToolkit* toolkit);

}  // namespace warpgrade
