// What a worker writes in the host's memory while the clock runs, and how it is taken at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "process/shared_memory.h"

namespace warpgrade {

class WrittenMemory {
 public:
  explicit WrittenMemory(std::size_t bytes);
  WrittenMemory(const WrittenMemory&) = delete;
  WrittenMemory& operator=(const WrittenMemory&) = delete;
  ~WrittenMemory();

  int fd() const { return memory_.fd(); }
  std::size_t bytes() const { return bytes_; }

  /// Before a window, while the worker stands still. Every element of `element` bytes (4 or 8)
  /// holds `bits`: what a worker does not write must not look like an answer.
  void poison(std::uint64_t bits, std::size_t element);

  /// At the end of the clock. Little is copied then. Of much, one word of each page is read, which
  /// nobody can foresee, and all is copied afterwards: what is written later would have to leave
  /// all of these words alone.
  void take();

  /// Afterwards. False where something was written since.
  bool complete();

  std::vector<std::byte> results() { return std::move(copy_); }

 private:
  void choose_places();

  std::size_t bytes_;
  SharedMemory memory_;
  std::byte* data_ = nullptr;
  std::vector<std::byte> copy_;
  std::vector<std::size_t> places_;
  std::vector<std::uint64_t> words_;
};

}  // namespace warpgrade
