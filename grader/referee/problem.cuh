// The arrays of one problem: as generated, where no other process can reach them, and the results
// taken from a call, which are verified.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "referee/device_reference.h"
#include "referee/facts.h"
#include "referee/kernels.cuh"
#include "referee/memory.cuh"
#include "referee/protocol.h"

namespace warpgrade::referee {

class Problem {
 public:
  Problem() { must(cudaMalloc(&different_, sizeof *different_), "a counter"); }
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  /// Sets a problem's layout and facts. Returns whether the lab's device code generates and
  /// verifies it.
  bool generate(const Ask& ask) {
    shape_ = ask;
    facts_ = read_facts(ask.facts);
    staged_.room(std::max<std::size_t>(ask.size, 16));
    taken_.room(std::max<std::size_t>(ask.written_bytes, 16));
    host_.assign(ask.host_bytes, 0);
    return side_ != nullptr && side_->supports(facts_);
  }

  /// Generates values by the lab's device code.
  void make(const Ask& ask) {
    char* const all = staged_.data();
    if (sizeof(real) == 4)
      fill_words(all, shape_.size, static_cast<std::uint32_t>(ask.poison_bits));
    else
      fill_words(all, shape_.size, ask.poison_bits);
    // Never NaN: the function may read these elements, multiply them by 0 and discard the result.
    for (std::uint32_t i = 0; i < shape_.regions; ++i) {
      const Region& region = shape_.region[i];
      if (region.overflow_bytes > 0)
        fill_words(all + region.array + region.array_bytes, region.overflow_bytes, real{1});
    }
    Facts facts = facts_;
    facts.seed = ask.seed;
    side_->make(facts, arrays_at(all, false));
    must(cudaGetLastError(), "making values");
    keep_host();
  }

  /// Loads values that the grader generated.
  void load(const std::vector<int>& descriptors) {
    if (descriptors.size() != 1) throw std::runtime_error("values need a descriptor");
    const Mapping values(descriptors[0], shape_.size, PROT_READ);
    must(cudaMemcpy(staged_.data(), values.data(), shape_.size, cudaMemcpyHostToDevice),
         "loading values");
    keep_host();
  }

  std::size_t size() const { return shape_.size; }

  /// Arrays that the contract places in host memory.
  const std::vector<char>& host() const { return host_; }

  /// Enqueues a copy of all generated arrays to memory that a worker sees.
  void lay_out(char* lent) const {
    copy<<<many_blocks, block_threads>>>(reinterpret_cast<uint4*>(lent),
                                         reinterpret_cast<const uint4*>(staged_.data()),
                                         shape_.size / 16);
  }

  /// Enqueues a copy of the results from the worker's memory. Later writes never count.
  void copy_results(char* lent) {
    lent_ = lent;
    copy<<<many_blocks, block_threads>>>(reinterpret_cast<uint4*>(taken_.data()),
                                         reinterpret_cast<const uint4*>(lent),
                                         shape_.written_bytes / 16);
  }

  /// Called before a pair of copy_results() and copy_results_again().
  void forget_differences() { must(cudaMemset(different_, 0, sizeof *different_), "a counter"); }

  /// Enqueues a second copy of the results; differences() then counts what has changed.
  void copy_results_again(char* lent) {
    copy_again<<<many_blocks, block_threads>>>(reinterpret_cast<uint4*>(taken_.data()),
                                               reinterpret_cast<const uint4*>(lent),
                                               shape_.written_bytes / 16, different_);
  }

  unsigned long long differences() {
    unsigned long long different = 0;
    must(cudaMemcpy(&different, different_, sizeof different, cudaMemcpyDeviceToHost), "a counter");
    return different;
  }

  void returned(std::int64_t value) { returned_ = value; }

  /// Loads results that were taken from host memory.
  void load_results(const Ask& ask, const std::vector<int>& descriptors) {
    if (descriptors.size() != 1) throw std::runtime_error("results need a descriptor");
    const Mapping results(descriptors[0], shape_.written_bytes, PROT_READ);
    must(cudaMemcpy(taken_.data(), results.data(), shape_.written_bytes, cudaMemcpyHostToDevice),
         "loading results");
    returned_ = ask.returned;
    lent_ = nullptr;
  }

