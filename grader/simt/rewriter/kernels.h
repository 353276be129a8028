// The author's __global__ functions, by name: how each may be named in a launch.
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
  std::size_t template_parameters = none;  // how many, where one template has the name and no pack
  bool one_function = false;               // whatever is named, one pointer
  std::size_t declared = none;             // the token of its first declaration
  std::string type;  // a name of its type, or template of such, where headers may use its name too
  std::uint64_t references = 0;  // a bit for each parameter that is one; the last: all from 63 on
  std::string cluster;           // of __cluster_dims__, the arguments; "" where there is none
  std::string max_threads;       // the bound's value, where every use may spell it
  std::size_t max_threads_from = 0;  // the token from which on it is known
};

class Kernels {
 public:
  /// A bound that is no plain number becomes an enumerator in front of its kernel (`edits`), since
  /// the names in it may mean something else, or nothing, where the kernel is launched. For the
  /// same reason the type of a kernel whose name headers use too gets a name there.
  Kernels(const Program& program, const Scopes& scopes, Edits& edits);

  const Kernel* find(std::string_view name) const;

 private:
  std::unordered_map<std::string_view, Kernel> kernels_;
};

}  // namespace simt::rewrite
