// What a student's kit cannot take from libraries (Kit.cmake).
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

// All of fmt: distributions have no static one. Kit.cmake has g++ keep functions that nothing calls here.
#define FMT_HEADER_ONLY
#include <fmt/format.h>

/// std::random_device of the static libstdc++ calls it, and only glibc 2.36 and newer have it.
extern "C" std::uint32_t arc4random() {
  std::uint32_t bits = 0;
  if (getentropy(&bits, sizeof bits) != 0) std::abort();
  return bits;
}
