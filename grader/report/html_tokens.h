// The words of CUDA C++, told apart for the eye. Not a compiler's tokenizer: whatever a file holds,
// it gives every byte back, and a wrong guess only colours it wrong.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::html {

enum class Word { plain, keyword, cuda, comment, text, number, preprocessor };

struct Piece {
  Word word;
  std::string_view text;
};

/// Takes a file line by line, since comments, raw strings and directives go on over several.
class Highlighter {
 public:
  /// The pieces of the next line (without its '\n'), in order; together they are the line.
  std::vector<Piece> next(std::string_view line);

 private:
  enum class Inside { code, block_comment, line_comment, raw_string, directive };

  std::size_t code(std::string_view line, std::size_t at);
  std::size_t until(std::string_view line, std::size_t at, std::string_view end, Word word);
  void add(Word word, std::string_view text);

  Inside inside_ = Inside::code;
  std::string raw_end_;  // )delimiter" of the raw string that it is inside of
  std::vector<Piece> pieces_;
};

}  // namespace warpgrade::html