  /// Verifies the results taken last.
  void verify(Answer& answer) {
    answer.touched = touched();
    answer.returned = returned_;
    if (side_ == nullptr || !side_->supports(facts_)) return;
    answer.right = side_
                       ->verify(facts_, arrays_at(staged_.data(), false),
                                arrays_at(taken_.data(), true), returned_)
                       .right;
  }

  void read(const Ask& ask, const std::vector<int>& descriptors) {
    if (descriptors.size() != 1) throw std::runtime_error("reading needs a descriptor");
    const Mapping to(descriptors[0], ask.bytes, PROT_READ | PROT_WRITE);
    const char* const from = ask.source == 0   ? staged_.data()
                             : ask.source == 1 ? lent_
                                               : taken_.data();
    must(cudaMemcpy(to.data(), from + ask.offset, ask.bytes, cudaMemcpyDeviceToHost), "reading");
  }

 private:
  /// All arrays, stored from `begin` on; with `written_only`, just the writable ones.
  Arrays arrays_at(char* begin, bool written_only) const {
    Arrays arrays;
    for (std::uint32_t i = 0; i < shape_.regions; ++i) {
      const Region& region = shape_.region[i];
      if (written_only && region.written == 0) continue;
      arrays[region.name] = {reinterpret_cast<real*>(begin + region.array), region.rows,
                             region.cols};
    }
    return arrays;
  }

  void keep_host() {
    if (shape_.host_bytes == 0) return;
    must(cudaMemcpy(host_.data(), staged_.data() + shape_.host_begin, shape_.host_bytes,
                    cudaMemcpyDeviceToHost),
         "values for the host");
  }

  template <class Word>
  void count_words(const char* a, const char* b, std::size_t bytes) {
    if (bytes < sizeof(Word)) return;
    count_different<<<256, block_threads>>>(reinterpret_cast<const Word*>(a),
                                            reinterpret_cast<const Word*>(b), bytes / sizeof(Word),
                                            different_);
  }

  /// An array of bytes may end within a word: then its end is compared byte by byte. `a` and `b`
  /// are equally aligned.
  void count_between(const char* a, const char* b, std::size_t bytes) {
    constexpr std::size_t word = sizeof(std::uint32_t);
    const std::size_t head =
        std::min((word - reinterpret_cast<std::uintptr_t>(a) % word) % word, bytes);
    const std::size_t middle = (bytes - head) / word * word, tail = bytes - head - middle;
    count_words<char>(a, b, head);
    count_words<std::uint32_t>(a + head, b + head, middle);
    count_words<char>(a + head + middle, b + head + middle, tail);
  }

  /// Whether guard bands or inputs have changed.
  bool touched() {
    forget_differences();
    const char* const was = staged_.data();
    for (std::uint32_t i = 0; i < shape_.regions; ++i) {
      const Region& region = shape_.region[i];
      // In host memory, inputs are read-only for the worker.
      if (region.written == 0 && lent_ == nullptr) continue;
      const char* const found = region.written != 0 ? taken_.data() : lent_;
      const std::uint64_t end = region.array + region.array_bytes + region.overflow_bytes;
      count_between(was + region.begin, found + region.begin, region.array - region.begin);
      count_between(was + end, found + end, region.begin + region.bytes - end);
      if (region.written == 0)
        count_between(was + region.array, found + region.array, region.array_bytes);
    }
    return differences() > 0;
  }

  DeviceReference* const side_ = device_reference();
  Ask shape_ = {};  // of the arrays as generated
  Facts facts_;
  Memory staged_, taken_;
  std::vector<char> host_;
  unsigned long long* different_ = nullptr;
  char* lent_ = nullptr;  // of the last window; null if results came from host memory
  std::int64_t returned_ = 0;
};

}  // namespace warpgrade::referee
