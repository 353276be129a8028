// Resources of the referee's process: device memory, mappings of shared memory, and errors as
// exceptions.
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>

#include "referee/device_reference.h"

namespace warpgrade::referee {

inline void must(cudaError_t error, const char* what) { check_cuda(error, what); }
inline void must(CUresult error, const char* what) {
  if (error != CUDA_SUCCESS)
    throw std::runtime_error(std::string(what) + ": the driver's error " + std::to_string(error));
}

/// Device memory that grows.
class Memory {
 public:
  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { cudaFree(data_); }

  char* room(std::size_t bytes) {
    if (bytes > bytes_) {
      cudaFree(data_);
      data_ = nullptr;
      bytes_ = 0;
      must(cudaMalloc(&data_, bytes), "the referee's memory");
      bytes_ = bytes;
    }
    return data_;
  }
  char* data() const { return data_; }

 private:
  char* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// A shared mapping of a descriptor; closes the descriptor.
class Mapping {
 public:
  Mapping(int descriptor, std::size_t bytes, int protection) : bytes_(bytes) {
    void* const at = mmap(nullptr, bytes, protection, MAP_SHARED, descriptor, 0);
    close(descriptor);
    if (at == MAP_FAILED) throw std::runtime_error(std::string("mmap: ") + std::strerror(errno));
    data_ = static_cast<char*>(at);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() { munmap(data_, bytes_); }
  char* data() const { return data_; }

 private:
  char* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace warpgrade::referee
