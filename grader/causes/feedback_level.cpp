#include "causes/feedback_level.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace warpgrade {
namespace {

constexpr std::array<std::pair<FeedbackLevel, std::string_view>, 4> names = {{
    {FeedbackLevel::cause, "cause"},
    {FeedbackLevel::place, "place"},
    {FeedbackLevel::remedy, "remedy"},
    {FeedbackLevel::tried, "tried"},
}};

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool in_path(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '/' ||
         c == '-' || c == '+';
}

bool is_source(std::string_view path) {
  constexpr std::array<std::string_view, 9> endings = {".cu", ".cuh", ".h",   ".hpp", ".cpp",
                                                       ".cc", ".inl", ".inc", ".c"};
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view end) {
    return path.size() > end.size() && path.substr(path.size() - end.size()) == end;
  });
}

/// Removes [begin, end) and the word that introduces it.
void take_out(std::string& text, std::size_t begin, std::size_t end) {
  const std::string_view before = std::string_view(text).substr(0, begin);
  for (const std::string_view word : {" at ", " in "}) {
    if (before.size() >= word.size() && before.substr(before.size() - word.size()) == word) {
      text.erase(begin - word.size(), end - begin + word.size());
      return;
    }
  }
  const bool heads = text.compare(end, 2, ": ") == 0;
  const bool spaced = !heads && begin > 0 && text[begin - 1] == ' ';
  text.erase(begin - (spaced ? 1 : 0), end - begin + (heads ? 2 : 0) + (spaced ? 1 : 0));
}

}  // namespace

std::string_view name(FeedbackLevel feedback) {
  return std::find_if(names.begin(), names.end(),
                      [&](const auto& n) { return n.first == feedback; })
      ->second;
}

std::optional<FeedbackLevel> feedback_level_named(std::string_view name) {
  for (const auto& [feedback, text] : names)
    if (text == name) return feedback;
  return std::nullopt;
}

std::string text_without_places(const std::string& from) {
  std::string text = from;
  for (auto at = text.rfind(':'); at != text.npos && at > 0; at = text.rfind(':', at - 1)) {
    std::size_t begin = at, end = at + 1;
    while (end < text.size() && is_digit(text[end])) ++end;
    while (begin > 0 && in_path(text[begin - 1])) --begin;
    if (end == at + 1 || !is_source(std::string_view(text).substr(begin, at - begin))) continue;
    take_out(text, begin, end);
    at = std::min(begin, text.size());
    if (at == 0) break;
  }
  return text;
}

}  // namespace warpgrade
