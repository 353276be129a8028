// Edits a text token by token. Text between tokens, above all line ends, is kept, so line numbers
// do not change.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "simt/rewriter/program.h"

namespace simt::rewrite {

/// Bytes of the edited text that were copied from the original text.
struct Copied {
  std::size_t out, in, length;
};

class Edits {
 public:
  explicit Edits(const Program& program) : program_(&program), replaced_(program.size(), false) {}

  void insert_before(std::size_t token, std::string text);
  void insert_after(std::size_t token, std::string text);

  /// Only the first replacement of a token counts.
  void replace(std::size_t token, std::string text);
  void erase(std::size_t begin, std::size_t end);
  bool is_replaced(std::size_t token) const { return token < replaced_.size() && replaced_[token]; }

  /// For text that is no token: a pragma. The new text must not contain a line end.
  void replace_bytes(std::size_t offset, std::size_t length, std::string text);

  std::string apply() const;
  /// The parts of apply()'s result that are copied from the author's text, in order.
  std::vector<Copied> copied() const;

 private:
  struct Edit;
  std::vector<const Edit*> in_order() const;

  // The order at one offset: text after the previous token, then text before the next one.
  enum class Rank { after, before, replacement };
  struct Edit {
    std::size_t offset;
    std::size_t length;
    Rank rank;
    std::string text;
  };

  const Program* program_;
  std::vector<Edit> edits_;
  std::vector<bool> replaced_;
};

}  // namespace simt::rewrite
