// Finds the functions outside of a program that its kernels must not call: all that CUDA does not
// have on a device. Such a function has no hooks, so the check sees none of its loads and stores.
// The linker script leads each call of them past the engine, which ends a kernel that makes one
// (runner/link, simt/engine/api/host_functions.cpp). What a kernel does call is known only there:
// a function for host and device may call the library on the host alone.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "objects/object_code.h"

namespace warpgrade {

struct HostFunction {
  std::string symbol;
  std::string name;  // as in the source, without types: "std::string::append"
};

/// `exported`: symbols that the engine and the runner define for student code.
std::vector<HostFunction> host_functions(const ObjectCode& object,
                                         const std::set<std::string>& exported);

}  // namespace warpgrade
