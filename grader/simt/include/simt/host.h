// The engine's own API, beyond CUDA's, for programs that run student code.
#pragma once

#include <stddef.h>

#include "vector_types.h"

namespace simt {

struct ErrorSite {
  const char* call;  // the API function, or "kernel<<<>>>" for a launch; null without an error
  const char* file;  // null if the call's signature has no room for it (cudaFree)
  int line;
};

// Where the error that cudaGetLastError would return was set.
ErrorSite last_error_site();

// Details beyond CUDA's text: "2048 threads a block, the limit is 1024"; may be empty. Valid until
// the next error.
const char* last_error_reason();

struct LaunchedKernel {
  const char* name;
  unsigned long launches;
};

// Kernels launched since the last reset, in the order of their first launch. Valid until the next
// launch or reset.
size_t launched_kernels(const LaunchedKernel** kernels);
void reset_launched_kernels();

// The same by code. Several codes may share a name: that of a variable through which they were
// launched, or of a template. Those beyond most_launched_code are only counted.
struct LaunchedCode {
  const void* code;  // the kernel, or the function that the engine runs for its launch
  size_t kernel;     // index into the launched kernels
};
constexpr size_t most_launched_code = 256;
size_t launched_code(const LaunchedCode** code);

struct Fault {
  int signal;  // 0: found by the engine (deadlock, bad warp mask, assert, trap)
  void* pc;    // of the student's code, if known
  void* hook;  // of the faulting instruction
  void* address;
  bool jumped;      // the program jumped to the address, which has no code
  bool no_address;  // the processor reported none, as for a misaligned vector access
  bool stores;      // the access was a store (known on x86-64 alone)
  bool in_kernel;
  const char* kernel;  // null for host code
  const char* file;    // of the launch
  int line;
  uint3 block;
  uint3 thread;
  char kind[192];  // description of the address
};

// Called on an alternate stack when host code or a kernel faults; only async-signal-safe functions
// are allowed. If it returns, a kernel's fault becomes CUDA's sticky error (cudaErrorIllegalAddress
// or similar) and the program continues; a fault in host code ends the process. Without a handler,
// the engine prints the fault to stderr and does the same.
void install_fault_handler(void (*handler)(const Fault&));

// The last fault in a kernel; signal -1 if there was none.
const Fault& last_fault();

// The full text of the last failure found by the engine, such as which threads of a deadlocked
// block wait where. Empty if there was none.
const char* last_report();

struct Allocations {
  size_t count;
  size_t bytes;
};

// Device and managed memory that is allocated and not freed.
Allocations device_allocations_alive();

// Sets the number of threads that run grids, up to 256, before the first grid; later calls have no
// effect. 0: SIMT_WORKERS or the engine's default.
void choose_workers(unsigned count);

// The latest call of cudaDeviceReset since the record was cleared; `call` is null if there was
// none.
ErrorSite latest_device_reset();
void forget_device_resets();

// Limits the total output of kernels from now on; of each kernel, the last part is kept.
void limit_kernel_output(size_t bytes);

// Runs all queued work and waits, like cudaDeviceSynchronize on every device.
void finish_all();

}  // namespace simt
