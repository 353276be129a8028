#include "engine/api/api.h"

#include <utility>

#include "engine/fault.h"
#include "simt/host.h"

namespace simt::detail {

namespace {

struct LastError {
  cudaError_t code = cudaSuccess;
  ErrorSite site{};
  std::string why;
};

// Each host thread has its own last error, as in CUDA.
thread_local LastError last;

// Details about the error of the running call.
thread_local Refusal refusal;

struct Sticky {
  cudaError_t code = cudaSuccess;
  ErrorSite site{};
} sticky;

}  // namespace

std::recursive_mutex& runtime_lock() {
  static auto* lock = new std::recursive_mutex;  // outlives static destructors that call cudaFree
  return *lock;
}

cudaError_t sticky_error() { return sticky.code; }

void set_sticky_error(cudaError_t error, const char* call, const char* file, int line) {
  if (sticky.code == cudaSuccess) sticky = {error, {call, file, line}};
}

void clear_sticky_error() { sticky = {}; }

cudaError_t record_error(cudaError_t error, const char* call, const char* file, int line) {
  if (error != cudaSuccess) {
    last = {error, {call, file, line}, refusal.why};
    // Report the place of the launch that failed, not of the call that noticed it.
    if (error == sticky.code) last.site = sticky.site;
    if (checker) checker->failed(error, last.site, refusal);
  }
  refusal = {};
  return error;
}

void set_refusal_reason(Refusal why) { refusal = std::move(why); }

void initialise_once() {
  static bool done = false;
  if (done) return;
  done = true;
  install_signal_handlers();
}

}  // namespace simt::detail

cudaError_t cudaPeekAtLastError() { return simt::detail::last.code; }

cudaError_t cudaGetLastError() {
  using simt::detail::last;
  const cudaError_t error = last.code;
  last = {};  // cleared even if sticky: the next call sets it again
  return error;
}

simt::ErrorSite simt::last_error_site() { return detail::last.site; }

const char* simt::last_error_reason() { return detail::last.why.c_str(); }
