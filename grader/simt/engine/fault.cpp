#include "engine/fault.h"

#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "engine/block.h"
#include "engine/checker.h"
#include "engine/division.h"
#include "engine/memory/allocations.h"
#include "engine/memory/protection.h"
#include "engine/worker.h"

namespace simt::detail {

namespace {

constexpr int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

void (*user_handler)(const Fault&) = nullptr;
Fault latest = [] {
  Fault f{};
  f.signal = -1;
  return f;
}();
std::string report_text;

const char* signal_name(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "segmentation fault";
    case SIGBUS:
      return "bus error";
    case SIGFPE:
      return "arithmetic fault";
    case SIGILL:
      return "illegal instruction";
    case SIGABRT:
      return "abort";
    default:
      return "failure";
  }
}

void describe(Fault& f) {
  char where[sizeof f.kind - 64];
  if (f.signal == SIGFPE) {
    std::snprintf(f.kind, sizeof f.kind, "integer division by zero");
    return;
  }
  if (f.signal != SIGSEGV && f.signal != SIGBUS) {
    std::snprintf(f.kind, sizeof f.kind, "%s", signal_name(f.signal));
    return;
  }
  // For misaligned vector accesses and non-canonical addresses, the processor reports no address.
  if (f.no_address) {
    std::snprintf(f.kind, sizeof f.kind, "misaligned vector access, or no address at all");
    return;
  }
  describe_address(f.address, where, sizeof where);
  if (f.jumped) {
    std::snprintf(f.kind, sizeof f.kind, "a call of a function that is not there: %s", where);
    return;
  }
  const Space space = address_space(f.address);
  if (is_device(space) && !f.in_kernel) {
    std::snprintf(f.kind, sizeof f.kind, "a device pointer used by host code: %s", where);
  } else if (space == Space::shared && !f.in_kernel) {
    std::snprintf(f.kind, sizeof f.kind, "a block's shared memory used by host code");
  } else if (is_device(space) && find_allocation(f.address) &&
             space != device_space(self.worker->grid->device)) {
    std::snprintf(f.kind, sizeof f.kind, "another device's memory without peer access: %s", where);
  } else {
    std::snprintf(f.kind, sizeof f.kind, "%s", where);
  }
}

void fill_kernel(Fault& f) {
  f.in_kernel = in_kernel();
  if (!f.in_kernel) return;
  const Grid& g = *self.worker->grid;
  f.kernel = g.site.name;
  f.file = g.site.file;
  f.line = g.site.line;
  f.block = blockIdx;
  f.thread = threadIdx;
}

void print(const Fault& f) {
  char text[640];
  int n;
  if (f.in_kernel)
    n = std::snprintf(text, sizeof text,
                      "simt: kernel %s (launched at %s:%d), block (%u,%u,%u), "
                      "thread (%u,%u,%u): "
                      "%s at %p: %s\n",
                      f.kernel, f.file, f.line, f.block.x, f.block.y, f.block.z, f.thread.x,
                      f.thread.y, f.thread.z, signal_name(f.signal), f.address, f.kind);
  else
    n = std::snprintf(text, sizeof text, "simt: %s at %p in host code: %s\n", signal_name(f.signal),
                      f.address, f.kind);
  if (n > 0 && write(2, text, std::strlen(text)) < 0) return;
}

cudaError_t to_cuda_error(const Fault& f) {
  if (f.no_address) return cudaErrorMisalignedAddress;
  if (f.signal == SIGSEGV || f.signal == SIGBUS)
    return in_stack_guard(f.address) ? cudaErrorLaunchFailure : cudaErrorIllegalAddress;
  return f.signal == SIGILL ? cudaErrorIllegalInstruction : cudaErrorLaunchFailure;
}

/// Whether the access that faulted was a store, where the processor says so.
bool is_store([[maybe_unused]] const ucontext_t& context) {
#ifdef __x86_64__
  constexpr greg_t write_access = 2;
  return (context.uc_mcontext.gregs[REG_ERR] & write_access) != 0;
#else
  return false;
#endif
}

/// The return address of a function at its first instruction.
void* return_address(const ucontext_t& context) {
#ifdef __x86_64__
  return *reinterpret_cast<void**>(context.uc_mcontext.gregs[REG_RSP]);
#else
  return reinterpret_cast<void*>(context.uc_mcontext.regs[30]);
#endif
}

/// Makes the stopped thread continue with simt_resume(to).
void resume_after_signal(ucontext_t& context, const Stopped* to) {
#ifdef __x86_64__
  context.uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(&simt_resume);
  context.uc_mcontext.gregs[REG_RDI] = reinterpret_cast<greg_t>(to);
#else
  context.uc_mcontext.pc = reinterpret_cast<std::uintptr_t>(&simt_resume);
  context.uc_mcontext.regs[0] = reinterpret_cast<std::uintptr_t>(to);
#endif
}

void on_signal(int signal, siginfo_t* info, void* raw) {
  auto* context = static_cast<ucontext_t*>(raw);
  Fault f{};
  f.signal = signal;
  f.pc = reinterpret_cast<void*>(program_counter(*context));
  f.address = signal == SIGSEGV || signal == SIGBUS ? info->si_addr : f.pc;
  f.hook = f.pc;
  f.no_address = signal == SIGSEGV && info->si_code == SI_KERNEL;
  f.jumped = signal == SIGSEGV && f.address == f.pc && !f.no_address;
  if (f.jumped) f.pc = return_address(*context);
  f.stores = signal == SIGSEGV && is_store(*context);
  fill_kernel(f);
  // A handler begins with all protection keys closed; its return restores the thread's.
  if (f.in_kernel) open_device(self.worker->grid->device);
  if (Division division; signal == SIGFPE && f.in_kernel && divide_as_gpu(*context, division)) {
    if (checker) checker->divides(division, f.pc);
    return;
  }
  if (checker && checker->fault(f)) return;
  describe(f);
  if (f.in_kernel) latest = f;
  if (user_handler)
    user_handler(f);
  else if (signal != SIGABRT || f.in_kernel)
    print(f);
  if (f.in_kernel && signal != SIGABRT) {
    // Leave the kernel: return from the signal to where the worker started this block.
    self.worker->grid->fail(to_cuda_error(f));
    resume_after_signal(*context, &self.worker->scheduler);
    return;
  }
  std::signal(signal, SIG_DFL);
  if (signal == SIGABRT) raise(signal);
}

}  // namespace

