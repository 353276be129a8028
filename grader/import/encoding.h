// Decodes text files that a spreadsheet may have saved.
#pragma once

#include <string>

namespace warpgrade {

enum class Encoding { utf8, windows_1252, utf16_le, utf16_be };

struct DecodedText {
  std::string text;  // UTF-8; keeps a byte order mark
  Encoding encoding = Encoding::utf8;
  std::string remark;  // "FILE is not UTF-8: it is read as Windows-1252"; or ""
};

/// UTF-16 is recognized by its byte order mark. Other text that is not UTF-8 is read as
/// Windows-1252, where every byte is a character. UsageError with `file`: a spreadsheet's own
/// format, or not text.
DecodedText decode(const std::string& bytes, const std::string& file);

/// Converts UTF-8 text back to `encoding`. Characters that it lacks become question marks.
std::string encode(const std::string& text, Encoding encoding);

}  // namespace warpgrade
