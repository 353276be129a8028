// Kernels whose threads do nothing but compute. Nobody can tell whether such a thread runs as a
// thread or as a turn of a loop, and as a turn of a loop it costs half as much.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "simt/rewriter/edits.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

/// A kernel `k` becomes three functions: `k__simt_thread`, the author's code, which receives
/// threadIdx and its kin; `k` as it was; and `k__simt_block`, which runs all threads of a block.
class PlainKernels {
 public:
  PlainKernels(const Program& program, const Scopes& scopes, Edits& edits);

  /// What a launch at the token `at` passes on for the kernel `name`: "" where it has no such loop,
  /// or not yet. `template_arguments`: `<int, 3>`, all of them, or "". `selected`: what chooses the
  /// kernel among functions of its name (launches.h), or "".
  std::string block_function(std::string_view name, const std::string& template_arguments,
                             std::size_t at, const std::string& selected) const;

 private:
  struct Known {
    std::string kernel;  // as any scope may name it
    bool templated;
    std::size_t from;  // the token from which on there is the loop
  };
  std::unordered_map<std::string_view, Known> known_;
};

}  // namespace simt::rewrite
