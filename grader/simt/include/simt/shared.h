// __shared__ variables. Each declaration owns a SharedSite; the first thread that reaches it
// assigns an offset in the arena, once for the whole program and for every block's arena.
#pragma once

#include <stddef.h>

#include <type_traits>

#include "simt/thread.h"

namespace simt {

struct SharedSite {
  const char* name;
  const char* file;
  int line;
  // Offset in the arena; 0 until a thread first reaches the declaration. Written once under a lock
  // and read with acquire, because two workers may arrive together.
  unsigned offset = 0;
  unsigned index = 0;

  constexpr SharedSite(const char* n, const char* f, int l) : name(n), file(f), line(l) {}
};

namespace detail {

// Assigns the site's offset if necessary and fills this block's copy with 0xFF: shared memory is
// uninitialized, and a NaN reveals what a zero would hide.
void prepare_shared(SharedSite& site, size_t size, size_t alignment);
void* dynamic_shared_memory();

}  // namespace detail

namespace detail {
// Engine and GPU have the same limit for static shared memory, whatever the limit for dynamic
// shared memory is.
template <class T>
constexpr void refuse_too_large() {
  static_assert(sizeof(T) <= 48 * 1024,
                "more than 49152 bytes of static __shared__ memory: ptxas refuses it too. Declare "
                "extern __shared__, raise the kernel's limit by cudaFuncSetAttribute and give the "
                "bytes at the launch");
}
}  // namespace detail

#ifdef SIMT_CHECK
namespace detail {

// For an array of arrays: bytes of an element, and the elements in a[0] and a[0][0]; 0 if that is
// no array.
template <class T, class = void>
struct Shape {
  static constexpr size_t element = sizeof(T), row = 0, inner = 0;
};
template <class T, size_t N>
struct Shape<T[N]> {
  static constexpr size_t element = Shape<T>::element;
  static constexpr size_t row = sizeof(T) == element ? 0 : sizeof(T) / element;
  static constexpr size_t inner = Shape<T>::row;
};
// The rewriter's wrapper of a variable with its own alignment.
template <class T>
struct Shape<T, decltype(static_cast<void>(sizeof(T::simt_v)))> : Shape<decltype(T::simt_v)> {};

// The variable's address in the running block's arena.
void* shared_variable(SharedSite& site, size_t size, size_t alignment, size_t element, size_t row,
                      size_t inner);
// The same for dynamic shared memory, under the name used by the block's first thread to arrive.
// `row` and `inner`: as above, for an array of arrays.
void* dynamic_shared_variable(const char* name, size_t element, size_t row, size_t inner);

}  // namespace detail

/// `alignment`: demanded by its declaration; 0: unknown.
template <class T, size_t alignment = alignof(T)>
SIMT_UNCHECKED T& shared(SharedSite& site) {
  detail::refuse_too_large<T>();
  return *static_cast<T*>(detail::shared_variable(site, sizeof(T), alignment,
                                                  detail::Shape<T>::element, detail::Shape<T>::row,
                                                  detail::Shape<T>::inner));
}
#else
template <class T, size_t alignment = alignof(T)>
inline T& shared(SharedSite& site) {
  detail::refuse_too_large<T>();
  const unsigned offset = __atomic_load_n(&site.offset, __ATOMIC_ACQUIRE);
  // The arena begins with the serial number of the last block that used each site.
  if (offset == 0 ||
      reinterpret_cast<unsigned*>(detail::self.arena)[site.index] != detail::self.serial)
    detail::prepare_shared(site, sizeof(T), alignment);
  return *reinterpret_cast<T*>(detail::self.arena + site.offset);
}
#endif

namespace detail {
template <class T>
struct DynamicReference;
template <class T>
struct DynamicReference<T[]> {
  using type = T (&)[];
};
}  // namespace detail

namespace detail {
template <class T>
SIMT_UNCHECKED inline void* dynamic_shared_at([[maybe_unused]] const char* name) {
#ifdef SIMT_CHECK
  constexpr size_t element = Shape<T>::element;
  return dynamic_shared_variable(name, element, sizeof(T) == element ? 0 : sizeof(T) / element,
                                 Shape<T>::row);
#else
  return dynamic_shared_memory();
#endif
}
}  // namespace detail

// extern __shared__ T name[]: a reference to an array of unknown bound.
template <class A>
inline typename detail::DynamicReference<A>::type dynamic_shared(const char* name) {
  using Row = std::remove_extent_t<A>;
  return *reinterpret_cast<A*>(detail::dynamic_shared_at<Row>(name));
}

template <class A, class Name>
struct DynamicShared;

// The same, declared outside functions: a stateless object that acts as the array.
template <class T, class Name>
struct DynamicShared<T[], Name> {
  operator T*() const { return static_cast<T*>(detail::dynamic_shared_at<T>(Name::text())); }
  T* operator&() const { return *this; }
};

// A __shared__ variable declared outside functions, whose specifiers other than its type are lost.
template <class T>
struct StaticShared {
  SharedSite site;
  constexpr explicit StaticShared(SharedSite s) : site(s) {}
  constexpr StaticShared(const char* name, const char* file, int line) : site(name, file, line) {}
  T& get() { return shared<T, 0>(site); }
  operator T&() { return get(); }
  T* operator&() { return &get(); }
  template <class U>
  T& operator=(const U& value) {
    return get() = value;
  }
};

}  // namespace simt
