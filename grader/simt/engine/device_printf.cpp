#include "engine/device_printf.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>

#include "engine/block.h"
#include "engine/checker.h"
#include "engine/fault.h"
#include "simt/host.h"

namespace simt::detail {

namespace {

class Ring {
 public:
  void add(std::string_view text) {
    const std::lock_guard guard(lock_);
    text_ += text;
    calls_.push_back(text.size());
    const std::size_t room = std::min(limit, left);
    while (text_.size() - start_ > room) {
      start_ += calls_.front();
      calls_.pop_front();
    }
    if (start_ <= room) return;
    text_.erase(0, start_);
    start_ = 0;
  }

  void print() {
    const std::lock_guard guard(lock_);
    const std::size_t size = std::fwrite(text_.data() + start_, 1, text_.size() - start_, stdout);
    left -= std::min(left, size);
    text_.clear();
    calls_.clear();
    start_ = 0;
  }

  std::size_t limit = std::size_t{1} << 20;
  std::size_t left = ~std::size_t{0};  // bytes that may still be printed in total

 private:
  std::mutex lock_;  // workers print at the same time
  std::string text_;
  std::size_t start_ = 0;          // text before it is overwritten
  std::deque<std::size_t> calls_;  // lengths of the texts from start_ on
};

Ring& ring() {
  static auto* all = new Ring;
  return *all;
}

/// The running thread reads a text, which is told to the check.
void read_text(const char* text, std::size_t most, const void* returns_to) {
  if (!checker || !text) return;
  const std::size_t length = strnlen(text, most);
  const std::size_t size = length < most ? length + 1 : most;
  if (size != 0) checker->reads_text(text, size, returns_to);
}

/// Tells the check of all texts that this call reads. CUDA's printf returns the number of
/// arguments. (glibc's parse_printf_format() needs their types.)
int see_arguments(const char* format, va_list arguments, const void* returns_to) {
  constexpr std::size_t any = ~std::size_t{0} >> 1;
  read_text(format, any, returns_to);
  int count = 0;
  for (const char* p = std::strchr(format, '%'); p; p = std::strchr(p, '%')) {
    p += 1 + std::strspn(p + 1, "-+ #0'I");
    std::size_t precision = any;
    const auto number = [&]() -> int {
      if (*p != '*') return static_cast<int>(std::strtol(p, const_cast<char**>(&p), 10));
      ++p, ++count;
      return va_arg(arguments, int);
    };
    if (*p == '*' || (*p >= '0' && *p <= '9')) number();
    if (*p == '.') {
      ++p;
      const int given = *p == '*' || (*p >= '0' && *p <= '9') ? number() : 0;
      if (given >= 0) precision = static_cast<std::size_t>(given);
    }
    const std::size_t sizes = std::strspn(p, "hlLqjztZ");
    const bool wide = sizes > 0 && *p != 'h', of_long_double = *p == 'L';
    p += sizes;
    if (*p == '\0') break;
    const char type = *p++;
    if (type == '%') continue;
    ++count;
    if (std::strchr("nSCmw$", type) || (type == 's' && wide))
      abort_in_kernel(
          "a kernel's printf has a conversion that CUDA lacks, such as %n, %ls or %1$d");
    if (type == 's') {
      read_text(va_arg(arguments, const char*), precision, returns_to);
    } else if (std::strchr("aAeEfFgG", type)) {
      if (of_long_double)
        va_arg(arguments, long double);
      else
        va_arg(arguments, double);
    } else if (type == 'p' || (wide && std::strchr("diouxXc", type))) {
      va_arg(arguments, long);
    } else if (std::strchr("diouxXc", type)) {
      va_arg(arguments, int);
    }
  }
  return count;
}

int print_in_kernel(const char* format, va_list arguments, const void* returns_to) {
  if (!format) return -1;
  char small[512];
  va_list again;
  va_copy(again, arguments);
  const int count = see_arguments(format, again, returns_to);
  va_end(again);
  va_copy(again, arguments);
  const int size = std::vsnprintf(small, sizeof small, format, arguments);
  if (size >= 0 && static_cast<std::size_t>(size) < sizeof small) {
    ring().add({small, static_cast<std::size_t>(size)});
  } else if (size >= 0) {
    std::string large(static_cast<std::size_t>(size) + 1, '\0');
    std::vsnprintf(large.data(), large.size(), format, again);
    ring().add({large.data(), static_cast<std::size_t>(size)});
  }
  va_end(again);
  return size < 0 ? -2 : count;
}

int print(const char* format, va_list arguments, const void* returns_to) {
  return in_kernel() ? print_in_kernel(format, arguments, returns_to)
                     : std::vprintf(format, arguments);
}

}  // namespace

void print_kernel_output() { ring().print(); }

void set_printf_limit(std::size_t bytes) { ring().limit = bytes; }
std::size_t printf_limit() { return ring().limit; }

}  // namespace simt::detail

void simt::limit_kernel_output(size_t bytes) { detail::ring().left = bytes; }

using namespace simt::detail;

// The names that programs call (simtcc renames them): g++ turns simple printf calls into puts and
// putchar.
#pragma GCC visibility push(default)
extern "C" {

int simt_print_va(const char* format, va_list arguments) {
  return print(format, arguments, __builtin_return_address(0));
}

int simt_printf(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int result = print(format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return result;
}

int simt_print_fortified(int, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int result = print(format, arguments, __builtin_return_address(0));
  va_end(arguments);
  return result;
}

int simt_print_line(const char* text) {
  if (!in_kernel()) return std::puts(text);
  read_text(text, ~std::size_t{0} >> 1, __builtin_return_address(0));
  ring().add(std::string(text) + '\n');
  return 0;
}

int simt_print_char(int c) {
  if (!in_kernel()) return std::putchar(c);
  const char text = static_cast<char>(c);
  ring().add({&text, 1});
  return 0;
}

}  // extern "C"
#pragma GCC visibility pop
