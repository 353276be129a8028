// assert in kernels: replaces the function that <assert.h> calls. Also __trap, clocks, and
// functions that only inform the check.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "engine/block.h"
#include "engine/checker.h"
#include "engine/fault.h"
#include "engine/worker.h"
#include "simt/device_functions.h"
#include "simt/unset.h"

using namespace simt::detail;

extern "C" [[noreturn]] void __assert_fail(const char* expression, const char* file,
                                           unsigned int line, const char* function) noexcept {
  if (in_kernel()) {
    std::fflush(stdout);
    std::fprintf(stderr,
                 "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file,
                 line, function, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y,
                 threadIdx.z, expression);
    if (checker) checker->assert_failed(expression, file, static_cast<int>(line));
    char text[192];
    std::snprintf(text, sizeof text, "assertion `%s` failed", expression);
    abort_kernel(cudaErrorAssert, text);
  }
  std::fprintf(stderr, "%s: %s:%u: %s: Assertion `%s' failed.\n", program_invocation_short_name,
               file, line, function, expression);
  std::abort();
}

void simt::detail::reads_unset(const char* name, int declared, const char* file, int line) {
  if (checker && in_kernel()) checker->reads_unset(name, declared, file, line);
}

void simt::detail::unknown_instruction(const char* what) {
  if (!in_kernel()) std::abort();
  char text[192];
  std::snprintf(text, sizeof text, "inline PTX that the CPU engine does not know: %s", what);
  abort_kernel(cudaErrorLaunchFailure, text);
}

void __trap() {
  if (!in_kernel()) std::abort();
  abort_kernel(cudaErrorLaunchFailure, "__trap was called");
}
