// A change that the grader tried in a copy of the source, and what came of it.
#pragma once

#include <string>
#include <vector>

#include "causes/cause.h"

namespace warpgrade {

/// A change to the source.
struct Remedy {
  std::string id;    // "barrier.after", "guard", "grid.round-up": see causes/remedy_words.cpp
  std::string file;  // as the student knows it
  int line = 0;
  std::string code;  // what is put there, or in place of `old_code`
  std::string old_code;
  Cause cause;     // what is wrong if this mends it: see causes/code_words.cpp; or none
  int column = 0;  // where `old_code`, or the guarded statement, begins; 0: unknown

  bool operator==(const Remedy&) const = default;
};

/// What was tried for a task.
struct TriedRemedy {
  enum class Outcome {
    right,  // all cases of the check are right and it finds no error
    less,   // less is wrong than before
    none    // none that was tried helps
  };
  Outcome outcome = Outcome::less;
  std::vector<Remedy> changes;    // all of them together
  std::vector<std::string> gone;  // "race matmul.cu:31", "case 5x7x3-uniform"
  std::vector<std::string> left;  // likewise: what remains
  int cases = 0;                  // that ran with it
  int seconds = 0;                // after so many the rest was left untried; 0: all were tried
};

/// Whether what was wrong, of those in `gone` and `left`, is a case; else it is a finding.
inline bool is_case(const std::string& wrong) { return wrong.rfind("case ", 0) == 0; }

/// "before line 26", "in line 40" and the code.
std::string describe(const Remedy& remedy);
/// That the time was over before all fixes were tried; or "".
std::string describe_untried(const TriedRemedy& tried);

}  // namespace warpgrade
