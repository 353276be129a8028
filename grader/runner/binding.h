// Calls a contract's function from a request: everything is derived from the function's type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "runner/protocol.h"

namespace warpgrade::runner {

/// One function of the contract. `function` is null if the submission does not define it.
struct Entry {
  const char* name;
  void* function;
  bool (*fits)(const protocol::Argument* arguments, std::size_t count);
  std::int64_t (*call)(void* function, const protocol::Argument* arguments, void* const* pointers);
};

template <class P>
constexpr protocol::Argument::Kind argument_kind() {
  if constexpr (std::is_pointer_v<P>) {
    return protocol::Argument::pointer;
  } else if constexpr (std::is_floating_point_v<P>) {
    return protocol::Argument::real;
  } else {
    static_assert(std::is_integral_v<P>,
                  "a contract's parameters are int, real, const real*, real*");
    return protocol::Argument::integer;
  }
}

template <class P>
P argument_value(const protocol::Argument& argument, void* pointer) {
  if constexpr (std::is_pointer_v<P>) {
    return static_cast<P>(pointer);
  } else if constexpr (std::is_floating_point_v<P>) {
    return static_cast<P>(argument.real_value);
  } else {
    return static_cast<P>(argument.integer_value);
  }
}

/// `pointers[i]` is the array of argument i in this process; null for scalars.
template <class R, class... P>
Entry entry(const char* name, R (*function)(P...)) {
  Entry result;
  result.name = name;
  result.function = reinterpret_cast<void*>(function);
  result.fits = [](const protocol::Argument* arguments, std::size_t count) {
    constexpr protocol::Argument::Kind kinds[] = {argument_kind<P>()...};
    if (count != sizeof...(P)) return false;
    for (std::size_t i = 0; i < count; ++i) {
      if (arguments[i].kind != kinds[i]) return false;
    }
    return true;
  };
  result.call = [](void* address, const protocol::Argument* arguments, void* const* pointers) {
    const auto typed = reinterpret_cast<R (*)(P...)>(address);
    return [&]<std::size_t... i>(std::index_sequence<i...>)->std::int64_t {
      if constexpr (std::is_void_v<R>) {
        typed(argument_value<P>(arguments[i], pointers[i])...);
        return 0;
      } else {
        return static_cast<std::int64_t>(typed(argument_value<P>(arguments[i], pointers[i])...));
      }
    }
    (std::index_sequence_for<P...>{});
  };
  return result;
}

}  // namespace warpgrade::runner

/// Generated for each lab by `warpgrade contract LAB`.
extern const warpgrade::runner::Entry contract_entries[];
extern const std::size_t contract_size;
