// What a finding is about, as data: lines "name=value" (simt/finding_words.h has the sentences).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace simt::check {

class Facts {
 public:
  Facts& add(const char* name, const std::string& value) {
    text_ += name;
    text_ += '=';
    text_ += value;
    text_ += '\n';
    return *this;
  }
  /// "thread" and "block", and both as "who": of the running thread.
  Facts& add_running_thread();
  /// "spot": what these bytes are to an access, and "array": the name of what it lies in or next
  /// to.
  Facts& add_spot(std::uintptr_t address, std::size_t size, bool write);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace simt::check
