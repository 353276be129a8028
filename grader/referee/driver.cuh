// The driver's functions for memory shared between processes, found at run time: a program linked
// with them could not start without a driver. Used by the referee, which lends memory, and by the
// runner, which borrows it.
#pragma once

#include <cuda.h>
#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace warpgrade::referee {

struct Driver {
  decltype(&cuMemCreate) create = nullptr;
  decltype(&cuMemRelease) release = nullptr;
  decltype(&cuMemExportToShareableHandle) give = nullptr;
  decltype(&cuMemImportFromShareableHandle) take = nullptr;
  decltype(&cuMemAddressReserve) reserve = nullptr;
  decltype(&cuMemAddressFree) unreserve = nullptr;
  decltype(&cuMemMap) map = nullptr;
  decltype(&cuMemUnmap) unmap = nullptr;
  decltype(&cuMemSetAccess) set_access = nullptr;
  decltype(&cuMemGetAllocationGranularity) granularity = nullptr;

  /// Returns false if this driver lacks the functions.
  bool open() {
    void* const library = dlopen("libcuda.so.1", RTLD_NOW);
    if (library == nullptr) return false;
    const auto find = [&](auto& function, const char* name) {
      function =
          reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
      return function != nullptr;
    };
    return find(create, "cuMemCreate") && find(release, "cuMemRelease") &&
           find(give, "cuMemExportToShareableHandle") &&
           find(take, "cuMemImportFromShareableHandle") && find(reserve, "cuMemAddressReserve") &&
           find(unreserve, "cuMemAddressFree") && find(map, "cuMemMap") &&
           find(unmap, "cuMemUnmap") && find(set_access, "cuMemSetAccess") &&
           find(granularity, "cuMemGetAllocationGranularity");
  }
};

/// Memory of device 0 that one process allocates and others map. Not copyable; the memory lives
/// until the last process releases it.
class LentMemory {
 public:
  explicit LentMemory(const Driver& driver) : driver_(driver) {}
  LentMemory(const LentMemory&) = delete;
  LentMemory& operator=(const LentMemory&) = delete;
  ~LentMemory() {
    if (base_ != 0) {
      driver_.unmap(base_, bytes_);
      driver_.unreserve(base_, bytes_);
    }
    if (held_) driver_.release(handle_);
  }

  /// Allocates at least `bytes`. Returns a CUDA error number, or 0.
  CUresult make(std::size_t bytes) {
    CUmemAllocationProp properties = wanted();
    std::size_t unit = 0;
    CUresult error = driver_.granularity(&unit, &properties, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED);
    if (error != CUDA_SUCCESS) return error;
    bytes_ = (bytes + unit - 1) / unit * unit;
    error = driver_.create(&handle_, bytes_, &properties, 0);
    held_ = error == CUDA_SUCCESS;
    return held_ ? place() : error;
  }

  /// Exports a file descriptor with which another process can map the memory.
  CUresult lend(int* descriptor) const {
    return driver_.give(descriptor, handle_, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0);
  }

  /// Maps the memory of a descriptor; `bytes` must be the exporter's bytes().
  CUresult borrow(int descriptor, std::size_t bytes) {
    bytes_ = bytes;
    const CUresult error =
        driver_.take(&handle_, reinterpret_cast<void*>(static_cast<std::intptr_t>(descriptor)),
                     CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
    held_ = error == CUDA_SUCCESS;
    return held_ ? place() : error;
  }

  char* data() const { return reinterpret_cast<char*>(base_); }
  std::size_t bytes() const { return bytes_; }

 private:
  static CUmemAllocationProp wanted() {
    CUmemAllocationProp properties = {};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    properties.location.id = 0;
    return properties;
  }

  CUresult place() {
    CUresult error = driver_.reserve(&base_, bytes_, 0, 0, 0);
    if (error != CUDA_SUCCESS) return error;
    error = driver_.map(base_, bytes_, 0, handle_, 0);
    if (error != CUDA_SUCCESS) return error;
    CUmemAccessDesc access = {};
    access.location = wanted().location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    return driver_.set_access(base_, bytes_, &access, 1);
  }

  const Driver& driver_;
  CUmemGenericAllocationHandle handle_ = 0;
  bool held_ = false;
  CUdeviceptr base_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace warpgrade::referee
