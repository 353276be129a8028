// Analyzes nvcc's device code to find the files that a kernel's code comes from.
//
// Theory of operation. PTX is text, and contains the source's `asm` unchanged: a comment, a brace,
// a whole function. So it is parsed as ptxas does: comments are skipped, and functions begin
// outside of all braces and end with theirs. A source can then only add files to a kernel. If it
// cannot be parsed (an unclosed comment, a nested function, a file number defined twice), the
// kernels' origins are unclear, never clean: each kernel may then contain code of any file that the
// compiler opened.
#pragma once

#include <map>
#include <set>
#include <string>

namespace warpgrade {

/// A file that a kernel's code comes from, and the line in the kernel's file where it was inlined,
/// if any.
struct CodeOrigin {
  std::string file;
  std::string into;  // "matmul.cu:9" with the full path, or ""
  auto operator<=>(const CodeOrigin&) const = default;
};

struct DeviceCode {
  /// For each kernel, by its mangled name: the files whose code it can run, directly or through
  /// functions that it names.
  std::map<std::string, std::set<CodeOrigin>> kernels;
  bool unclear = false;  // some kernel may have more files than listed
};

DeviceCode parse_device_code(const std::string& ptx);

/// The files in a compiler's dependency list: "student.o : /a.cu /b.cuh".
std::set<std::string> files_opened(const std::string& dependencies);

}  // namespace warpgrade
