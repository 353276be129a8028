#include "memcheck/vector_members.h"

#include <set>
#include <vector>

#include "simt/rewriter/tokenizer.h"

namespace warpgrade {

bool accesses_only_members(std::string_view line) {
  static const std::set<std::string_view> members = {"x", "y", "z", "w"},
                                          built_in = {"threadIdx", "blockIdx", "blockDim",
                                                      "gridDim"};
  simt::rewrite::Spellings spellings;
  const auto tokens = simt::rewrite::tokenise_file(line, spellings);
  const auto text = [&](std::size_t i) {
    return i < tokens.size() ? tokens[i].text : std::string_view();
  };
  bool any = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (text(i) == "]" && text(i + 1) != "[" && text(i + 1) != ".") return false;
    const bool is_member =
        (text(i + 1) == "." || text(i + 1) == "->") && members.count(text(i + 2));
    any = any || (is_member && built_in.count(text(i)) == 0);
  }
  return any;
}

}  // namespace warpgrade
