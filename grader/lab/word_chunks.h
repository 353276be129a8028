// Divides text for parallel parsing into chunks that begin and end at whitespace, and numbers their
// words.
#pragma once

#include <cstddef>
#include <vector>

#include "base/parallel_for.h"
#include "base/words.h"

namespace warpgrade {

/// How a text is divided among threads. This changes neither result nor errors.
struct ParseShare {
  unsigned threads = 0;                // 0: one for each core
  std::size_t chunk_bytes = 1u << 20;  // the size of a thread's piece
};

struct WordChunk {
  const char* begin = nullptr;
  const char* end = nullptr;
  std::size_t first = 0;  // the position of its first word among all words
  std::size_t words = 0;
  const char* wrong = nullptr;  // set by the reader: the first wrong word, if any
  std::size_t wrong_position = 0;
};

/// Cuts begin … end into chunks and counts their words.
inline std::vector<WordChunk> cut_into_chunks(const char* begin, const char* end,
                                              ParseShare share) {
  std::vector<WordChunk> chunks;
  while (begin != end) {
    WordChunk chunk;
    chunk.begin = begin;
    const bool last = static_cast<std::size_t>(end - begin) <= share.chunk_bytes;
    chunk.end = last ? end : skip_word(begin + share.chunk_bytes, end);
    chunks.push_back(chunk);
    begin = chunk.end;
  }
  parallel_for(chunks.size(), share.threads, [&](std::size_t i) {
    chunks[i].words = count_words(chunks[i].begin, chunks[i].end);
  });
  std::size_t words = 0;
  for (WordChunk& chunk : chunks) {
    chunk.first = words;
    words += chunk.words;
  }
  return chunks;
}

/// The total number of words.
inline std::size_t words_in(const std::vector<WordChunk>& chunks) {
  return chunks.empty() ? 0 : chunks.back().first + chunks.back().words;
}

}  // namespace warpgrade
