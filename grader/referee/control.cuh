// The referee's own work on the device, whose usual time is known: if it takes longer, something
// else has used the device.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "referee/kernels.cuh"
#include "referee/memory.cuh"
#include "referee/protocol.h"

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
    must(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "a stream");
    must(cudaEventCreate(&begin_), "an event");
    must(cudaEventCreate(&end_), "an event");
    know_usual();
  }
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;

  /// Writes twice the cache's size, so that the cache holds nothing else.
  void flush() { fill_words(memory_.data(), flush_bytes_, std::uint32_t{1}); }

  /// Warms up the device, which is slow after a rest and has to switch after another process.
  /// Called before a clock starts.
  void wake() {
    constexpr std::chrono::microseconds awake(1500);
    const auto start = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - start < awake) {
      flush();
      must(cudaDeviceSynchronize(), "the device");
    }
  }

  /// Runs each kind of work and compares it with its usual time.
  Slowness slowness() {
    wake();
    return {measure_seconds(memory_work_) / memory_work_.usual,
            measure_seconds(cache_work_) / cache_work_.usual,
            measure_seconds(link_work_) / link_work_.usual};
  }

 private:
  struct Work {
    void (Control::*once)();
    cudaGraphExec_t graph = nullptr;  // many kernels between two events
    double usual = 1;                 // seconds of the graph
  };

  /// Measured by events on the device. The host starts the graph at once, so the speed of its
  /// launches does not matter.
  double measure_seconds(const Work& work) {
    must(cudaGraphLaunch(work.graph, stream_), "the control");
    must(cudaStreamSynchronize(stream_), "the device");
    float milliseconds = 0;
    must(cudaEventElapsedTime(&milliseconds, begin_, end_), "an event");
    return milliseconds / 1000;
  }

  void record(Work& work, int times) {
    if (work.graph != nullptr) cudaGraphExecDestroy(work.graph);
    must(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal), "the control");
    must(cudaEventRecordWithFlags(begin_, stream_, cudaEventRecordExternal), "an event");
    for (int i = 0; i < times; ++i) (this->*work.once)();
    must(cudaEventRecordWithFlags(end_, stream_, cudaEventRecordExternal), "an event");
    cudaGraph_t graph = nullptr;
    must(cudaStreamEndCapture(stream_, &graph), "the control");
    must(cudaGraphInstantiate(&work.graph, graph, 0), "the control");
    must(cudaGraphDestroy(graph), "the control");
  }

  /// Measures the usual times. Each piece of work is longer than another process's time slice on
  /// the device, so that other work there shows.
  void know_usual() {
    constexpr double wanted = 3e-3;
    constexpr int samples = 5;
    wake();
    for (Work* const work : {&memory_work_, &cache_work_, &link_work_}) {
      constexpr int some = 8;
      record(*work, some);
      measure_seconds(*work);  // the first launch loads the graph
      const double once = std::max(measure_seconds(*work) / some, 1e-6);
      record(*work, static_cast<int>(std::clamp(wanted / once, 1.0, 5000.0)));
      measure_seconds(*work);
      double seconds[samples];
      for (double& each : seconds) each = measure_seconds(*work);
      std::sort(std::begin(seconds), std::end(seconds));
      work->usual = seconds[samples / 2];
    }
  }

  void write_memory() { fill_words(memory_.data(), flush_bytes_, std::uint32_t{1}, stream_); }

  /// Reads memory that fits into half of the cache.
  void read_cached() {
    read_all<<<many_blocks, block_threads, 0, stream_>>>(
        reinterpret_cast<const uint4*>(memory_.data()), flush_bytes_ / 4 / 16, unused_);
  }

  void cross_link() {
    must(cudaMemcpyAsync(memory_.data(), link_, link_bytes_, cudaMemcpyHostToDevice, stream_),
         "the link");
    must(cudaMemcpyAsync(link_, memory_.data(), link_bytes_, cudaMemcpyDeviceToHost, stream_),
         "the link");
  }

  static constexpr std::size_t link_bytes_ = 4 << 20;
  Memory memory_;
  std::size_t flush_bytes_ = 0;
  void* link_ = nullptr;  // pinned host memory
  unsigned long long* unused_ = nullptr;
  cudaStream_t stream_ = nullptr;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
  Work memory_work_ = {&Control::write_memory}, cache_work_ = {&Control::read_cached},
       link_work_ = {&Control::cross_link};
};

}  // namespace warpgrade::referee
