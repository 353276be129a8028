#include "check/report/faults.h"

#include "check/hooks.h"
#include "check/races/races.h"
#include "check/report/findings.h"
#include "check/state.h"
#include "check/transfers/host_touch.h"

namespace simt::check {

namespace {

void report_no_function(const Fault& f) {
  if (current.parallel) return;
  const bool null = reinterpret_cast<std::uintptr_t>(f.address) < 65536;
  found(Level::error, at(reinterpret_cast<std::uintptr_t>(f.pc)), "pointer.no-function", [&] {
    return Facts().add_running_thread().add(
        "what", null ? "a null pointer" : "a pointer to what is no function of the device");
  });
}

/// The access that the faulting hook announced.
Touch touch_of_hook(const Fault& f, std::uintptr_t address) {
  const HookAccess h = access_of_hook(reinterpret_cast<std::uintptr_t>(f.hook));
  return {address, h.size, h.what};
}

}  // namespace

void report_host_fault(Fault& f) {
  const auto cell = reinterpret_cast<std::uintptr_t>(f.address);
  if (!is_shadow(cell)) return;
  const std::uintptr_t address = address_of_shadow(cell);
  f.address = reinterpret_cast<void*>(address);
  report_host_out_of_bounds(touch_of_hook(f, address));
}

void report_division(const detail::Division& d, const void* pc) {
  if (current.parallel) return ask_for_serial_run();
  const std::string dividend = d.is_signed ? std::to_string(static_cast<std::int64_t>(d.dividend))
                                           : std::to_string(d.dividend);
  found(Level::error, at(reinterpret_cast<std::uintptr_t>(pc) + 1),
        d.by_zero ? "division.by-zero" : "division.overflow",
        [&] { return Facts().add_running_thread().add("dividend", dividend); });
}

bool handle_kernel_fault(Fault& f, LentPages& lent) {
  if (current.parallel) ask_for_serial_run();
  const auto cell = reinterpret_cast<std::uintptr_t>(f.address);
  if (f.jumped) report_no_function(f);
  if (f.no_address) report_unseen_misalignment();
  if (!is_shadow(cell)) return false;
  const std::uintptr_t address = address_of_shadow(cell);
  f.address = reinterpret_cast<void*>(address);
  f.pc = reinterpret_cast<void*>(current_thread.pc - 1);
  if (current.parallel) return false;
  if (lent.lend(address)) return true;
  report_out_of_bounds(current_thread.touching ? *current_thread.touching
                                               : touch_of_hook(f, address));
  return false;
}

}  // namespace simt::check

#ifndef __x86_64__

namespace {

/// The arguments that g++ passes to the handler (libsanitizer's ubsan_handlers.h).
struct Type {
  std::uint16_t kind;
  std::uint16_t info;  // lowest bit: signed; above it: log2 of the number of bits
};
struct DivisionData {
  const char* file;
  std::uint32_t line, column;
  const Type* type;
};

}  // namespace

#pragma GCC visibility push(default)

/// On processors that do not trap, g++ calls this before an undefined division.
extern "C" void __ubsan_handle_divrem_overflow(const DivisionData* data, std::uintptr_t dividend,
                                               std::uintptr_t) {
  using namespace simt::check;
  if (!current_thread.block) return;
  const bool is_signed = data->type->info & 1;
  const unsigned bits = 1u << (data->type->info >> 1), unused = bits < 64 ? 64 - bits : 0;
  const auto value = static_cast<std::int64_t>(dividend << unused) >> unused;
  const char* const after = static_cast<const char*>(__builtin_return_address(0));
  report_division({true, is_signed, is_signed ? static_cast<std::uint64_t>(value) : dividend},
                  after - 1);
}

#pragma GCC visibility pop

#endif
