// Theory of operation. What a word must be depends on its position among the words alone: n,
// iterations, n² entries, `solution`, n numbers, nothing more. So the text behind the first two
// words is cut at whitespace into chunks, and all cores pass over it twice: first they count the
// words of each chunk, which gives every chunk the position of its first word; then they read the
// numbers straight to where they belong. The first wrong word of the first chunk that has one is
// the first in the file. Memory is taken only once the number of words is known to be right: an
// absurd n costs nothing.
#include "lab/linear_system_parser.h"

#include <charconv>
#include <cstdint>
#include <limits>
#include <vector>

#include <sys/mman.h>

#include "lab/decimal.h"
#include "lab/linear_system_mistake.h"
#include "lab/parallel_for.h"

namespace warpgrade {
namespace {

constexpr long long largest_int = std::numeric_limits<int>::max();  // the lab's functions take ints

struct Chunk {
  const char* begin = nullptr;  // begins and ends beside whitespace or at an end of the text
  const char* end = nullptr;
  std::size_t first = 0;  // the position of its first word; the first entry of A has 0
  std::size_t words = 0;
  const char* wrong = nullptr;  // its first wrong word, if any
  std::size_t wrong_position = 0;
};

std::vector<Chunk> cut(const char* begin, const char* end, std::size_t chunk_bytes) {
  std::vector<Chunk> chunks;
  while (begin != end) {
    Chunk chunk;
    chunk.begin = begin;
    const bool last = static_cast<std::size_t>(end - begin) <= chunk_bytes;
    chunk.end = last ? end : skip_word(begin + chunk_bytes, end);
    chunks.push_back(chunk);
    begin = chunk.end;
  }
  return chunks;
}

/// A word ends wherever whitespace, or the end, follows something else. Blocks of constant size and
/// narrow sums let the compiler use vector instructions.
std::size_t count_words(const char* begin, const char* end) {
  constexpr std::ptrdiff_t block = 128;  // its sum fits a byte
  std::size_t words = 0;
  const char* at = begin;
  for (; end - at > block; at += block) {
    unsigned char sum = 0;
    for (std::ptrdiff_t i = 0; i < block; ++i) {
      sum = static_cast<unsigned char>(sum + (!is_space(at[i]) & is_space(at[i + 1])));
    }
    words += sum;
  }
  for (; at != end; ++at) words += !is_space(*at) && (at + 1 == end || is_space(at[1]));
  return words;
}

/// Reads the words of a chunk; `A` and `b` are null where they only have to be looked at.
void read_words(Chunk& chunk, const char* text_end, std::size_t n, double* A, double* b) {
  const std::size_t entries = n * n;
  std::size_t position = chunk.first;
  for (const char* at = chunk.begin;; ++position) {
    at = skip_space(at, chunk.end);
    if (at == chunk.end) break;
    const char* word_end = nullptr;
    double value = 0;
    if (position < entries) {
      word_end = read_decimal(at, text_end, value);
      if (A != nullptr) A[position] = value;
    } else if (position == entries) {
      const char* const end = skip_word(at, text_end);
      if (std::string_view(at, static_cast<std::size_t>(end - at)) == solution_word) word_end = end;
    } else if (position <= entries + n) {
      word_end = read_decimal(at, text_end, value);
      if (b != nullptr) b[position - entries - 1] = value;
    }
    if (word_end == nullptr) {
      chunk.wrong = at;
      chunk.wrong_position = position;
      return;
    }
    at = word_end;
  }
  chunk.words = position - chunk.first;
}

/// Half of the time of reading a large file goes into the kernel's clearing of the matrix, page by
/// page, on one core; with pages of 2 MiB it is a third of that. Where there are none nothing is
/// lost.
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
  std::vector<Chunk> chunks = cut(at, end, share.chunk_bytes);
  parallel_for(chunks.size(), share.threads, [&](std::size_t i) {
    chunks[i].words = count_words(chunks[i].begin, chunks[i].end);
  });
  std::size_t words = 0;
  for (Chunk& chunk : chunks) {
    chunk.first = words;
    words += chunk.words;
  }
  const std::size_t expected_words = entries + 1 + n;
  const bool complete = words == expected_words;
  if (complete) {
    resize_on_large_pages(system.A, entries);
    system.b.resize(n);
  }
  double* const A = complete ? system.A.data() : nullptr;
  double* const b = complete ? system.b.data() : nullptr;
  parallel_for(chunks.size(), share.threads,
               [&](std::size_t i) { read_words(chunks[i], end, n, A, b); });

  std::size_t read = 0;
  for (const Chunk& chunk : chunks) {
    if (chunk.wrong != nullptr) mistake.in_body(chunk.wrong, n, chunk.wrong_position);
    read += chunk.words;
  }
  if (read < expected_words) mistake.in_body(end, n, read);
  if (!complete) mistake.changed_meanwhile();
  return system;
}

}  // namespace warpgrade
