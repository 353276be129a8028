// C library functions with pointer arguments that CUDA provides on the device. simtcc renames calls
// of them in student code, so that the check sees their accesses: memory functions, those of
// <cuda/std/cstring>, mathematical functions with a second result or a text, and divisions of 128
// bits. The names stand in rewriter/c_library.cpp (hooked_functions).
#include <cmath>
#include <cstring>

#include "check/alignment.h"
#include "check/hooks.h"

using namespace simt::check;

namespace {

void touch_bytes(const void* p, unsigned long size, What what, std::uintptr_t pc) {
  if (size == 0) return;
  if (misaligned.count != 0) forget_misaligned_pointers();  // bytes have no alignment
  touch_at(const_cast<void*>(p), static_cast<unsigned>(size), what, false, true, pc);
}

void touch_copy(void* to, const void* from, unsigned long size, std::uintptr_t pc) {
  touch_bytes(from, size, What::read, pc);
  touch_bytes(to, size, What::write, pc);
}

template <class T>
void touch_result(T* result, std::uintptr_t pc) {
  touch_at(result, sizeof(T), What::write, false, false, pc);
}

/// The number of bytes that a string comparison reads: up to the first difference.
unsigned long compared(const char* a, const char* b, unsigned long size) {
  unsigned long i = 0;
  while (i < size && a[i] == b[i]) ++i;
  return i < size ? i + 1 : size;
}

void touch_comparison(const void* a, const void* b, unsigned long size, std::uintptr_t pc) {
  touch_bytes(a, size, What::read, pc);
  touch_bytes(b, size, What::read, pc);
}

unsigned long length_with_end(const char* s) { return std::strlen(s) + 1; }

unsigned long length_with_end(const char* s, unsigned long most) {
  const unsigned long length = strnlen(s, most);
  return length < most ? length + 1 : most;
}

}  // namespace

#pragma GCC visibility push(default)

extern "C" {

void* simt_checked_memcpy(void* to, const void* from, unsigned long size) {
  touch_copy(to, from, size, SIMT_RETURN_ADDRESS);
  return __builtin_memcpy(to, from, size);
}
void* simt_checked_memmove(void* to, const void* from, unsigned long size) {
  touch_copy(to, from, size, SIMT_RETURN_ADDRESS);
  return __builtin_memmove(to, from, size);
}
void* simt_checked_memset(void* to, int value, unsigned long size) {
  touch_bytes(to, size, What::write, SIMT_RETURN_ADDRESS);
  return __builtin_memset(to, value, size);
}
int simt_checked_memcmp(const void* a, const void* b, unsigned long size) {
  touch_comparison(a, b, size, SIMT_RETURN_ADDRESS);
  return __builtin_memcmp(a, b, size);
}
const void* simt_checked_memchr(const void* p, int value, unsigned long size) {
  const auto* found = static_cast<const char*>(std::memchr(p, value, size));
  const auto* start = static_cast<const char*>(p);
  touch_bytes(p, found ? static_cast<unsigned long>(found - start) + 1 : size, What::read,
              SIMT_RETURN_ADDRESS);
  return found;
}

unsigned long simt_checked_strlen(const char* s) {
  touch_bytes(s, length_with_end(s), What::read, SIMT_RETURN_ADDRESS);
  return std::strlen(s);
}
int simt_checked_strcmp(const char* a, const char* b) {
  touch_comparison(a, b, compared(a, b, length_with_end(a)), SIMT_RETURN_ADDRESS);
  return std::strcmp(a, b);
}
int simt_checked_strncmp(const char* a, const char* b, unsigned long most) {
  touch_comparison(a, b, compared(a, b, length_with_end(a, most)), SIMT_RETURN_ADDRESS);
  return std::strncmp(a, b, most);
}
char* simt_checked_strcpy(char* to, const char* from) {
  touch_copy(to, from, length_with_end(from), SIMT_RETURN_ADDRESS);
  return std::strcpy(to, from);
}
char* simt_checked_strncpy(char* to, const char* from, unsigned long size) {
  touch_bytes(from, length_with_end(from, size), What::read, SIMT_RETURN_ADDRESS);
  touch_bytes(to, size, What::write, SIMT_RETURN_ADDRESS);
  return std::strncpy(to, from, size);
}

float simt_checked_modff(float x, float* whole) {
  touch_result(whole, SIMT_RETURN_ADDRESS);
  return modff(x, whole);
}
long double simt_checked_modfl(long double x, long double* whole) {
  touch_result(whole, SIMT_RETURN_ADDRESS);
  return modfl(x, whole);
}
double simt_checked_modf(double x, double* whole) {
  touch_result(whole, SIMT_RETURN_ADDRESS);
  return modf(x, whole);
}
float simt_checked_frexpf(float x, int* exponent) {
  touch_result(exponent, SIMT_RETURN_ADDRESS);
  return frexpf(x, exponent);
}
long double simt_checked_frexpl(long double x, int* exponent) {
  touch_result(exponent, SIMT_RETURN_ADDRESS);
  return frexpl(x, exponent);
}
double simt_checked_frexp(double x, int* exponent) {
  touch_result(exponent, SIMT_RETURN_ADDRESS);
  return frexp(x, exponent);
}
float simt_checked_remquof(float x, float y, int* quotient) {
  touch_result(quotient, SIMT_RETURN_ADDRESS);
  return remquof(x, y, quotient);
}
long double simt_checked_remquol(long double x, long double y, int* quotient) {
  touch_result(quotient, SIMT_RETURN_ADDRESS);
  return remquol(x, y, quotient);
}
double simt_checked_remquo(double x, double y, int* quotient) {
  touch_result(quotient, SIMT_RETURN_ADDRESS);
  return remquo(x, y, quotient);
}
void simt_checked_sincosf(float x, float* sine, float* cosine) {
  touch_result(sine, SIMT_RETURN_ADDRESS);
  touch_result(cosine, SIMT_RETURN_ADDRESS);
  sincosf(x, sine, cosine);
}
void simt_checked_sincosl(long double x, long double* sine, long double* cosine) {
  touch_result(sine, SIMT_RETURN_ADDRESS);
  touch_result(cosine, SIMT_RETURN_ADDRESS);
  sincosl(x, sine, cosine);
}
void simt_checked_sincos(double x, double* sine, double* cosine) {
  touch_result(sine, SIMT_RETURN_ADDRESS);
  touch_result(cosine, SIMT_RETURN_ADDRESS);
  sincos(x, sine, cosine);
}

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;
Int128 __divmodti4(Int128, Int128, Int128*);
UInt128 __udivmodti4(UInt128, UInt128, UInt128*);

Int128 simt_checked___divmodti4(Int128 a, Int128 b, Int128* rest) {
  touch_result(rest, SIMT_RETURN_ADDRESS);
  return __divmodti4(a, b, rest);
}
UInt128 simt_checked___udivmodti4(UInt128 a, UInt128 b, UInt128* rest) {
  touch_result(rest, SIMT_RETURN_ADDRESS);
  return __udivmodti4(a, b, rest);
}

float simt_checked_nanf(const char* tag) {
  touch_bytes(tag, length_with_end(tag), What::read, SIMT_RETURN_ADDRESS);
  return nanf(tag);
}
double simt_checked_nan(const char* tag) {
  touch_bytes(tag, length_with_end(tag), What::read, SIMT_RETURN_ADDRESS);
  return nan(tag);
}
long double simt_checked_nanl(const char* tag) {
  touch_bytes(tag, length_with_end(tag), What::read, SIMT_RETURN_ADDRESS);
  return nanl(tag);
}

}  // extern "C"

#pragma GCC visibility pop
