// Which function, class or namespace each token stands in, and the functions there are.
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
  std::string
      path;  // the namespaces and classes around it, each with `::`; `{}::` for unnamed ones
  std::size_t begin = none;       // with the template header
  std::size_t specifiers = none;  // without it
  std::size_t name_token = none;
  std::size_t parameters = none;  // the `(`
  std::size_t body = none;        // the `{`; `none` for a declaration alone

  bool global = false, device = false, host = false;
  bool is_constexpr = false, is_static = false, is_friend = false;
  bool member = false;       // in a class, or of one: S::f
  bool templated = false;    // itself or a class around it
  bool specialised = false;  // template <> …

  bool runs_on_device() const { return global || device; }
  bool runs_on_host() const { return host || !runs_on_device(); }
};

class Scopes {
 public:
  enum class Kind : std::uint8_t { namespace_, class_, block };

  Scopes(const Program& program, Diagnostics& diagnostics);

  Kind kind(std::size_t token) const { return kinds_[token]; }

  /// The function in whose body the token stands, or null.
  const Function* function(std::size_t token) const {
    return owners_[token] < 0 ? nullptr : &functions_[static_cast<std::size_t>(owners_[token])];
  }

  const std::vector<Function>& functions() const { return functions_; }

  /// Indices into functions() of all that have this name, whatever their scope.
  const std::vector<std::size_t>& named(std::string_view name) const;

 private:
  friend class ScopeReader;

  std::vector<Kind> kinds_;
  std::vector<std::int32_t> owners_;
  std::vector<Function> functions_;
  std::unordered_map<std::string_view, std::vector<std::size_t>> by_name_;
};

}  // namespace simt::rewrite
