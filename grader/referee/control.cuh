// The referee's own work on the device, whose time is known: what it takes longer by, somebody else
// used the device for.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "referee/kernels.cuh"
#include "referee/memory.cuh"

namespace warpgrade::referee {

class Control {
 public:
  Control() {
    int cache = 0;
    must(cudaDeviceGetAttribute(&cache, cudaDevAttrL2CacheSize, 0), "the device's cache");
    flush_bytes_ = 2 * static_cast<std::size_t>(std::max(cache, 0)) / 16 * 16;
    memory_.room(std::max<std::size_t>(flush_bytes_, link_bytes_));
    must(cudaMallocHost(&link_, link_bytes_), "pinned memory");
    must(cudaMalloc(&unused_, sizeof *unused_), "a counter");
    must(cudaEventCreate(&begin_), "an event");
    must(cudaEventCreate(&end_), "an event");
    know_usual();
  }
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;

  /// Writes twice the cache's size: nothing else is in the cache then.
  void flush() { fill_words(memory_.data(), flush_bytes_, std::uint32_t{1}); }

  /// A device that has rested begins slowly, and one that served another process has to change:
  /// both before a clock starts.
  void wake() {
    constexpr std::chrono::microseconds awake(1500);
    const auto start = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - start < awake) {
      flush();
      must(cudaDeviceSynchronize(), "the device");
    }
  }

  /// How many times as long as usual our work takes, in the worst of what may be disturbed: the
  /// device's memory, its cache, the link to the host.
  double slowness() {
    double worst = 0;
    for (const Work& work : works_) worst = std::max(worst, seconds_of(work) / work.usual);
    return worst;
  }

 private:
  struct Work {
    void (Control::*once)();
    int times = 1;
    double usual = 1;  // seconds of all of them
  };

  /// By the device's own events.
  double seconds_of(const Work& work) {
    must(cudaEventRecord(begin_), "an event");
    for (int i = 0; i < work.times; ++i) (this->*work.once)();
    must(cudaEventRecord(end_), "an event");
    must(cudaEventSynchronize(end_), "the device");
    float milliseconds = 0;
    must(cudaEventElapsedTime(&milliseconds, begin_, end_), "an event");
    return milliseconds / 1000;
  }

  /// Each piece of work is longer than a turn of another process on the device, so that one which
  /// has work there shows.
  void know_usual() {
    constexpr double wanted = 3e-3;
    constexpr int samples = 5;
    wake();
    works_ = {{&Control::flush}, {&Control::read_cached}, {&Control::cross_link}};
    for (Work& work : works_) {
      work.times = 8;
      const double some = std::max(seconds_of(work) / work.times, 1e-6);
      work.times = static_cast<int>(std::clamp(wanted / some, 1.0, 5000.0));
      std::vector<double> seconds;
      for (int i = 0; i < samples; ++i) seconds.push_back(seconds_of(work));
      std::sort(seconds.begin(), seconds.end());
      work.usual = seconds[samples / 2];
    }
  }

  /// What fits into half of the cache.
  void read_cached() {
    read_all<<<many_blocks, block_threads>>>(reinterpret_cast<const uint4*>(memory_.data()),
                                             flush_bytes_ / 4 / 16, unused_);
  }

  void cross_link() {
    must(cudaMemcpyAsync(memory_.data(), link_, link_bytes_, cudaMemcpyHostToDevice), "the link");
    must(cudaMemcpyAsync(link_, memory_.data(), link_bytes_, cudaMemcpyDeviceToHost), "the link");
  }

  static constexpr std::size_t link_bytes_ = 4 << 20;
  Memory memory_;
  std::size_t flush_bytes_ = 0;
  void* link_ = nullptr;  // of the host, pinned
  unsigned long long* unused_ = nullptr;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
  std::vector<Work> works_;
};

}  // namespace warpgrade::referee
