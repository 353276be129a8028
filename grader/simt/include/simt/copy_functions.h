// Functions that copy a class. The compiler's own have the line of the class's head, which tells
// nobody which copy it is: the line that calls them does.
#pragma once

#include <string_view>

namespace simt {

/// Whether a symbol of the Itanium ABI is a constructor or an assignment that takes one object of
/// its own class by reference.
inline bool copies_its_class(std::string_view symbol) {
  for (const std::string_view function : {"C1E", "C2E", "C4E", "aSE"}) {
    const auto at = symbol.rfind(function);
    if (symbol.substr(0, 2) != "_Z" || at == symbol.npos) continue;
    std::string_view parameter = symbol.substr(at + function.size());
    for (const std::string_view reference : {"RK", "R", "O"})
      if (parameter.substr(0, reference.size()) == reference) {
        parameter.remove_prefix(reference.size());
        // A class named before, as its own is.
        return parameter.size() >= 2 && parameter.front() == 'S' && parameter.back() == '_' &&
               parameter.find_first_not_of("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", 1) ==
                   parameter.size() - 1;
      }
  }
  return false;
}

}  // namespace simt
