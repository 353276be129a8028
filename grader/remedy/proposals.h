// What might mend a faulty program, as changes to a copy of its source that one number switches on:
// one compilation serves all of them.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "causes/remedy.h"
#include "findings/finding.h"
#include "remedy/code.h"

namespace warpgrade::remedy {

/// Text to put in at `offset`; nothing is ever taken out, and nothing spans lines. What opens or
/// closes an expression says where its `other` end is, so that those of several nest.
struct Insertion {
  std::size_t offset = 0;
  std::string text;
  std::size_t other = std::string::npos;  // of a statement: none
};

struct Proposal {
  int number = 0;
  Remedy remedy;
  std::vector<Insertion> insertions;  // they ask `simt_remedy(NUMBER)`
  std::vector<Remedy> others = {};    // what is changed together with `remedy`, at other places
};

/// What a task's function has to fill.
struct Output {
  std::string name;
  std::string elements;  // " * m * n": how many elements, from the function's parameters; "" for 1
};
struct Outputs {
  std::vector<Output> all;
  bool on_device = true;  // the arrays that the function is given
};

/// What might remove the finding, what is most likely first. `first`: the number of the first.
std::vector<Proposal> proposals_for(const Code& code, const std::string& file,
                                    const Finding& finding, int first);

/// What might make values right of which no finding tells the cause: the grid, the initial values
/// and the sizes of copies. `entry`: the task's function.
std::vector<Proposal> proposals_for_values(const Code& code, const std::string& file,
                                           const std::string& entry, int first,
                                           const Outputs& outputs = {});

/// What remains to be tried when none of these helps: changes of single tokens in what the task
/// runs, first in the lines of what was found.
std::vector<Proposal> proposals_for_slips(const Code& code, const std::string& file,
                                          const std::string& entry, const std::set<int>& lines);

/// The source with all of them in it, switched off. Every line keeps its number.
std::string with_proposals(const Code& code, const std::vector<Proposal>& proposals);

}  // namespace warpgrade::remedy
