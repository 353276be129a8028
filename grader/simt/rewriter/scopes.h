// Finds all functions, and the function, class or namespace that contains each token.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "simt/rewriter/program.h"

namespace simt::rewrite {

/// A function's declaration or definition.
struct Function {
  std::string_view name;
  std::string path;          // enclosing namespaces and classes, each with `::`; `{}::` if unnamed
  std::size_t begin = none;  // including the template header
  std::size_t specifiers = none;  // without the template header
  std::size_t name_token = none;
  std::size_t parameters = none;  // at the `(`
  std::size_t body = none;        // at the `{`; `none` for a declaration

  bool global = false, device = false, host = false;
  bool is_constexpr = false, is_static = false, is_friend = false;
  bool member = false;       // declared in a class or defined as S::f
  bool templated = false;    // or in a templated class
  bool specialised = false;  // template <> …

  bool runs_on_device() const { return global || device; }
  bool runs_on_host() const { return host || !runs_on_device(); }
};

class Scopes {
 public:
  enum class Kind : std::uint8_t { namespace_, class_, block };

  Scopes(const Program& program, Diagnostics& diagnostics);

  Kind kind(std::size_t token) const { return kinds_[token]; }

  /// The function whose body contains the token, or null.
  const Function* function(std::size_t token) const {
    return owners_[token] < 0 ? nullptr : &functions_[static_cast<std::size_t>(owners_[token])];
  }

  const std::vector<Function>& functions() const { return functions_; }

  /// Indices into functions() of all functions with this name in any scope.
  const std::vector<std::size_t>& named(std::string_view name) const;

 private:
  friend class ScopeReader;

  std::vector<Kind> kinds_;
  std::vector<std::int32_t> owners_;
  std::vector<Function> functions_;
  std::unordered_map<std::string_view, std::vector<std::size_t>> by_name_;
};

}  // namespace simt::rewrite
