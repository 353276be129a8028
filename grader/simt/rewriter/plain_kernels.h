// Kernels whose threads only compute. Running such a thread as an iteration of a loop instead of as
// a thread makes no visible difference, and takes half the time.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "simt/rewriter/edits.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

/// A kernel `k` becomes three functions: `k__simt_thread`, the author's code, which receives
/// threadIdx and the like; `k`, with its original parameters; and `k__simt_block`, which runs all
/// threads of a block.
class PlainKernels {
 public:
  PlainKernels(const Program& program, const Scopes& scopes, Edits& edits);

  /// The argument that a launch at the token `at` passes for the loop of kernel `name`; empty if
  /// there is no such loop, or not yet. `template_arguments`: all of them, `<int, 3>`, or empty.
  /// `selected`: the text that selects the kernel among functions of its name (launches.h), or
  /// empty.
  std::string block_function(std::string_view name, const std::string& template_arguments,
                             std::size_t at, const std::string& selected) const;

 private:
  struct Known {
    std::string kernel;  // valid in any scope
    bool templated;
    std::size_t from;  // the token from which the loop is declared
  };
  std::unordered_map<std::string_view, Known> known_;
};

}  // namespace simt::rewrite
