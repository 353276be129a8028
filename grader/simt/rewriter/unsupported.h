// What the engine cannot run, said in words before g++ trips over it.
#pragma once

#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

constexpr bool is_asm(std::string_view word) {
  return word == "asm" || word == "__asm__" || word == "__asm";
}

void find_unsupported(const Program& program, const Scopes& scopes, Diagnostics& diagnostics);

}  // namespace simt::rewrite
