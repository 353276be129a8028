// What is proposed for a source, as text.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "remedy/proposals.h"

namespace warpgrade::remedy {

inline Finding finding(const std::string& cause, int line, int other_line = 0) {
  Finding f;
  f.file = "dot.cu";
  f.line = line;
  f.cause.id = cause;
  if (other_line > 0) {
    f.other_file = "dot.cu";
    f.other_line = other_line;
  }
  return f;
}

/// Of all its places.
inline std::string words(const Proposal& proposal) {
  std::string all = describe(proposal.remedy);
  for (const Remedy& other : proposal.others) all += "; " + describe(other);
  return all;
}

inline std::vector<std::string> words(const std::vector<Proposal>& proposals) {
  std::vector<std::string> list;
  for (const Proposal& p : proposals) list.push_back(words(p));
  return list;
}

/// For that finding.
inline std::vector<std::string> proposed(const std::string& text, const Finding& f) {
  const Code code(text);
  return words(proposals_for(code, "dot.cu", f, 0));
}

inline bool has(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

inline std::size_t count_lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

inline std::vector<Proposal> all_for_values(const std::string& text) {
  const Code code(text);
  return proposals_for_values(code, "dot.cu", "dot", 0);
}

inline std::vector<std::string> for_values(const std::string& text) {
  return words(all_for_values(text));
}

inline std::vector<std::string> for_slips(const std::string& text) {
  const Code code(text);
  return words(proposals_for_slips(code, "dot.cu", "dot", {}));
}

inline bool some_holds(const std::vector<std::string>& list, const std::string& part) {
  return std::any_of(list.begin(), list.end(),
                     [&](const std::string& each) { return each.find(part) != each.npos; });
}

/// What is wrong if that change mends it.
inline std::string cause_fixed_by(const std::vector<Proposal>& proposals,
                                  const std::string& change) {
  for (const Proposal& each : proposals)
    if (words(each) == change) return describe(each.remedy.cause);
  return "";
}

/// The text with one proposal's insertions alone, as g++ would see them.
inline std::string changed(const std::string& text, const std::string& change) {
  const Code code(text);
  for (const Proposal& each : proposals_for_values(code, "dot.cu", "dot", 0))
    if (words(each) == change) return with_proposals(code, {each});
  return {};
}

/// A source for tests of any kind.
inline const std::string sums = R"(#include "dot.h"
#define N 4 /* a macro \
  on two lines */
__global__ void k(int n, const real* A, real* sum) {
  __shared__ real s[32];
  for (int i = 0; i < n; i++) {
    if (threadIdx.x < n)
      s[threadIdx.x] = A[i];
    else
      s[threadIdx.x] = 0;
    sum[0] += s[0];
  }
}
)";

}  // namespace warpgrade::remedy
