// Messages about mistakes in an N.txt file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpgrade {

/// The marker between A and b.
inline constexpr std::string_view solution_word = "solution";

/// All functions throw GraderError. `at`: the wrong word, or the end of the text.
class LinearSystemMistake {
 public:
  LinearSystemMistake(const std::string& name, std::string_view text) : name_(name), text_(text) {}

  [[noreturn]] void in_n(const char* at) const;
  [[noreturn]] void in_iterations(const char* at) const;
  /// `position` counts the words after the number of iterations, starting at 0.
  [[noreturn]] void in_body(const char* at, std::size_t n, std::size_t position) const;
  [[noreturn]] void changed_meanwhile() const;

 private:
  [[noreturn]] void refuse(const char* at, const std::string& expected,
                           const std::string& advice) const;
  std::string_view word(const char* at) const;

  const std::string& name_;
  std::string_view text_;
};

}  // namespace warpgrade
