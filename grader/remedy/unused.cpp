#include "remedy/unused.h"

#include <algorithm>

namespace warpgrade::remedy {
namespace {

using Kind = Token::Kind;

std::size_t count_name(const Code& code, std::size_t begin, std::size_t end,
                       std::string_view name) {
  std::size_t times = 0;
  for (std::size_t i = begin; i < end; ++i) times += code.is(i, name);
  return times;
}

}  // namespace

bool leaves_unused(const Code& code, const Proposal& proposal) {
  const Remedy& remedy = proposal.remedy;
  const Function* f = code.function_at(remedy.line);
  if (f == nullptr || remedy.old_code.empty() || !proposal.others.empty()) return false;
  const Code was(remedy.old_code), is(remedy.code);
  for (const Token& token : was.tokens()) {
    if (token.kind != Kind::identifier || count_name(is, 0, is.tokens().size(), token.text) != 0)
      continue;
    // Matches `T name = …`: the only other place that has the name.
    const std::size_t uses = count_name(code, f->open, f->close, token.text);
    if (uses != count_name(was, 0, was.tokens().size(), token.text) + 1) continue;
    for (std::size_t i = f->open + 1; i + 1 < f->close; ++i)
      if (code.is(i, token.text) && code.is(i + 1, "=") &&
          code.tokens()[i - 1].kind == Kind::identifier)
        return true;
  }
  return false;
}

std::vector<Proposal> unused_last(const Code& code, std::vector<Proposal> all) {
  std::stable_partition(all.begin(), all.end(),
                        [&](const Proposal& p) { return !leaves_unused(code, p); });
  return all;
}

}  // namespace warpgrade::remedy
