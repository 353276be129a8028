#include "report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace warpgrade {
namespace {

bool within(char32_t point, char32_t first, char32_t last) {
  return point >= first && point <= last;
}

// Control characters, and characters that change how the text around them reads: bidirectional
// marks (the "Trojan Source" characters), zero-width ones, line separators, interlinear annotation,
// tags; and what XML and HTML refuse.
bool hides_or_controls(char32_t point) {
  return point < 0x20 || within(point, 0x7F, 0x9F) || point == 0xAD || point == 0x61C ||
         within(point, 0x200B, 0x200F) || within(point, 0x2028, 0x202E) ||
         within(point, 0x2060, 0x206F) || point == 0xFEFF || within(point, 0xFFF9, 0xFFFB) ||
         within(point, 0xE0000, 0xE0FFF) || (point != invalid_point && is_noncharacter(point));
}

int character_width(char32_t point) {
  if (within(point, 0x300, 0x36F) || within(point, 0x20D0, 0x20FF) || within(point, 0xFE00, 0xFE0F))
    return 0;
  const bool wide = within(point, 0x1100, 0x115F) || within(point, 0x2E80, 0xA4CF) ||
                    within(point, 0xAC00, 0xD7A3) || within(point, 0xF900, 0xFAFF) ||
                    within(point, 0xFE30, 0xFE6F) || within(point, 0xFF00, 0xFF60) ||
                    within(point, 0xFFE0, 0xFFE6) || within(point, 0x1F300, 0x1F64F) ||
                    within(point, 0x1F680, 0x1FAFF) || within(point, 0x20000, 0x3FFFD);
  return wide ? 2 : 1;
}

std::string_view plain_spelling(char32_t point) {
  constexpr std::array<std::pair<char32_t, std::string_view>, 32> spellings = {{
      {0xA0, " "},     {0xB0, "deg "},   {0xB1, "+-"},    {0xB2, "^2"},   {0xB3, "^3"},
      {0xB5, "u"},     {0xB7, "*"},      {0xD7, "x"},     {0xF7, "/"},    {0x3B3, "gamma"},
      {0x3BC, "u"},    {0x2010, "-"},    {0x2011, "-"},   {0x2013, "-"},  {0x2014, "-"},
      {0x2018, "'"},   {0x2019, "'"},    {0x201C, "\""},  {0x201D, "\""}, {0x2022, "*"},
      {0x2026, "..."}, {0x202F, " "},    {0x2190, "<-"},  {0x2192, "->"}, {0x2016, "||"},
      {0x2212, "-"},   {0x221A, "sqrt"}, {0x221E, "inf"}, {0x2248, "~"},  {0x2260, "!="},
      {0x2264, "<="},  {0x2265, ">="},
  }};
  const auto found = std::find_if(spellings.begin(), spellings.end(),
                                  [=](const auto& row) { return row.first == point; });
  return found == spellings.end() ? "?" : found->second;
}

}  // namespace

std::string printable(std::string_view text, bool unicode) {
  std::string out;
  out.reserve(text.size());
  std::size_t column = 0;  // of the line being written, for tabs
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t from = at, written = out.size();
    const char32_t point = next_point(text, at);
    if (point == '\n') {
      out += '\n';
      column = 0;
      continue;
    }
    if (point == '\r' && at < text.size() && text[at] == '\n') continue;
    if (point == '\t')
      out.append(4 - column % 4, ' ');
    else if (point == invalid_point)
      out += unicode ? "\uFFFD" : "?";
    else if (hides_or_controls(point))
      out += point < 0x80 ? fmt::format("\\x{:02x}", static_cast<unsigned>(point))
                          : fmt::format("\\u{:04x}", static_cast<unsigned>(point));
    else if (point < 0x80 || unicode)
      out += text.substr(from, at - from);
    else
      out += plain_spelling(point);
    column += static_cast<std::size_t>(columns(std::string_view(out).substr(written)));
  }
  return out;
}

int columns(std::string_view line) {
  int width = 0;
  for (std::size_t at = 0; at < line.size();) {
    const char32_t point = next_point(line, at);
    width += point == invalid_point ? 1 : character_width(point);
  }
  return width;
}

std::string clipped(std::string_view line, int width, bool unicode) {
  if (columns(line) <= width) return std::string(line);
  const std::string_view mark = unicode ? "…" : "...";
  const int room = width - columns(mark);
  std::size_t end = 0;
  for (int used = 0; end < line.size();) {
    std::size_t at = end;
    used += character_width(next_point(line, at));
    if (used > room) break;
    end = at;
  }
  return std::string(line.substr(0, end)) + std::string(mark);
}

std::string percent_encode(std::string_view path) {
  std::string out;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

std::string padded(std::string_view line, int width) {
  const int missing = std::max(0, width - columns(line));
  return std::string(line) + std::string(static_cast<std::size_t>(missing), ' ');
}

std::string wrapped(std::string_view text, int width, std::string_view first, bool unicode) {
  const int indent = columns(first);
  const std::string hanging(static_cast<std::size_t>(indent), ' ');
  // Even on a very narrow terminal a line holds a few words.
  const int room = std::max(width - indent, 20);

  std::string out;
  std::string_view prefix = first;
  const auto put = [&](std::string_view line) {
    out += prefix;
    out += line;
    while (!out.empty() && out.back() == ' ') out.pop_back();
    out += '\n';
    prefix = hanging;
  };

  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.empty() || line.front() == ' ') {
      put(clipped(line, room, unicode));
      continue;
    }
    std::string current;
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t stop = std::min(line.find(' ', at), line.size());
      const std::string_view word = line.substr(at, stop - at);
      at = std::min(line.find_first_not_of(' ', stop), line.size());
      if (!current.empty() && columns(current) + 1 + columns(word) > room) {
        put(current);
        current.clear();
      }
      if (!current.empty()) current += ' ';
      current += word;
    }
    put(current);
  }
  return out;
}

}  // namespace warpgrade
