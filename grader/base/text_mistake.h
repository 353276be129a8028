// What is wrong in a text file, said so that a person finds the place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpgrade {

/// Both from 1. Lines end with LF, CR LF or CR; columns count bytes.
struct TextPlace {
  std::size_t line = 1;
  std::size_t column = 1;
};

TextPlace place_of(std::string_view text, std::size_t offset);

/// The word at `offset`, in quotes, shortened, bytes that are not printable ASCII as \xNN; or "the
/// end of the file".
std::string quote_word(std::string_view text, std::size_t offset);

/// "name:line:column: found …, expected …".
std::string text_mistake(const std::string& name, std::string_view text, std::size_t offset,
                         const std::string& expected);

/// What to do about a wrong word (empty: the text ends) as far as the word itself tells, or "".
std::string advice_on_word(std::string_view word, std::string_view text);

}  // namespace warpgrade
