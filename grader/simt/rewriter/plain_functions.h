// Functions that only compute: they call nothing that could make a thread wait for another one,
// print, allocate or end the thread.
#pragma once

#include <string_view>
#include <unordered_map>

#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

class PlainFunctions {
 public:
  PlainFunctions(const Program& program, const Scopes& scopes);

  bool is_plain(const Function& function);

 private:
  bool calls_only_plain(const Function& function);
  bool is_plain_call(const Function& function, std::size_t open);
  bool all_are_plain(std::string_view name);
  bool has_hidden_calls();

  const Program* p_;
  const Scopes* scopes_;
  std::unordered_map<const Function*, bool> known_;  // also false while it is being examined
  bool hidden_calls_ = false;  // an operator, constructor or destructor does more than compute
};

}  // namespace simt::rewrite
