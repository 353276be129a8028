#include "similar/given_code.h"

#include <algorithm>
#include <utility>

namespace warpgrade::similar {
namespace {

void add_grams(const Tokens& tokens, std::size_t k, std::vector<Gram>& all) {
  for (const Gram gram : make_grams(tokens, k))
    if (gram != 0) all.push_back(gram);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

}  // namespace

void GivenCode::add(std::string_view text) {
  Tokens tokens;
  append_tokens(text, 0, tokens);
  add_grams(tokens, lengths_.k_given, short_);
  add_grams(tokens, lengths_.k, whole_);
}

bool GivenCode::holds(Gram gram) const {
  return std::binary_search(whole_.begin(), whole_.end(), gram);
}

Program GivenCode::program(Tokens tokens) const {
  Program program;
  const std::vector<Gram> grams = make_grams(tokens, lengths_.k_given);
  std::size_t given_until = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (grams[i] != 0 && std::binary_search(short_.begin(), short_.end(), grams[i]))
      given_until = i + lengths_.k_given;
    const bool own = i >= given_until && !tokens[i].is_gap();
    program.is_own.push_back(own ? 1 : 0);
    program.own += own ? 1 : 0;
  }
  program.grams = make_grams(tokens, lengths_.k);
  program.tokens = std::move(tokens);
  return program;
}

}  // namespace warpgrade::similar
