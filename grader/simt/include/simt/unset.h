// What the rewriter puts before a read of a local variable that nothing can have set by then.
#pragma once

#include <type_traits>

namespace simt {

namespace detail {
void reads_unset(const char* name, int declared, const char* file, int line);
}

/// T: the variable's type. A class may have a constructor that sets it.
template <class T>
inline void read_unset([[maybe_unused]] const char* name, [[maybe_unused]] int declared,
                       [[maybe_unused]] const char* file, [[maybe_unused]] int line) {
#ifdef SIMT_CHECK
  if constexpr (std::is_trivially_default_constructible<
                    typename std::remove_all_extents<T>::type>::value)
    detail::reads_unset(name, declared, file, line);
#endif
}

}  // namespace simt
