// Theory of operation. What a word must be depends only on its position: n, iterations, n² entries,
// `solution`, n numbers, nothing more. So the text after the first two words is split at whitespace
// into chunks, which all cores process twice: first they count the words of each chunk, which gives
// the position of every chunk's first word; then they parse the numbers directly to their places.
// The first mistake in the first chunk with one is the first in the file. Memory is only allocated
// if the number of words is correct: an absurd n costs nothing.
#include "lab/linear_system_parser.h"

#include <charconv>
#include <cstdint>
#include <limits>
#include <vector>

#include <sys/mman.h>

#include "base/decimal.h"
#include "base/parallel_for.h"
#include "lab/linear_system_mistake.h"
#include "lab/word_chunks.h"

namespace warpgrade {
namespace {

constexpr long long largest_int = std::numeric_limits<int>::max();  // the lab's functions take ints

/// Parses the words of a chunk of `text`; `A` and `b` are null if they are only checked.
void read_words(WordChunk& chunk, const char* text, std::size_t n, double* A, double* b) {
  const std::size_t entries = n * n;
  std::size_t position = chunk.first;
  for_each_word(chunk.begin, chunk.end, [&](const char* begin, const char* end) {
    const std::string_view word(begin, static_cast<std::size_t>(end - begin));
    bool right = false;
    double value = 0;
    if (position < entries) {
      right = read_decimal_in(text, word, value);
      if (A != nullptr) A[position] = value;
    } else if (position == entries) {
      right = word == solution_word;
    } else if (position <= entries + n) {
      right = read_decimal_in(text, word, value);
      if (b != nullptr) b[position - entries - 1] = value;
    }
    if (right) {
      ++position;
    } else {
      chunk.wrong = begin;
      chunk.wrong_position = position;
    }
    return right;
  });
  chunk.words = position - chunk.first;
}

/// Clearing a large matrix, page by page on one core, takes the kernel as long as everything else;
/// with 2 MiB pages a third of that. Without huge pages nothing is lost.
void resize_on_large_pages(std::vector<double>& values, std::size_t size) {
  constexpr std::size_t large_page = 2u << 20;
  values.reserve(size);
  const auto begin = reinterpret_cast<std::uintptr_t>(values.data());
  const std::uintptr_t first = (begin + large_page - 1) & ~(large_page - 1);
  const std::uintptr_t end = begin + size * sizeof(double);
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
  values.resize(size);
}

/// A whole number from `smallest` to largest_int, digits only.
bool read_count(std::string_view word, long long smallest, long long& value) {
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  return error == std::errc() && stop == end && value >= smallest && value <= largest_int;
}

}  // namespace

LinearSystem parse_linear_system(std::string_view text, const std::string& name, ParseShare share) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a UTF-8 byte order mark
  const LinearSystemMistake mistake(name, text);
  const char* const end = text.data() + text.size();

  const char* at = text.data();
  const auto next_word = [&] {
    const char* const begin = skip_space(at, end);
    at = skip_word(begin, end);
    return std::string_view(begin, static_cast<std::size_t>(at - begin));
  };
  const std::string_view n_word = next_word();
  long long n_read = 0;
  if (!read_count(n_word, 1, n_read)) mistake.in_n(n_word.data());
  LinearSystem system;
  system.n = static_cast<std::size_t>(n_read);
  const std::string_view iterations_word = next_word();
  if (!read_count(iterations_word, 0, system.iterations)) {
    mistake.in_iterations(iterations_word.data());
  }

  const std::size_t n = system.n;
  const std::size_t entries = n * n;  // n < 2³¹
  std::vector<WordChunk> chunks = cut_into_chunks(at, end, share);
  const std::size_t expected_words = entries + 1 + n;
  const bool complete = words_in(chunks) == expected_words;
  if (complete) {
    resize_on_large_pages(system.A, entries);
    system.b.resize(n);
  }
  double* const A = complete ? system.A.data() : nullptr;
  double* const b = complete ? system.b.data() : nullptr;
  parallel_for(chunks.size(), share.threads,
               [&](std::size_t i) { read_words(chunks[i], text.data(), n, A, b); });

  std::size_t read = 0;
  for (const WordChunk& chunk : chunks) {
    if (chunk.wrong != nullptr) mistake.in_body(chunk.wrong, n, chunk.wrong_position);
    read += chunk.words;
  }
  if (read < expected_words) mistake.in_body(end, n, read);
  if (!complete) mistake.changed_meanwhile();
  return system;
}

}  // namespace warpgrade
