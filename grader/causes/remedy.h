// A change that the grader tried in a copy of the source, and its result.
#pragma once

#include <string>
#include <vector>

#include "causes/cause.h"

namespace warpgrade {

/// A change to the source.
struct Remedy {
  std::string id;    // "barrier.after", "guard", "grid.round-up": see causes/remedy_words.cpp
  std::string file;  // the student's name of the file
  int line = 0;
  std::string code;  // code to insert, or to replace `old_code`
  std::string old_code;
  Cause cause;     // the mistake, if this fixes it: see causes/code_words.cpp; may be empty
  int column = 0;  // start of `old_code` or of the guarded statement; 0: unknown

  bool operator==(const Remedy&) const = default;
};

/// The changes tried for a task.
struct TriedRemedy {
  enum class Outcome {
    right,  // all cases of the check are right and it finds no error
    less,   // fewer errors than before
    none    // no tried change helps
  };
  Outcome outcome = Outcome::less;
  std::vector<Remedy> changes;  // applied together
  /// "race matmul.cu:31", "case 5x7x3-uniform". Of no change that helps: findings that a change
  /// removes while all values stay wrong.
  std::vector<std::string> gone;
  std::vector<std::string> left;  // what remains
  int cases = 0;                  // cases that ran with the changes
  int seconds = 0;                // time after which the rest was not tried; 0: all were tried
};

/// Whether an entry of `gone` or `left` is a case; otherwise it is a finding.
inline bool is_case(const std::string& wrong) { return wrong.rfind("case ", 0) == 0; }

/// "before line 26", "in line 40", and the code.
std::string describe(const Remedy& remedy);
/// A note that time ran out before all fixes were tried; may be empty.
std::string describe_untried(const TriedRemedy& tried);

}  // namespace warpgrade
