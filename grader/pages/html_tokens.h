// The words of CUDA C++, told apart for the eye.
#pragma once

#include <string_view>
#include <vector>

namespace warpgrade::html {

enum class Word { plain, keyword, cuda, comment, text, number, preprocessor };

/// Of a name: a keyword, a word of CUDA's, or plain.
Word classify_word(std::string_view name);

struct Piece {
  Word word;
  std::string_view text;
};

/// Of each line of a file (without its '\n') its pieces, in order; together they are the line,
/// whatever the file holds.
std::vector<std::vector<Piece>> pieces_of_lines(std::string_view file);

/// The pieces of the first `bytes` of a line.
std::vector<Piece> first_bytes(std::vector<Piece> pieces, std::size_t bytes);

}  // namespace warpgrade::html
