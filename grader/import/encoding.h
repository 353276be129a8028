// Text files that may have been saved by a spreadsheet.
#pragma once

#include <string>

namespace warpgrade {

enum class Encoding { utf8, windows_1252, utf16_le, utf16_be };

struct DecodedText {
  std::string text;  // UTF-8; a byte order mark stays
  Encoding encoding = Encoding::utf8;
  std::string remark;  // "FILE is not UTF-8: it is read as Windows-1252"; or ""
};

/// UTF-16 has a byte order mark; other text that is not UTF-8 is Windows-1252, in which every byte
/// is a character. UsageError names `file`: a spreadsheet's own format, or bytes that are no text.
DecodedText decode(const std::string& bytes, const std::string& file);

/// The bytes of UTF-8 text in `encoding`: what was decoded becomes what it was. A character that it
/// lacks becomes a question mark.
std::string encode(const std::string& text, Encoding encoding);

}  // namespace warpgrade