void use_alternate_stack() {
  static thread_local bool done = false;
  if (done) return;
  done = true;
  constexpr std::size_t size = 64 * 1024;
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = size;
  sigaltstack(&stack, nullptr);
}

void install_signal_handlers() {
  use_alternate_stack();
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (const int s : signals) sigaction(s, &action, nullptr);
}

void report_kernel_failure(Grid& grid, cudaError_t error, const char* kind, const char* report,
                           void* pc) {
  if (!grid.fail(error)) return;
  Fault f{};
  fill_kernel(f);
  f.pc = pc;
  std::snprintf(f.kind, sizeof f.kind, "%s", kind);
  latest = f;
  report_text = report;
  if (user_handler)
    user_handler(f);
  else
    std::fprintf(stderr, "simt: kernel %s (launched at %s:%d), block (%u,%u,%u): %s\n", f.kernel,
                 f.file, f.line, f.block.x, f.block.y, f.block.z, report);
}

void abort_kernel(cudaError_t error, const char* report) {
  if (checker) checker->aborts();
  report_kernel_failure(*self.worker->grid, error, report, report);
  self.worker->give_up();
}

void abort_in_kernel(const char* report) { abort_kernel(cudaErrorLaunchFailure, report); }

}  // namespace simt::detail

void simt::install_fault_handler(void (*handler)(const Fault&)) {
  detail::user_handler = handler;
  detail::install_signal_handlers();
}

const simt::Fault& simt::last_fault() { return detail::latest; }
const char* simt::last_report() { return detail::report_text.c_str(); }
