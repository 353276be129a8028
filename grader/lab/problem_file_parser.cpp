// Theory of operation. The numbers before the first array are few and parsed serially. The rest is
// split at whitespace into chunks, and all cores count their words. An array has a known number of
// values, so their positions are known: all cores parse their share directly to its place. Then the
// next array follows. So the first mistake in the text is found first.
#include "lab/problem_file_parser.h"

#include <charconv>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "base/decimal.h"
#include "base/fault.h"
#include "base/parallel_for.h"
#include "base/text_mistake.h"

namespace warpgrade {
namespace {

constexpr const char* grammar_advice = "The grammar stands in data/README.md.";
constexpr long long smallest_int = std::numeric_limits<int>::min();
constexpr long long largest_int = std::numeric_limits<int>::max();  // functions take ints

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool read_integer(std::string_view word, long long& value) {
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  return error == std::errc() && stop == end && value >= smallest_int && value <= largest_int;
}

std::string_view without_bom(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  return text;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// "m = 6, n = 7".
std::string format_sizes(const Problem& problem) {
  std::vector<std::string> sizes;
  for (const auto& [name, value] : problem.integers)
    sizes.push_back(fmt::format("{} = {}", name, value));
  return listed(sizes);
}

/// Word number `position`; the end of the text if there are fewer.
const char* find_word(const std::vector<WordChunk>& chunks, std::size_t position, const char* end) {
  for (const WordChunk& chunk : chunks) {
    if (position >= chunk.first + chunk.words) continue;
    const char* found = end;
    std::size_t at = chunk.first;
    for_each_word(chunk.begin, chunk.end, [&](const char* begin, const char*) {
      found = begin;
      return at++ < position;
    });
    return found;
  }
  return end;
}

/// Parses the words first … first + count − 1, values of an `element`, as far as they are in this
/// chunk of `text`. `values` is null if they are only checked.
void read_numbers(WordChunk& chunk, const char* text, std::size_t first, std::size_t count,
                  Element element, double* values) {
  std::size_t position = chunk.first;
  chunk.wrong = nullptr;
  for_each_word(chunk.begin, chunk.end, [&](const char* begin, const char* end) {
    if (position >= first + count) return false;
    if (position >= first) {
      double value = 0;
      if (!read_decimal_in(text, {begin, static_cast<std::size_t>(end - begin)}, value) ||
          !holds(element, value)) {
        chunk.wrong = begin;
        chunk.wrong_position = position;
        return false;
      }
      if (values != nullptr) values[position - first] = value;
    }
    ++position;
    return true;
  });
}

}  // namespace

bool begins_with_name(std::string_view text) {
  text = without_bom(text);
  const char* const end = text.data() + text.size();
  const char* const at = skip_space(text.data(), end);
  return at != end && begins_name(*at);
}

ProblemText::ProblemText(std::string_view text, std::string name, const std::string& lab,
                         NumberKinds kinds, ParseShare share)
    : name_(std::move(name)),
      text_(without_bom(text)),
      end_(text_.data() + text_.size()),
      body_(text_.data()),
      kinds_(std::move(kinds)),
      share_(share) {
  read_lab(lab);
  while (read_number()) {
  }
}

std::string_view ProblemText::word(const char* at) const {
  return {at, static_cast<std::size_t>(skip_word(at, end_) - at)};
}

void ProblemText::refuse(const char* at, const std::string& expected,
                         const std::string& advice) const {
  const std::string own_advice = advice_on_word(word(at), text_);
  throw GraderError(
      text_mistake(name_, text_, static_cast<std::size_t>(at - text_.data()), expected),
      own_advice.empty() ? advice : own_advice);
}

void ProblemText::read_lab(const std::string& lab) {
  const char* const at = skip_space(body_, end_);
  const std::string_view found = word(at);
  if (found != lab) {
    refuse(at, fmt::format("the name of the lab, '{}'", lab),
           !found.empty() && begins_name(found[0])
               ? "A file holds a problem of the lab that its first word names."
               : "Its file begins with its name; data/README.md has the grammar.");
  }
  body_ = skip_space(at + found.size(), end_);
}

/// Parses one name and its number; false at any other word.
bool ProblemText::read_number() {
  const std::string_view found = word(body_);
  const auto kind = kinds_.find(found);
  if (kind == kinds_.end()) return false;
  const std::string& name = kind->first;
  if (integers_.count(name) + reals_.count(name) > 0) {
    refuse(body_, "another name: each number is given once",
           fmt::format("Take out one of the lines of {}.", name));
  }
  const char* const at = skip_space(body_ + found.size(), end_);
  if (kind->second == Parameter::Kind::integer) {
    long long value = 0;
    if (!read_integer(word(at), value)) {
      refuse(at, fmt::format("{}: a whole number from {} to {}", name, smallest_int, largest_int),
             grammar_advice);
    }
    integers_[name] = value;
  } else {
    double value = 0;
    if (!read_decimal(word(at), value))
      refuse(at, fmt::format("{}: a finite decimal number", name), grammar_advice);
    reals_[name] = value;
  }
  body_ = skip_space(at + word(at).size(), end_);
  return true;
}

void ProblemText::require_reals(Problem& problem) const {
  for (auto& [name, value] : problem.reals) {
    if (kinds_.count(name) == 0) continue;  // internal to the reference
    const auto found = reals_.find(name);
    if (found == reals_.end()) {
      refuse(body_, fmt::format("{} and its number, before the arrays", name), grammar_advice);
    }
    value = found->second;
  }
}

/// The array whose name is at `at`: one that is still missing.
Array& ProblemText::array_named(Problem& problem, const char* at,
                                const std::map<std::string, bool>& done) const {
  const std::string_view found = word(at);
  std::vector<std::string> open;
  std::string advice = grammar_advice;
  for (Array& array : problem.arrays) {
    if (array.role == Role::output) {
      if (array.name == found) advice = fmt::format("{} is computed: leave it out.", array.name);
    } else if (!done.at(array.name)) {
      if (array.name == found) return array;
      open.push_back(array.name);
    } else if (array.name == found) {
      advice = fmt::format("{} stands in the file twice.", array.name);
    }
  }
  if (integers_.count(std::string(found)) > 0 || problem.integers.count(std::string(found)) > 0 ||
      problem.reals.count(std::string(found)) > 0) {
    advice = "Numbers stand before the first array, each once.";
  }
  if (open.empty()) {
    refuse(at, "the end of the file after the last array",
           advice == grammar_advice ? "Correct the array's sizes, or take out what is too much."
                                    : advice);
  }
  refuse(at,
         open.size() == 1 ? fmt::format("the array {}", open[0])
                          : fmt::format("one of the arrays {}", listed(open)),
         advice);
}

/// Parses rows and columns after the name; returns the beginning of the values.
const char* ProblemText::read_sizes(const Array& array, const char* at,
                                    const Problem& problem) const {
  const auto expect = [&](std::size_t size, const char* of) {
    at = skip_space(at, end_);
    long long found = 0;
    if (!read_integer(word(at), found) || static_cast<std::size_t>(found) != size) {
      refuse(at,
             fmt::format("{}, the {} of {} for {}", size, of, array.name, format_sizes(problem)),
             "The sizes come from the numbers before the arrays, or from the task's first case "
             "where the file does not say them.");
    }
    at += word(at).size();
  };
  expect(array.rows, "rows");
  expect(array.cols, "columns");
  return at;
}

void ProblemText::read_into(Problem& problem) const {
  require_reals(problem);
  std::map<std::string, bool> done;
  for (const Array& array : problem.arrays) {
    if (array.role != Role::output) done[array.name] = false;
  }
  std::vector<WordChunk> chunks = cut_into_chunks(body_, end_, share_);
  const std::size_t words = words_in(chunks);
  std::size_t position = 0;  // of the next word
  const char* at = body_;
  for (std::size_t left = done.size(); left > 0; --left) {
    Array& array = array_named(problem, at, done);
    read_sizes(array, at + array.name.size(), problem);
    position += 3;
    const std::size_t count = array.size();
    const bool complete = words - position >= count;
    array.values.resize(count);
    parallel_for(chunks.size(), share_.threads, [&](std::size_t i) {
      WordChunk& chunk = chunks[i];
      chunk.wrong = nullptr;
      if (chunk.first + chunk.words <= position || chunk.first >= position + count) return;
      read_numbers(chunk, text_.data(), position, count, array.element,
                   complete ? array.values.data() : nullptr);
    });
    const auto expect_number = [&](const char* wrong, std::size_t index) {
      const std::string number = is_whole(array.element)
                                     ? "a whole number from " + format_range(array.element)
                                     : "a finite decimal number";
      refuse(wrong,
             fmt::format("{}: number {} of {} of {}, row {}, column {}", number, index + 1, count,
                         array.name, index / array.cols + 1, index % array.cols + 1),
             grammar_advice);
    };
    for (const WordChunk& chunk : chunks) {
      if (chunk.wrong != nullptr) expect_number(chunk.wrong, chunk.wrong_position - position);
    }
    if (!complete) expect_number(end_, words - position);
    position += count;
    at = find_word(chunks, position, end_);
    done[array.name] = true;
  }
  if (position < words) array_named(problem, at, done);  // reports the mistake
}

}  // namespace warpgrade
