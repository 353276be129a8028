// The data of a finding: lines "name=value" (simt/finding_words.h has the sentences).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <string>
#include <string_view>

namespace simt::check {

class Facts {
 public:
  explicit Facts(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : text_(memory) {}
  Facts& add(const char* name, std::string_view value) {
    text_ += name;
    text_ += '=';
    text_ += value;
    text_ += '\n';
    return *this;
  }
  Facts& reserve(std::size_t size) {
    text_.reserve(size);
    return *this;
  }
  /// Adds "thread" and "block", and both as "who", of the running thread.
  Facts& add_running_thread();
  /// Adds "spot", the place of these bytes, and "array", the name of the array in or next to which
  /// it lies.
  Facts& add_spot(std::uintptr_t address, std::size_t size, bool write);
  std::string_view text() const { return text_; }

 private:
  std::pmr::string text_;
};

}  // namespace simt::check
