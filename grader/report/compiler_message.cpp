#include "report/compiler_message.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace warpgrade {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes the digits at the front of `text`; 0 where there are none or too many.
int take_number(std::string_view& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return 0;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

// g++ writes "file:12:5" before its ": error: ", nvcc "file(12)".
void set_place(CompilerMessage& message, std::string_view place) {
  std::string_view file = place;
  std::array<int, 2> numbers = {0, 0};  // column (or the line alone), line
  std::size_t found = 0;
  if (!file.empty() && file.back() == ')') {
    const std::size_t open = file.rfind('(');
    if (open == std::string_view::npos) return;
    std::string_view digits = file.substr(open + 1);
    numbers[found++] = take_number(digits);
    file = file.substr(0, open);
  } else {
    while (found < 2) {
      const std::size_t colon = file.rfind(':');
      if (colon == std::string_view::npos || colon + 1 == file.size()) break;
      std::string_view digits = file.substr(colon + 1);
      if (!std::all_of(digits.begin(), digits.end(), is_digit)) break;
      numbers[found++] = take_number(digits);
      file = file.substr(0, colon);
    }
  }
  if (found == 0) return;
  message.file = file;
  message.line = numbers[found - 1];
}

std::optional<CompilerMessage> parse(std::string_view line) {
  struct Word {
    std::string_view text;
    bool error;
  };
  constexpr std::array words = {Word{"fatal error", true}, Word{"catastrophic error", true},
                                Word{"error", true}, Word{"warning", false}};
  for (const Word& word : words) {
    const std::string between = ": " + std::string(word.text);
    const std::size_t at = line.find(between);
    if (at == std::string_view::npos) continue;
    std::string_view rest = line.substr(at + between.size());
    // nvcc: "warning #177-D: variable …".
    if (rest.substr(0, 2) == " #") rest.remove_prefix(std::min(rest.find(':'), rest.size()));
    if (rest.substr(0, 2) != ": ") continue;
    CompilerMessage message;
    message.error = word.error;
    message.message = rest.substr(2);
    set_place(message, line.substr(0, at));
    return message;
  }
  // The linker names no error; ptxas no place.
  const bool ptxas = line.substr(0, 5) == "ptxas" && line.find("error") != std::string_view::npos;
  const std::size_t undefined = line.find("undefined reference to");
  if (!ptxas && undefined == std::string_view::npos) return std::nullopt;
  CompilerMessage message;
  message.error = true;
  message.message = ptxas ? line : line.substr(undefined);
  return message;
}

}  // namespace

std::string CompilerMessage::place() const {
  if (file.empty()) return {};
  return line > 0 ? file + ":" + std::to_string(line) : file;
}

std::vector<CompilerMessage> compiler_messages(std::string_view output) {
  std::vector<CompilerMessage> messages;
  bool repeated = false;
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    const std::string_view line = output.substr(0, end);
    output.remove_prefix(std::min(end + 1, output.size()));
    if (auto message = parse(line)) {
      repeated = std::any_of(messages.begin(), messages.end(), [&](const CompilerMessage& other) {
        return other.place() == message->place() && other.message == message->message;
      });
      if (!repeated) messages.push_back(std::move(*message));
    } else if (!repeated && !messages.empty() && !line.empty() && line.front() == ' ') {
      messages.back().excerpt.emplace_back(line);
    }
  }
  return messages;
}

}  // namespace warpgrade
