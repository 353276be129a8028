// CUDA driver functions that runtime programs look up by name, and the text of the driver's errors.
#include <cstring>

#include "engine/api/api.h"
#include "simt/tensor_maps.h"

namespace simt::detail {

namespace {

struct Entry {
  const char* name;
  unsigned since;  // the first CUDA version with this function, encoded like CUDART_VERSION
  void* function;
};
const Entry entries[] = {
    {"cuInit", 2000, reinterpret_cast<void*>(&cuInit)},
    {"cuGetErrorName", 6000, reinterpret_cast<void*>(&cuGetErrorName)},
    {"cuGetErrorString", 6000, reinterpret_cast<void*>(&cuGetErrorString)},
    {"cuTensorMapEncodeTiled", 12000, reinterpret_cast<void*>(&cuTensorMapEncodeTiled)},
    {"cuTensorMapReplaceAddress", 12000, reinterpret_cast<void*>(&cuTensorMapReplaceAddress)}};

cudaError_t find_entry(const char* symbol, void** function, unsigned version,
                       unsigned long long flags, cudaDriverEntryPointQueryResult* found) {
  if (!symbol || !*symbol || !function || flags > 3) return cudaErrorInvalidValue;
  *function = nullptr;
  cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
  for (const Entry& e : entries) {
    if (std::strcmp(e.name, symbol) != 0) continue;
    const bool known = version >= e.since;
    result = known ? cudaDriverEntryPointSuccess : cudaDriverEntryPointVersionNotSufficent;
    if (known) *function = e.function;
  }
  if (found) *found = result;
  return cudaSuccess;
}

struct DriverError {
  CUresult code;
  const char *name, *sentence;
};

const DriverError* driver_error(CUresult code) {
  static constexpr DriverError all[] = {
      {CUDA_SUCCESS, "CUDA_SUCCESS", "no error"},
      {CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
      {CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
      {CUDA_ERROR_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
      {CUDA_ERROR_NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
      {CUDA_ERROR_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
      {CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
      {CUDA_ERROR_INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
      {CUDA_ERROR_NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
      {CUDA_ERROR_UNKNOWN, "CUDA_ERROR_UNKNOWN", "unknown error"}};
  for (const DriverError& e : all)
    if (e.code == code) return &e;
  return nullptr;
}

CUresult give_text(CUresult error, const char** text, const char* DriverError::*which) {
  if (!text) return CUDA_ERROR_INVALID_VALUE;
  const DriverError* const known = driver_error(error);
  *text = known ? known->*which : nullptr;
  return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

}  // namespace

}  // namespace simt::detail

using namespace simt::detail;

CUresult cuInit(unsigned int flags) { return flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE; }

CUresult cuGetErrorName(CUresult error, const char** name) {
  return give_text(error, name, &DriverError::name);
}
CUresult cuGetErrorString(CUresult error, const char** sentence) {
  return give_text(error, sentence, &DriverError::sentence);
}

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* found, const char* file,
                                    int line) {
  return api("cudaGetDriverEntryPoint", file, line,
             [&] { return find_entry(symbol, function, CUDART_VERSION, flags, found); });
}

cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function,
                                             unsigned int version, unsigned long long flags,
                                             cudaDriverEntryPointQueryResult* found,
                                             const char* file, int line) {
  return api("cudaGetDriverEntryPointByVersion", file, line,
             [&] { return find_entry(symbol, function, version, flags, found); });
}
