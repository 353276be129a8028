#include "lab/linear_system_mistake.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "lab/decimal.h"
#include "lab/fault.h"
#include "lab/text_mistake.h"
#include "lab/words.h"

namespace warpgrade {
namespace {

constexpr const char* grammar_advice = "The grammar stands in data/README.md.";

/// What the wrong word itself tells, or "".
std::string advice_on(std::string_view word, std::string_view text) {
  if (text.empty()) return "The file is empty: copy it again, or make it with `warpgrade data`.";
  if (word.empty()) {
    return "Correct n, or copy the file again: it may be cut short.";
  }
  if (is_too_large(word)) return "It is beyond the largest double, about 1.8e308.";
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    return "This is UTF-16 text: save it as UTF-8.";
  }
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
  if (std::any_of(word.begin(), word.end(), is_control)) {
    return "This looks like a binary file: name the text file.";
  }
  const auto is_not_ascii = [](char c) { return static_cast<unsigned char>(c) > 0x7e; };
  if (std::any_of(word.begin(), word.end(), is_not_ascii)) {
    return "Write it in plain ASCII: digits, point, minus sign, e.";
  }
  if (word.find(',') != std::string_view::npos) {
    return "Write a decimal point, and spaces between numbers.";
  }
  return {};
}

}  // namespace

void LinearSystemMistake::in_n(const char* at) const {
  refuse(at,
         fmt::format("n, the number of unknowns: a whole number from 1 to {}",
                     std::numeric_limits<int>::max()),
         grammar_advice);
}

void LinearSystemMistake::in_iterations(const char* at) const {
  refuse(at,
         fmt::format("the number of iterations: a whole number from 0 to {}",
                     std::numeric_limits<int>::max()),
         grammar_advice);
}

void LinearSystemMistake::in_body(const char* at, std::size_t n, std::size_t position) const {
  const std::size_t entries = n * n;
  const bool is_solution = word(at) == solution_word;
  double value = 0;
  const bool is_number = read_decimal(word(at), value);
  if (position < entries) {
    std::string expected = fmt::format("a finite decimal number: entry {} of {}, row {}, column {}",
                                       position + 1, entries, position / n + 1, position % n + 1);
    if (word(at).empty() || is_solution) {
      expected += fmt::format("; the file is too short for n = {}", n);
    }
    refuse(at, expected,
           is_solution ? fmt::format("Correct n, or add the {} entries that are missing.",
                                     entries - position)
                       : grammar_advice);
  }
  if (position == entries) {
    refuse(at, fmt::format("the word '{}' after the {}x{} entries", solution_word, n, n),
           is_number ? fmt::format("Put the word there, or correct n, which is {}.", n)
                     : "The word stands alone, in small letters, between the matrix and b.");
  }
  if (position <= entries + n) {
    refuse(at,
           fmt::format("a finite decimal number: number {} of the {} of b", position - entries, n),
           grammar_advice);
  }
  refuse(at, fmt::format("the end of the file after the {} numbers of b", n),
         fmt::format("Correct n, which is {}, or take out what is too much.", n));
}

void LinearSystemMistake::changed_meanwhile() const {
  throw GraderError(fmt::format("{}: the file changed while it was read", name_),
                    "Read it again when whatever writes it is done.");
}

void LinearSystemMistake::refuse(const char* at, const std::string& expected,
                                 const std::string& advice) const {
  const std::string_view found = word(at);
  const std::string own_advice = advice_on(found, text_);
  throw GraderError(
      text_mistake(name_, text_, static_cast<std::size_t>(at - text_.data()), expected),
      own_advice.empty() ? advice : own_advice);
}

std::string_view LinearSystemMistake::word(const char* at) const {
  const char* const end = skip_word(at, text_.data() + text_.size());
  return {at, static_cast<std::size_t>(end - at)};
}

}  // namespace warpgrade
