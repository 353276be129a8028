// NVTX for C++: ranges that end with their scope. They do nothing here.
#pragma once

#include <string>

#include "nvtx3/nvToolsExt.h"

namespace nvtx3 {
inline namespace v1 {

struct rgb {
  constexpr rgb(uint8_t, uint8_t, uint8_t) {}
};
struct argb {
  constexpr argb(uint8_t, uint8_t, uint8_t, uint8_t) {}
};
struct color {
  constexpr color(uint32_t) {}
  constexpr color(rgb) {}
  constexpr color(argb) {}
};
struct category {
  constexpr explicit category(uint32_t) {}
};
struct payload {
  template <class T>
  constexpr explicit payload(T) {}
};
struct message {
  constexpr message(const char*) {}
  constexpr message(const wchar_t*) {}
  message(const std::string&) {}
};
struct domain {
  struct global {};
};

struct event_attributes {
  template <class... T>
  constexpr explicit event_attributes(const T&...) {}
};

template <class D = domain::global>
struct scoped_range_in {
  template <class... T>
  explicit scoped_range_in(const T&...) {}
  scoped_range_in(const scoped_range_in&) = delete;
  scoped_range_in& operator=(const scoped_range_in&) = delete;
  ~scoped_range_in() {}  // avoids a warning about an unused variable
};
using scoped_range = scoped_range_in<>;

template <class D = domain::global>
struct unique_range_in {
  template <class... T>
  explicit unique_range_in(const T&...) {}
  unique_range_in(unique_range_in&&) = default;
  ~unique_range_in() {}
};
using unique_range = unique_range_in<>;

struct range_handle {};

template <class D = domain::global, class... T>
range_handle start_range_in(const T&...) {
  return {};
}
template <class... T>
range_handle start_range(const T&...) {
  return {};
}
template <class D = domain::global>
void end_range_in(range_handle) {}
inline void end_range(range_handle) {}

template <class D = domain::global, class... T>
void mark_in(const T&...) {}
template <class... T>
void mark(const T&...) {}

}  // namespace v1
}  // namespace nvtx3

#define NVTX3_FUNC_RANGE() \
  ::nvtx3::scoped_range nvtx3_func_range__ { __func__ }
#define NVTX3_FUNC_RANGE_IN(D) \
  ::nvtx3::scoped_range_in<D> nvtx3_func_range__ { __func__ }
