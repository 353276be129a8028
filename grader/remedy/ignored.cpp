#include "remedy/ignored.h"

#include <algorithm>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

std::vector<std::string> unused_limits(const Code& code, const Function& f, const Statement& loop) {
  std::vector<std::string> names;
  for (const Variable& v : f.parameters) {
    if (!is_whole_number(without_const(v.type))) continue;
    const auto is_used = [&](std::size_t token) {
      if (loop.begin <= token && token < loop.end) return true;
      std::size_t inner = none;  // the innermost statement around the token
      for (const std::size_t s : f.statements)
        if (code.statements()[s].begin <= token && token < code.statements()[s].end) inner = s;
      if (inner == none) return true;
      const Statement& s = code.statements()[inner];
      return s.kind != Statement::Kind::branch && !code.is(s.begin, "return");
    };
    bool used = false;
    for (std::size_t i = f.open + 1; i < f.close; ++i) used |= code.is(i, v.name) && is_used(i);
    if (!used) names.push_back(v.name);
  }
  return names;
}

}  // namespace warpgrade::remedy
