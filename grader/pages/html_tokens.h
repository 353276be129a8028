// Syntax highlighting for CUDA C++.
#pragma once

#include <string_view>
#include <vector>

namespace warpgrade::html {

enum class Word { plain, keyword, cuda, comment, text, number, preprocessor };

/// Classifies a name: a keyword, a CUDA name, or plain.
Word classify_word(std::string_view name);

struct Piece {
  Word word;
  std::string_view text;
};

/// The pieces of each line of a file (without its '\n'), in order. Together they form the line,
/// whatever the file contains.
std::vector<std::vector<Piece>> pieces_of_lines(std::string_view file);

/// The pieces of the first `bytes` of a line.
std::vector<Piece> first_bytes(std::vector<Piece> pieces, std::size_t bytes);

}  // namespace warpgrade::html
