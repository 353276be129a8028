// Checks that a change is among those proposed for a source whose entry is `task`.
#pragma once

#include <string>
#include <vector>

#include "tests/unit/catch.h"
#include "tests/unit/remedy/proposed.h"

namespace warpgrade::remedy {

inline void check_proposed(const std::vector<std::string>& list, const std::string& wanted) {
  INFO(list.size() << " changes");
  for (const std::string& each : list) UNSCOPED_INFO(each);
  CHECK(has(list, wanted));
}

inline void check_for_values(const std::string& text, const std::string& wanted,
                             const Outputs& outputs = {}) {
  const Code code(text);
  check_proposed(words(proposals_for_values(code, "dot.cu", "task", 0, outputs)), wanted);
}

inline void check_for_finding(const std::string& text, const std::string& cause, int line,
                              const std::string& wanted) {
  check_proposed(proposed(text, finding(cause, line)), wanted);
}

inline void check_for_slips(const std::string& text, const std::string& wanted) {
  const Code code(text);
  check_proposed(words(proposals_for_slips(code, "dot.cu", "task", {})), wanted);
}

}  // namespace warpgrade::remedy
