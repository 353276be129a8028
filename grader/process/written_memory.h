// The results that a worker writes to host memory while the clock runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/call_image.h"
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

  /// Called before a window while the worker is stopped: fills the writable arrays of `layout` with
  /// poison, so that unwritten results do not look like an answer.
  void poison(const CallImage& layout);

  /// Called when the clock stops: copies small results at once. Of large ones it reads an
  /// unpredictable word of each page and copies the rest later. A late write goes unnoticed only if
  /// it leaves these words unchanged.
  void copy_written();

  /// Called after copy_written(). Returns false if something was written since.
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
