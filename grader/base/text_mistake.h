// Messages about mistakes in text files, with their place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpgrade {

/// Both start at 1. Lines end with LF, CR LF or CR; columns count bytes.
struct TextPlace {
  std::size_t line = 1;
  std::size_t column = 1;
};

TextPlace line_and_column(std::string_view text, std::size_t offset);

/// The word at `offset` in quotes, shortened, with non-printable and non-ASCII bytes as \xNN; or
/// "the end of the file".
std::string quote_word(std::string_view text, std::size_t offset);

/// "name:line:column: found …, expected …".
std::string text_mistake(const std::string& name, std::string_view text, std::size_t offset,
                         const std::string& expected);

/// Advice on a wrong word (empty: end of the text), or "".
std::string advice_on_word(std::string_view word, std::string_view text);

}  // namespace warpgrade
