// Finds the forbidden libraries that each task can call, from the compiled object.
//
// Theory of operation. What counts is code. A header that is included and not used is none, a word
// that looks like a library's is none; a name that a macro hid is in the object all the same. From
// the object of the host's code (object_code.h) follows which functions a task's entry can reach:
// each has a section of its own, and the linker's relocations lead from one to the next. Whatever
// runs before main counts for every task. A task uses a library
//   - that has a function which code within its reach names and the file does not define (cuBLAS);
//   - whose headers code within its reach was compiled from, which the tables of lines tell (CUB);
//   - whose headers a kernel within its reach was compiled from (device_code.h); or, where that is
//     unclear, whose headers the compiler opened at all.
// A kernel that the host's code names nowhere counts for every task.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "objects/device_code.h"
#include "objects/object_code.h"

namespace warpgrade {

struct LibraryUse {
  std::string library;  // "cublas", "thrust", "cub", "cusolver", ...
  std::string place;    // the student's line that leads there: "matmul.cu:9", or ""
  std::string what;     // a function or a header: "cublasCreate_v2", "cub/block/block_reduce.cuh"
};

/// By entry; each library once.
using LibraryUses = std::map<std::string, std::vector<LibraryUse>>;

struct CompiledFile {
  ObjectCode host;
  DeviceCode device;             // empty on the CPU, where all code is host code
  std::set<std::string> opened;  // files opened by the device compiler
  std::string submission;        // its folder on this machine (see path_in_submission in build.h)
};

LibraryUses library_uses(const CompiledFile& file, const std::vector<std::string>& entries);

/// Undefined functions of libraries that a program is not linked with.
std::vector<std::string> missing_functions(const ObjectCode& host);

}  // namespace warpgrade
