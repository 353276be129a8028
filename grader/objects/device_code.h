// What nvcc made of a file for the device, as far as it tells whose code a kernel holds.
//
// Theory of operation. PTX is text, and what a source writes into `asm` stands in it as it is: a
// comment, a brace, a whole function. So it is read as ptxas reads it: comments are skipped,
// functions begin outside of all braces and end with theirs. Whatever a source adds can then only
// add files to a kernel. What cannot be read so (a comment without end, a function in a function, a
// number that is two files) makes the kernels' origins unclear, never clean: then each of them may
// hold whatever the compiler opened.
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

struct DeviceCode {
  /// Of each kernel, by the name that the linker knows: the files whose code it can run, itself or
  /// by functions that it names.
  std::map<std::string, std::set<CodeOrigin>> kernels;
  bool unclear = false;  // of some kernel they may be more than are told
};

DeviceCode device_code_of(const std::string& ptx);

/// The files in a list of dependencies as compilers write it: "student.o : /a.cu /b.cuh".
std::set<std::string> files_opened(const std::string& dependencies);

}  // namespace warpgrade
