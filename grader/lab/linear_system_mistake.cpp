#include "lab/linear_system_mistake.h"

#include <limits>

#include <fmt/format.h>

#include "base/decimal.h"
#include "base/fault.h"
#include "base/text_mistake.h"
#include "base/words.h"

namespace warpgrade {
namespace {

constexpr const char* grammar_advice = "The grammar stands in data/README.md.";

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
  const bool cut_short = found.empty() && !text_.empty();
  const std::string own_advice = cut_short
                                     ? "Correct n, or copy the file again: it may be cut short."
                                     : advice_on_word(found, text_);
  throw GraderError(
      text_mistake(name_, text_, static_cast<std::size_t>(at - text_.data()), expected),
      own_advice.empty() ? advice : own_advice);
}

std::string_view LinearSystemMistake::word(const char* at) const {
  const char* const end = skip_word(at, text_.data() + text_.size());
  return {at, static_cast<std::size_t>(end - at)};
}

}  // namespace warpgrade
