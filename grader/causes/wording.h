// Templates of sentences about causes, by id.
//
// In a template stand
//   {name}            the fact of that name
//   {name:element}    the number and the word: "1 element", "3 elements"
//   {name?one:many}   the one where the fact is 1, else the other
//   {name+}           " 3"; nothing where the fact is 1: "the last{n+} row{n?:s}"
//   {name|words}      the fact, or these words where it is missing
//   {name-}           nothing: for a part in brackets that is told where there is the fact
//   {*name}           the words of the cause whose id that fact is, with the same facts
//   [...]             left out where a fact in it is missing
// What begins or ends with a blank goes on with the line of its neighbor.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "causes/cause.h"

namespace warpgrade {

struct Wording {
  const char* id;
  const char* words;
  // Names of facts, separated by blanks, that distinguish mistakes; "a|b": b if there is no a.
  const char* apart = "";
  const char* remedy = "";  // what to do, in sentences that a report may leave out
  // Possible reasons, in the same sentence. Left out if the fact "mended" says that a tried fix has
  // shown the reason.
  const char* asks = "";
};

/// For a case: values, guard bands, calls that did not return, the machine.
const std::vector<Wording>& case_wordings();

/// For a whole task: code that does not compile, the check, speed.
const std::vector<Wording>& task_wordings();

/// For costs of accesses and launches: advice.
const std::vector<Wording>& cost_wordings();

/// For code whose change made values right.
const std::vector<Wording>& code_wordings();

/// Null for an unknown id.
const Wording* find_wording(std::string_view id);

}  // namespace warpgrade
