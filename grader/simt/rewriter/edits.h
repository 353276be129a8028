// Changes to a text, token by token. What lies between tokens, above all the ends of lines, stays:
// so every line keeps its number.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "simt/rewriter/program.h"

namespace simt::rewrite {

/// Bytes of the edited text that stand in the text as it was.
struct Copied {
  std::size_t out, in, length;
};

class Edits {
 public:
  explicit Edits(const Program& program) : program_(&program), replaced_(program.size(), false) {}

  void insert_before(std::size_t token, std::string text);
  void insert_after(std::size_t token, std::string text);

  /// The first replacement of a token stands; later ones are ignored.
  void replace(std::size_t token, std::string text);
  void erase(std::size_t begin, std::size_t end);
  bool is_replaced(std::size_t token) const { return token < replaced_.size() && replaced_[token]; }

  /// For what is no token, a pragma. The text must hold no line end.
  void replace_bytes(std::size_t offset, std::size_t length, std::string text);

  std::string apply() const;
  /// What of apply() is the author's, in order.
  std::vector<Copied> copied() const;

 private:
  struct Edit;
  std::vector<const Edit*> in_order() const;

  // At one offset: what follows the token before, then what precedes the one that begins here.
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
