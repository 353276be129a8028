// What a compiler's run depends on, as a number.
#pragma once

#include <filesystem>
#include <string>

#include "sandbox/sandbox.h"
#include "toolchain/cuda_toolkit.h"

namespace warpgrade {

/// A SHA-256, as 64 digits, over all that decides what the command makes: its words, environment
/// and folders, the names and contents of all files that are mounted for it, and what the compilers
/// and this machine are. The sandbox shows it nothing else but the system itself, for which the
/// versions of g++ and of the C library stand; for a toolkit's own folder its version does, and for
/// .deps/usr the sizes and times of its files. "" when something cannot be read.
/// `product`: the file that it writes, which is no part of the number. `toolkit`: that it runs, or
/// null.
std::string build_key(const std::filesystem::path& root, const Sandbox& sandbox,
                      const Command& command, const std::filesystem::path& product,
                      const CudaToolkit* toolkit);

}  // namespace warpgrade
