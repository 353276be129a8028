// What a program that runs student code can ask the engine, beyond CUDA's own API.
#pragma once

#include <stddef.h>

#include "vector_types.h"

namespace simt {

struct ErrorSite {
  const char*
      call;  // the API function, or "kernel<<<>>>" for a launch; null when there is no error
  const char* file;  // null where the call's signature leaves no room for it (cudaFree)
  int line;
};

// Where the error that cudaGetLastError would return now was set.
ErrorSite last_error_site();

// What is known of it beyond CUDA's words: "2048 threads a block, the limit is 1024"; or "". Valid
// until the next error.
const char* last_error_reason();

struct LaunchedKernel {
  const char* name;
  unsigned long launches;
};

// Kernels launched since the last reset, in the order of their first launch. Valid until the next
// launch or reset.
size_t launched_kernels(const LaunchedKernel** kernels);
void reset_launched_kernels();

// The same by their code, of which several may go by one name: a variable's, through which they
// were launched, or a template's. Of those beyond most_launched_code only the number is known.
struct LaunchedCode {
  const void* code;  // the kernel, or the function that the engine runs for a launch of it
  size_t kernel;     // among the launched kernels
};
constexpr size_t most_launched_code = 256;
size_t launched_code(const LaunchedCode** code);

struct Fault {
  int signal;  // 0: the engine found it (deadlock, bad warp mask, assert, trap)
  void* pc;    // of the student's code, as far as that is known
  void* hook;  // of the instruction that faulted
  void* address;
  bool jumped;      // the program went to the address: there is no code
  bool no_address;  // the processor reported none, as for a misaligned vector access
  bool in_kernel;
  const char* kernel;  // null on the host
  const char* file;    // of the launch
  int line;
  uint3 block;
  uint3 thread;
  char kind[192];  // what the address is, in words
};

// Called on an alternate stack, with only async-signal-safe functions allowed, when host code or a
// kernel faults. If it returns, a kernel's fault becomes CUDA's sticky error
// (cudaErrorIllegalAddress and its kin) and the program goes on; a fault on the host ends the
// process. With no handler the engine prints the fault to stderr and does the same.
void install_fault_handler(void (*handler)(const Fault&));

// The last fault in a kernel; signal -1 when there was none.
const Fault& last_fault();

// The full text of the last failure the engine found by itself: which threads of a deadlocked block
// wait where. Empty when there was none.
const char* last_report();

struct Allocations {
  size_t count;
  size_t bytes;
};

// Device and managed memory that was allocated and not yet freed.
Allocations device_allocations_alive();

// How many threads run grids, up to 256: before the first grid, later without effect. 0: as many as
// SIMT_WORKERS says or the engine chooses.
void choose_workers(unsigned count);

// The latest call of cudaDeviceReset since they were forgotten; its `call` is null if there was
// none.
ErrorSite latest_device_reset();
void forget_device_resets();

// From now on kernels print at most so much in all; of each kernel the last part stays.
void limit_kernel_output(size_t bytes);

// Runs everything that is still queued, as cudaDeviceSynchronize on every device would, and waits.
void finish_all();

}  // namespace simt
