#include "import/encoding.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "base/fault.h"
#include "base/utf8.h"

namespace warpgrade {
namespace {

// Bytes 0x80 to 0x9F, from https://encoding.spec.whatwg.org/index-windows-1252.txt. Other bytes are
// their own code points.
constexpr std::array<char16_t, 32> upper_controls = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

void append_point(std::string& text, char32_t point) {
  const auto put = [&](char32_t byte) { text += static_cast<char>(byte); };
  if (point < 0x80) {
    put(point);
  } else if (point < 0x800) {
    put(0xC0 | point >> 6);
    put(0x80 | (point & 0x3F));
  } else if (point < 0x10000) {
    put(0xE0 | point >> 12);
    put(0x80 | (point >> 6 & 0x3F));
    put(0x80 | (point & 0x3F));
  } else {
    put(0xF0 | point >> 18);
    put(0x80 | (point >> 12 & 0x3F));
    put(0x80 | (point >> 6 & 0x3F));
    put(0x80 | (point & 0x3F));
  }
}

std::string from_windows_1252(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    append_point(text, byte >= 0x80 && byte < 0xA0 ? upper_controls[byte - 0x80u] : byte);
  }
  return text;
}

char to_windows_1252(char32_t point) {
  const auto found = std::find(upper_controls.begin(), upper_controls.end(), point);
  if (found != upper_controls.end())
    return static_cast<char>(0x80 + std::distance(upper_controls.begin(), found));
  return point < 0x80 || (point >= 0xA0 && point <= 0xFF) ? static_cast<char>(point) : '?';
}

/// Empty if it is not UTF-16.
std::string from_utf16(const std::string& bytes, bool little) {
  std::string text;
  if (bytes.size() % 2 != 0) return text;
  const auto unit = [&](std::size_t at) -> char32_t {
    const auto a = static_cast<unsigned char>(bytes[at]),
               b = static_cast<unsigned char>(bytes[at + 1]);
    return little ? a | b << 8 : a << 8 | b;
  };
  for (std::size_t at = 0; at < bytes.size(); at += 2) {
    char32_t point = unit(at);
    if (point >= 0xD800 && point < 0xE000) {
      at += 2;
      const char32_t second = at < bytes.size() ? unit(at) : 0;
      if (point >= 0xDC00 || second < 0xDC00 || second >= 0xE000) return "";
      point = 0x10000 + ((point - 0xD800) << 10) + (second - 0xDC00);
    }
    append_point(text, point);
  }
  return text;
}

void append_utf16(std::string& bytes, char32_t point, bool little) {
  const auto put = [&](char32_t unit) {
    const char high = static_cast<char>(unit >> 8), low = static_cast<char>(unit & 0xFF);
    bytes += little ? low : high;
    bytes += little ? high : low;
  };
  if (point >= 0x10000) {
    put(0xD800 + ((point - 0x10000) >> 10));
    put(0xDC00 + ((point - 0x10000) & 0x3FF));
  } else {
    put(point);
  }
}

}  // namespace

DecodedText decode(const std::string& bytes, const std::string& file) {
  const std::string begin = bytes.substr(0, 2);
  if (bytes.starts_with("PK\3\4"))
    throw UsageError(file + " is a spreadsheet, not CSV.",
                     "Save it as CSV (UTF-8) and name that file.");
  if (begin == "\xFF\xFE" || begin == "\xFE\xFF") {
    const bool little = begin == "\xFF\xFE";
    std::string text = from_utf16(bytes, little);
    if (text.empty() || text.find('\0') != text.npos)
      throw UsageError(file + " begins like UTF-16, but is not.", "Save it as CSV (UTF-8).");
    return {std::move(text), little ? Encoding::utf16_le : Encoding::utf16_be,
            file + " is read as UTF-16."};
  }
  if (bytes.find('\0') != bytes.npos)
    throw UsageError(file + " is not a text file.", "Save it as CSV (UTF-8).");
  if (valid_utf8(bytes) == bytes) return {bytes, Encoding::utf8, ""};
  return {from_windows_1252(bytes), Encoding::windows_1252,
          file +
              " is not UTF-8 and is read as Windows-1252. Check names with accents, or save it "
              "as CSV (UTF-8)."};
}

std::string encode(const std::string& text, Encoding encoding) {
  if (encoding == Encoding::utf8) return text;
  std::string bytes;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t point = next_point(text, at);
    if (encoding == Encoding::windows_1252)
      bytes += to_windows_1252(point);
    else
      append_utf16(bytes, point == invalid_point ? U'?' : point, encoding == Encoding::utf16_le);
  }
  return bytes;
}

}  // namespace warpgrade
