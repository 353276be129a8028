// The arrays of one call, in the worker's host or device memory.
#pragma once

#include <cuda_runtime.h>
#include <sys/mman.h>

#include <chrono>
#include <cstddef>
#include <cstring>

#include "runner/protocol.h"

namespace warpgrade::runner {

/// Seconds of a monotonic clock.
inline double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

/// The arrays of one call, in this process's host or device memory.
class Buffers {
 public:
  explicit Buffers(const protocol::Request& request) : request_(request) {
    for (std::uint32_t i = 0; i < request.argument_count; ++i) {
      const protocol::Argument& a = request.arguments[i];
      regions_[i] = a.kind == protocol::Argument::pointer ? allocate(a) : nullptr;
      if (regions_[i] != nullptr) pointers_[i] = static_cast<char*>(regions_[i]) + a.array_offset;
    }
  }
  Buffers(const protocol::Request& request, const char* given) : Buffers(request) { fill(given); }
  Buffers(const Buffers&) = delete;
  Buffers& operator=(const Buffers&) = delete;

  ~Buffers() {
    for (std::uint32_t i = 0; i < request_.argument_count; ++i) {
      if (regions_[i] == nullptr) continue;
      if (on_device(request_.arguments[i])) {
        cudaFree(regions_[i]);
      } else {
        munmap(regions_[i], request_.arguments[i].region_bytes);
      }
    }
  }

  bool failed() const { return failed_; }
  /// The device's error, if it reported one.
  cudaError_t error() const { return error_; }
  void* const* pointers() const { return pointers_; }
  /// The number of arguments whose arrays were copied back: all before the first failure.
  std::uint32_t copied_back() const { return copied_back_; }
  double upload_seconds() const { return upload_seconds_; }
  double download_seconds() const { return download_seconds_; }

  /// Fills all arrays, including their guard bands.
  void fill(const char* given) {
    for (std::uint32_t i = 0; i < request_.argument_count; ++i) {
      if (regions_[i] == nullptr) continue;
      const double start = now();
      fill(i, given);
      if (request_.arguments[i].initialised != 0) upload_seconds_ += now() - start;
    }
  }

  /// Resets arrays that are input and output to their initial values.
  void restore(const char* given) {
    for (std::uint32_t i = 0; i < request_.argument_count; ++i) {
      const protocol::Argument& a = request_.arguments[i];
      if (regions_[i] != nullptr && a.written != 0 && a.initialised != 0) fill(i, given);
    }
  }

  /// Copies back all arrays, or only the writable ones.
  cudaError_t copy_back(char* returned, bool all = true) {
    for (std::uint32_t& i = copied_back_ = 0; i < request_.argument_count; ++i) {
      const protocol::Argument& a = request_.arguments[i];
      if (regions_[i] == nullptr || (!all && a.written == 0)) continue;
      const double start = now();
      if (on_device(a)) {
        const cudaError_t error = cudaMemcpy(returned + a.region_offset, regions_[i],
                                             a.region_bytes, cudaMemcpyDeviceToHost);
        if (error != cudaSuccess) return error;
      } else {
        std::memcpy(returned + a.region_offset, regions_[i], a.region_bytes);
      }
      if (a.written != 0) download_seconds_ += now() - start;
    }
    return cudaSuccess;
  }

 private:
  void fill(std::uint32_t i, const char* given) {
    const protocol::Argument& a = request_.arguments[i];
    if (!on_device(a)) {
      std::memcpy(regions_[i], given + a.region_offset, a.region_bytes);
    } else {
      note(
          cudaMemcpy(regions_[i], given + a.region_offset, a.region_bytes, cudaMemcpyHostToDevice));
    }
  }

  void note(cudaError_t error) {
    if (error == cudaSuccess) return;
    failed_ = true;
    if (error_ == cudaSuccess) error_ = error;
  }

  bool on_device(const protocol::Argument& a) const {
    return request_.device_pointers != 0 && a.on_host == 0;
  }

  void* allocate(const protocol::Argument& a) {
    const std::size_t bytes = a.region_bytes;
    void* memory = nullptr;
    if (on_device(a)) {
      const cudaError_t error = cudaMalloc(&memory, bytes);
      note(error);
      if (error != cudaSuccess) memory = nullptr;
    } else {
      memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (memory == MAP_FAILED) memory = nullptr;
    }
    failed_ = failed_ || memory == nullptr;
    return memory;
  }

  const protocol::Request request_;
  void* regions_[protocol::max_arguments] = {};
  void* pointers_[protocol::max_arguments] = {};
  bool failed_ = false;
  cudaError_t error_ = cudaSuccess;
  std::uint32_t copied_back_ = 0;
  double upload_seconds_ = 0;
  double download_seconds_ = 0;
};

}  // namespace warpgrade::runner
