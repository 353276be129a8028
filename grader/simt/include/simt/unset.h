// Called by code that the rewriter inserts before a read of a local variable that nothing can have
// initialized.
#pragma once

#include <type_traits>

namespace simt {

namespace detail {
void reads_unset(const char* name, int declared, const char* file, int line);
}

struct Member;

/// Whether a variable declared as T has no value, and using it, or a member of it, reads that. A
/// class's operators may do anything, but 16-bit numbers count as numbers.
template <class T, class Used>
constexpr bool has_no_value() {
  constexpr bool member = std::is_same<Used, Member>::value;
  if constexpr (!std::is_trivially_default_constructible<T>::value || std::is_empty<T>::value)
    return false;
  else if constexpr (std::is_scalar<T>::value)
    return true;
  else
    return member || (sizeof(T) == 2 && std::is_convertible<T, float>::value);
}

/// T: the variable's type.
template <class T, class Used = T>
inline void read_unset([[maybe_unused]] const char* name, [[maybe_unused]] int declared,
                       [[maybe_unused]] const char* file, [[maybe_unused]] int line) {
#ifdef SIMT_CHECK
  if constexpr (has_no_value<typename std::remove_all_extents<T>::type, Used>())
    detail::reads_unset(name, declared, file, line);
#endif
}

}  // namespace simt
