#include "similar/given.h"

#include <algorithm>

namespace warpgrade::similar {

void Given::add(std::string_view text) {
  Tokens tokens;
  append_tokens(text, 0, tokens);
  for (const Gram gram : grams_of(tokens, lengths_.k_given))
    if (gram != 0) grams_.push_back(gram);
  std::sort(grams_.begin(), grams_.end());
  grams_.erase(std::unique(grams_.begin(), grams_.end()), grams_.end());
}

Program Given::cut(const Tokens& tokens) const {
  Program program;
  const std::vector<Gram> grams = grams_of(tokens, lengths_.k_given);
  std::size_t given_until = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (grams[i] != 0 && std::binary_search(grams_.begin(), grams_.end(), grams[i]))
      given_until = i + lengths_.k_given;
    if (i >= given_until && !tokens[i].is_gap()) {
      program.tokens.push_back(tokens[i]);
      ++program.own;
    } else if (!program.tokens.empty() && !program.tokens.back().is_gap()) {
      program.tokens.push_back({});
    }
  }
  program.grams = grams_of(program.tokens, lengths_.k);
  for (std::uint32_t i = 0; i < program.grams.size(); ++i)
    if (program.grams[i] != 0) program.occurrences.push_back({program.grams[i], i});
  std::sort(program.occurrences.begin(), program.occurrences.end(),
            [](const Occurrence& x, const Occurrence& y) {
              return x.gram != y.gram ? x.gram < y.gram : x.at < y.at;
            });
  return program;
}

}  // namespace warpgrade::similar
