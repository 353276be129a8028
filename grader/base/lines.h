// Text as lines.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace warpgrade {

/// Without their ends, "\n" or "\r\n"; none for an empty text.
inline std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// The line of that number, counted from 1; empty if there is none.
inline std::string_view source_line(std::string_view text, int number) {
  const auto lines = split_lines(text);
  const auto index = static_cast<std::size_t>(number) - 1;
  return number > 0 && index < lines.size() ? lines[index] : std::string_view();
}

}  // namespace warpgrade
