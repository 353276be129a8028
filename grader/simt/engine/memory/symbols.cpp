#include "engine/memory/symbols.h"

#include "engine/api/api.h"
#include "engine/api/streams.h"
#include "engine/checker.h"
#include "engine/memory/copies.h"

#define SIMT_SECTION(name)                            \
  extern "C" {                                        \
  extern char __start_##name[] __attribute__((weak)); \
  extern char __stop_##name[] __attribute__((weak));  \
  }

SIMT_SECTION(simt_constant)
SIMT_SECTION(simt_device)
SIMT_SECTION(simt_managed)
SIMT_SECTION(simt_constant_ro)
SIMT_SECTION(simt_device_ro)
SIMT_SECTION(simt_managed_ro)

namespace simt::detail {

bool is_symbol(const void* address, std::size_t size) {
  const char* p = static_cast<const char*>(address);
  const auto in = [p, size](const char* start, const char* stop) {
    return start && p >= start && p + size <= stop;
  };
  return in(__start_simt_constant, __stop_simt_constant) ||
         in(__start_simt_device, __stop_simt_device) ||
         in(__start_simt_managed, __stop_simt_managed) ||
         in(__start_simt_constant_ro, __stop_simt_constant_ro) ||
         in(__start_simt_device_ro, __stop_simt_device_ro) ||
         in(__start_simt_managed_ro, __stop_simt_managed_ro);
}

bool is_constant_symbol(const void* address) {
  const char* p = static_cast<const char*>(address);
  return (p >= __start_simt_constant && p < __stop_simt_constant) ||
         (p >= __start_simt_constant_ro && p < __stop_simt_constant_ro);
}

bool is_managed_symbol(const void* address) {
  const char* p = static_cast<const char*>(address);
  return (p >= __start_simt_managed && p < __stop_simt_managed) ||
         (p >= __start_simt_managed_ro && p < __stop_simt_managed_ro);
}

namespace {

using Sections = std::vector<std::pair<std::uintptr_t, std::size_t>>;

void add_section(Sections& all, const char* start, const char* stop) {
  if (start && stop > start)
    all.emplace_back(reinterpret_cast<std::uintptr_t>(start),
                     static_cast<std::size_t>(stop - start));
}

}  // namespace

Sections writable_symbol_sections() {
  Sections all;
  add_section(all, __start_simt_constant, __stop_simt_constant);
  add_section(all, __start_simt_device, __stop_simt_device);
  add_section(all, __start_simt_managed, __stop_simt_managed);
  return all;
}

Sections symbol_sections() {
  Sections all = writable_symbol_sections();
  add_section(all, __start_simt_constant_ro, __stop_simt_constant_ro);
  add_section(all, __start_simt_device_ro, __stop_simt_device_ro);
  add_section(all, __start_simt_managed_ro, __stop_simt_managed_ro);
  return all;
}

cudaError_t symbol_copy(const char* call, void* symbol, std::size_t symbol_size, const void* from,
                        void* to, std::size_t size, std::size_t offset, cudaMemcpyKind kind,
                        cudaStream_t stream, bool async, const char* file, int line,
                        const HostSizes& known) {
  return api(call, file, line, [&] {
    if (!is_symbol(symbol, symbol_size)) return cudaErrorInvalidSymbol;
    if (offset > symbol_size || size > symbol_size - offset) return cudaErrorInvalidValue;
    char* at = static_cast<char*>(symbol) + offset;
    const bool towards = from != nullptr;
    if (towards ? kind == cudaMemcpyDeviceToHost : kind == cudaMemcpyHostToDevice)
      return cudaErrorInvalidMemcpyDirection;
    if (!towards && !to && size) return cudaErrorInvalidValue;
    CUstream_st* s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    return towards ? copy(at, from, size, kind, *s, async, known)
                   : copy(to, at, size, kind, *s, async, known);
  });
}

cudaError_t symbol_address(void** pointer, void* symbol, const char* file, int line) {
  return api("cudaGetSymbolAddress", file, line, [&] {
    if (!pointer) return cudaErrorInvalidValue;
    if (!is_symbol(symbol, 1)) return cudaErrorInvalidSymbol;
    *pointer = symbol;
    if (checker) checker->gives_address(symbol);
    return cudaSuccess;
  });
}

cudaError_t symbol_size(std::size_t* size, const void* symbol, std::size_t bytes, const char* file,
                        int line) {
  return api("cudaGetSymbolSize", file, line, [&] {
    if (!size) return cudaErrorInvalidValue;
    if (!is_symbol(symbol, bytes)) return cudaErrorInvalidSymbol;
    *size = bytes;
    return cudaSuccess;
  });
}

}  // namespace simt::detail
