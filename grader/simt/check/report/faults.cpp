#include "check/report/faults.h"

#include "check/hooks.h"
#include "check/memory/host_touch.h"
#include "check/races/races.h"
#include "check/report/findings.h"
#include "check/state.h"

namespace simt::check {

namespace {

void tell_no_function(const Fault& f) {
  if (current.parallel) return;
  const bool null = reinterpret_cast<std::uintptr_t>(f.address) < 65536;
  found(Level::error, at(reinterpret_cast<std::uintptr_t>(f.pc)), "pointer.no-function", [&] {
    return Facts().add_running_thread().add(
        "what", null ? "a null pointer" : "a pointer to what is no function of the device");
  });
}

/// The access that the hook was called for.
Touch touch_of_hook(const Fault& f, std::uintptr_t address) {
  const HookAccess h = access_of_hook(reinterpret_cast<std::uintptr_t>(f.hook));
  return {address, h.size, h.what};
}

}  // namespace

void tell_host_fault(Fault& f) {
  const auto cell = reinterpret_cast<std::uintptr_t>(f.address);
  if (!is_shadow(cell)) return;
  const std::uintptr_t address = address_of_shadow(cell);
  f.address = reinterpret_cast<void*>(address);
  tell_host_outside(touch_of_hook(f, address));
}

void tell_division(const detail::Division& d, const void* pc) {
  if (current.parallel) return ask_for_serial_run();
  const std::string dividend = d.is_signed ? std::to_string(static_cast<std::int64_t>(d.dividend))
                                           : std::to_string(d.dividend);
  found(Level::error, at(reinterpret_cast<std::uintptr_t>(pc) + 1),
        d.by_zero ? "division.by-zero" : "division.overflow",
        [&] { return Facts().add_running_thread().add("dividend", dividend); });
}

bool mend_kernel_fault(Fault& f, LentPages& lent) {
  if (current.parallel) ask_for_serial_run();
  const auto cell = reinterpret_cast<std::uintptr_t>(f.address);
  if (f.jumped) tell_no_function(f);
  if (f.no_address) tell_unseen_misalignment();
  if (!is_shadow(cell)) return false;
  const std::uintptr_t address = address_of_shadow(cell);
  f.address = reinterpret_cast<void*>(address);
  f.pc = reinterpret_cast<void*>(me.pc - 1);
  if (current.parallel) return false;
  if (lent.lend(address)) return true;
  tell_outside(me.touching ? *me.touching : touch_of_hook(f, address));
  return false;
}

}  // namespace simt::check
