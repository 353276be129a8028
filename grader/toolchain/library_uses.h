// Finds the forbidden libraries that each task can call, from the compiled object.
// Theory of operation. Only code counts: not a header that is included and unused, nor a word that
// looks like a library's name; but a name hidden by a macro is still in the object. The object of
// the host code (object_code.h) tells which functions a task's entry can reach: each has its own
// section, and the linker's relocations lead from one to the next. Code that runs before main
// counts for every task. A task uses a library
// - if reachable code names one of its functions and the file does not define that (cuBLAS);
// - if reachable code was compiled from its headers, according to the line tables (CUB);
// - if a reachable kernel was compiled from its headers (device_code.h); or, if that is unclear, if
// the compiler opened any of its headers.
// A kernel that host code never names counts for every task.
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
