// Translates asm statements in device code to C++.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "simt/rewriter/edits.h"
#include "simt/rewriter/ptx/ptx.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

constexpr bool is_asm(std::string_view word) {
  return word == "asm" || word == "__asm__" || word == "__asm";
}

class InlinePtx {
 public:
  InlinePtx(const Program& program, const Scopes& scopes);

  /// Whether the word `asm` at that token begins a statement that is translated.
  bool translates(std::size_t token) const;

  /// Reports each statement that cannot be translated, and why.
  void report(Diagnostics& diagnostics) const;

  void rewrite(Edits& edits) const;

 private:
  struct Operand {
    std::size_t constraint = none;  // token of its string
    std::size_t open = none;        // the bracket of "(expression)"
    std::string code;               // "+r", without quotes
    bool output = false;
  };
  struct Statement {
    std::size_t open = none;  // the bracket of "(…)"
    std::vector<Operand> operands;
    PtxTranslation translation;
  };

  Statement read(std::size_t token) const;
  static const char* constraint_type(char constraint);

  const Program& p_;
  std::map<std::size_t, Statement> statements_;  // by token of `asm`
};

}  // namespace simt::rewrite
