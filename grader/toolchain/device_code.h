// What nvcc made of a file for the device, as far as it tells whose code a kernel holds.
#pragma once

#include <map>
#include <set>
#include <string>

namespace warpgrade {

/// A kernel's code that comes from a file, and the line of the file with the kernel that it was
/// inlined into, where there is one.
struct CodeOrigin {
  std::string file;
  std::string into;  // "matmul.cu:9" with the whole path, or ""
  auto operator<=>(const CodeOrigin&) const = default;
};

/// Of each kernel in that PTX, by the name that the linker knows: the files whose code it can run,
/// itself or by functions that it names.
std::map<std::string, std::set<CodeOrigin>> kernels_of(const std::string& ptx);

}  // namespace warpgrade
