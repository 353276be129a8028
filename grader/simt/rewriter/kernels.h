// The author's __global__ functions, by name: how a launch can refer to each.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "simt/rewriter/edits.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

struct Kernel {
  bool by_call =
      false;  // a template, an overload or one with default arguments: no one pointer names it
  std::size_t template_parameters = none;  // if a single template without a pack has the name
  bool one_function = false;               // any use of the name means the same function
  std::size_t declared = none;             // the token of its first declaration
  std::string type;  // a name of its type, or a template of types, if headers may use the name, too
  std::uint64_t references = 0;      // bit mask of reference parameters; the last: all from 63 on
  std::string cluster;               // arguments of __cluster_dims__; may be empty
  std::string max_threads;           // value of the bound, if it can be written at every use
  std::size_t max_threads_from = 0;  // the token from which it is known
};

class Kernels {
 public:
  /// A bound that is not a plain number becomes an enumerator before its kernel (`edits`), because
  /// the names in it may mean something else, or nothing, at the launch. For the same reason, the
  /// type of a kernel whose name headers also use gets a name there.
  Kernels(const Program& program, const Scopes& scopes, Edits& edits);

  const Kernel* find(std::string_view name) const;

 private:
  std::unordered_map<std::string_view, Kernel> kernels_;
};

}  // namespace simt::rewrite
