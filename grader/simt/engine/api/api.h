// Shared by all API functions: the runtime's lock, sticky errors and the last error with its place.
#pragma once

#include <mutex>

#include "cuda_runtime_api.h"
#include "engine/api/refusal.h"
#include "engine/checker.h"
#include "engine/progress.h"
#include "simt/thread.h"

namespace simt::detail {

// Guards all host-side state. Recursive: host functions queued in a stream may call the API.
std::recursive_mutex& runtime_lock();

// The error of a failed kernel. Every later call returns it, as after a fault on a GPU.
cudaError_t sticky_error();
void set_sticky_error(cudaError_t error, const char* call, const char* file, int line);
void clear_sticky_error();

// Makes `error` the one that cudaGetLastError returns, unless it is cudaSuccess.
cudaError_t record_error(cudaError_t error, const char* call, const char* file, int line);

// Adds details to the error that the running call is about to return.
void set_refusal_reason(Refusal refusal);

void initialise_once();

// `pc` is the return address into the program, for calls without file and line.
template <class F>
cudaError_t api(const char* call, const char* file, int line, F&& body, const void* pc = nullptr) {
  if (in_kernel()) return cudaErrorNotSupported;
  current_call = {call, file, line, pc};
  const HostCall host;
  initialise_once();
  if (const cudaError_t sticky = sticky_error()) return record_error(sticky, call, file, line);
  cudaError_t error = body();
  // Work that this call waited for may have failed.
  if (error == cudaSuccess) error = sticky_error();
  // cudaErrorNotReady is an answer, not a failure: it does not become the last error.
  if (error == cudaErrorNotReady) return error;
  if (error == cudaSuccess && checker) checker->succeeded();
  return record_error(error, call, file, line);
}

}  // namespace simt::detail
