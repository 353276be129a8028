// Observes the CUDA runtime: the linker's --wrap redirects every call in the student's object to
// these functions (the link command gets the list from the same names). So the address of an
// error's call is known, whether the student checks the error or not.
#include <cuda_runtime_api.h>
#include <ucontext.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>

#include "referee/driver.cuh"
#include "runner/backend.h"
#include "runner/channel.h"
#include "runner/stack_limit.h"
#include "runner/wrapped_calls.h"

namespace warpgrade::runner {
namespace {

struct Noted {
  cudaError_t error = cudaSuccess;
  const char* call = "";
  const void* address = nullptr;
};

Noted first_error;
bool in_call = false;  // the runner's own calls are not the student's errors
const void* launch_address = nullptr;
const char* launch_name = "";
const void* reset_address = nullptr;  // the place that called cudaDeviceReset

std::map<const void*, const char*>& kernel_names() {
  static std::map<const void*, const char*> names;  // filled by static constructors
  return names;
}

struct Launched {
  const char* name;
  std::uint64_t count;
};
Launched launched[protocol::max_kernels];
std::uint32_t launched_count = 0;

void note_launch(const void* kernel) {
  const auto found = kernel_names().find(kernel);
  launch_name = found == kernel_names().end() ? "a kernel" : found->second;
  for (std::uint32_t i = 0; i < launched_count; ++i) {
    if (launched[i].name == launch_name) {
      ++launched[i].count;
      return;
    }
  }
  if (launched_count < protocol::max_kernels) launched[launched_count++] = {launch_name, 1};
}

cudaError_t noted(const char* call, const void* address, cudaError_t error) {
  if (in_call && error != cudaSuccess && error != cudaErrorNotReady &&
      first_error.error == cudaSuccess) {
    first_error = {error, call, address};
  }
  return error;
}

void (*send_fatal_reply)(const protocol::Reply&) = nullptr;
StackLimit stack_limit;

/// Describes an address that host code must not access.
const char* describe_address(std::uint64_t address) {
  constexpr std::uint64_t first_page = 4096;
  return address < first_page
             ? "a null pointer"
             : "an address that host code cannot use: a device pointer, or an index far outside";
}

void on_signal(int signal_number, siginfo_t* info, void* context) {
  static protocol::Reply reply;
  reply.status = protocol::Reply::fatal;
  reply.signal = static_cast<std::uint32_t>(signal_number);
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext;
#ifdef __x86_64__
  reply.error_address = static_cast<std::uint64_t>(registers.gregs[REG_RIP]);
#else
  reply.error_address = registers.pc;
#endif
  std::strcpy(reply.where, "host code");
  if (signal_number == SIGSEGV || signal_number == SIGBUS) {
    reply.fault_address = reinterpret_cast<std::uint64_t>(info->si_addr);
    std::strcpy(reply.error_text, describe_address(reply.fault_address));
  }
  if (stack_limit.overrun_at(info->si_addr)) std::strcpy(reply.error_text, StackLimit::message);
  send_fatal_reply(reply);
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

}  // namespace

void start_backend(void (*send_fatal)(const protocol::Reply&)) {
  send_fatal_reply = send_fatal;
  static char stack[64 * 1024];
  const stack_t alternate{stack, 0, sizeof stack};
  sigaltstack(&alternate, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND;
  for (const int s : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(s, &action, nullptr);
}

void choose_workers(std::uint32_t) {}

void begin_call() {
  // Once a kernel that prints has run, later calls cannot change the limit.
  static const cudaError_t limited =
      cudaDeviceSetLimit(cudaLimitPrintfFifoSize, most_kernel_output);
  if (limited != cudaSuccess) cudaGetLastError();
  first_error = {};
  launched_count = 0;
  launch_address = nullptr;
  launch_name = "";
  reset_address = nullptr;
  in_call = true;
}

// There is no check on a GPU; the same code is checked on the CPU engine.
bool start_check(const protocol::Request&, void* const*, int) { return false; }
void finish_check(bool) {}

void* borrow(int descriptor, std::size_t bytes) {
  static referee::Driver driver;
  static const bool open = driver.open();
  static std::unique_ptr<referee::LentMemory> memory;
  memory.reset();
  if (!open || cudaFree(nullptr) != cudaSuccess) return nullptr;
  memory = std::make_unique<referee::LentMemory>(driver);
  return memory->borrow(descriptor, bytes) == CUDA_SUCCESS ? memory->data() : nullptr;
}

bool describe_reset(protocol::Reply& reply) {
  if (reset_address == nullptr) return false;
  reply.error_file[0] = '\0';
  reply.error_address = reinterpret_cast<std::uint64_t>(reset_address);
  return true;
}

void describe_call(protocol::Reply& reply) {
  in_call = false;
  reply.kernel_count = launched_count;
  for (std::uint32_t i = 0; i < launched_count; ++i) {
    std::snprintf(reply.kernels[i].name, sizeof reply.kernels[i].name, "%s", launched[i].name);
    reply.kernels[i].launches = launched[i].count;
  }
  if (reply.error == 0) return;
  // If no call of the student returned the error, it appeared at the final synchronization: report
  // the launch before it.
  const bool seen = first_error.error == static_cast<cudaError_t>(reply.error);
  const void* address = seen ? first_error.address : launch_address;
  reply.error_address = reinterpret_cast<std::uint64_t>(address);
  std::snprintf(reply.error_call, sizeof reply.error_call, "%s",
                seen ? first_error.call : launch_name);
}

// On a GPU, nothing that the process says earns a point, so this is not protected.
ssize_t send_parts(int socket, const iovec* parts, int count) {
  return writev(socket, parts, count);
}

ssize_t receive_message(int socket, msghdr& message, int flags) {
  return recvmsg(socket, &message, flags);
}

}  // namespace warpgrade::runner

using warpgrade::runner::kernel_names;
using warpgrade::runner::noted;

#define WARPGRADE_WRAP(name, parameters, arguments)                            \
  extern "C" cudaError_t __real_##name parameters;                             \
  extern "C" cudaError_t __wrap_##name parameters {                            \
    return noted(#name, __builtin_return_address(0), __real_##name arguments); \
  }
WARPGRADE_WRAPPED_CALLS(WARPGRADE_WRAP)

extern "C" cudaError_t __real_cudaDeviceReset();
extern "C" cudaError_t __wrap_cudaDeviceReset() {
  using namespace warpgrade::runner;
  if (in_call) reset_address = __builtin_return_address(0);
  return noted("cudaDeviceReset", __builtin_return_address(0), __real_cudaDeviceReset());
}

// The compiler's part of `kernel<<<...>>>(...)`: the configuration is pushed at the launch; a stub
// then pops it and launches.
extern "C" unsigned __real___cudaPushCallConfiguration(dim3, dim3, size_t, struct CUstream_st*);
extern "C" unsigned __wrap___cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                                       struct CUstream_st* stream) {
  warpgrade::runner::launch_address = __builtin_return_address(0);
  return __real___cudaPushCallConfiguration(grid, block, shared, stream);
}

extern "C" void __real___cudaRegisterFunction(void**, const char*, char*, const char*, int, uint3*,
                                              uint3*, dim3*, dim3*, int*);
extern "C" void __wrap___cudaRegisterFunction(void** handle, const char* host, char* device,
                                              const char* name, int limit, uint3* tid, uint3* bid,
                                              dim3* block, dim3* grid, int* warp) {
  kernel_names()[host] = name;
  __real___cudaRegisterFunction(handle, host, device, name, limit, tid, bid, block, grid, warp);
}

#define WARPGRADE_WRAP_LAUNCH(function, Kernel)                                                    \
  extern "C" cudaError_t __real_##function(Kernel, dim3, dim3, void**, size_t, cudaStream_t);      \
  extern "C" cudaError_t __wrap_##function(Kernel kernel, dim3 grid, dim3 block, void** arguments, \
                                           size_t shared, cudaStream_t stream) {                   \
    const void* const from = warpgrade::runner::launch_address;                                    \
    warpgrade::runner::note_launch(reinterpret_cast<const void*>(kernel));                         \
    return noted(warpgrade::runner::launch_name,                                                   \
                 from != nullptr ? from : __builtin_return_address(0),                             \
                 __real_##function(kernel, grid, block, arguments, shared, stream));               \
  }
WARPGRADE_WRAP_LAUNCH(cudaLaunchKernel, const void*)

#if CUDART_VERSION >= 13000
// Since CUDA 13 the stub first gets a handle and launches by that.
WARPGRADE_WRAP_LAUNCH(__cudaLaunchKernel, cudaKernel_t)

extern "C" cudaError_t __real___cudaGetKernel(cudaKernel_t*, const void*);
extern "C" cudaError_t __wrap___cudaGetKernel(cudaKernel_t* kernel, const void* host) {
  const cudaError_t error = __real___cudaGetKernel(kernel, host);
  const auto found = kernel_names().find(host);
  if (error == cudaSuccess && found != kernel_names().end()) {
    kernel_names()[reinterpret_cast<const void*>(*kernel)] = found->second;
  }
  return error;
}
#endif
