// Possible fixes of a faulty program: changes to a copy of its source, each switched on by a
// number, so that one compilation serves all of them.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "causes/remedy.h"
#include "findings/finding.h"
#include "remedy/code.h"

namespace warpgrade::remedy {

/// Text to insert at `offset`; nothing is ever removed, and no text spans lines. If it opens or
/// closes an expression, `other` is the offset of the other end, so that several nest correctly.
struct Insertion {
  std::size_t offset = 0;
  std::string text;
  std::size_t other = std::string::npos;  // npos for a statement
};

struct Proposal {
  int number = 0;
  Remedy remedy;
  std::vector<Insertion> insertions;  // they test `simt_remedy(NUMBER)`
  std::vector<Remedy> others = {};    // changed together with `remedy`, at other places
};

/// An output of the task's function.
struct Output {
  std::string name;
  std::string elements;  // element count from the function's parameters: " * m * n"; empty for 1
};
struct Outputs {
  std::vector<Output> all;
  bool on_device = true;  // the function receives device arrays
};

/// Fixes that may remove the finding, the most likely first. `first`: the number of the first one.
std::vector<Proposal> proposals_for(const Code& code, const std::string& file,
                                    const Finding& finding, int first);

/// Fixes that may make values right when no finding explains them: the grid, initial values, sizes
/// of copies. `entry`: the task's function.
std::vector<Proposal> proposals_for_values(const Code& code, const std::string& file,
                                           const std::string& entry, int first,
                                           const Outputs& outputs = {});

/// The last resort: general edits of code that the task runs, the most suspicious first: what is
/// near the lines of findings, and plain mistakes before odd ones.
std::vector<Proposal> proposals_for_slips(const Code& code, const std::string& file,
                                          const std::string& entry, const std::set<int>& lines);

/// The same change under another number.
Proposal renumbered(Proposal proposal, int number);

/// Equal for changes that replace the same text by the same, whatever their numbers and words.
std::string change_key(const Proposal& proposal);

/// The source with all proposals inserted and switched off. Line numbers do not change.
std::string with_proposals(const Code& code, const std::vector<Proposal>& proposals);

}  // namespace warpgrade::remedy
