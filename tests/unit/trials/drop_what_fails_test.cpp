// Which proposals are left out of a copy that does not compile with all of them.
#include "trials/drop_what_fails.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

const std::string source =
    "__global__ void k() {\n"
    "  __shared__ real tile[T][T];\n"
    "  real(&row)[T] = tile[y];\n"
    "  int next = 1;\n"
    "  row[x] = next;\n"
    "}\n";

/// The numbers of what is left of three proposals, in lines 2, 4 and 5.
std::vector<int> left_by(const std::string& output) {
  std::vector<remedy::Proposal> proposals;
  for (const int line : {2, 4, 5}) {
    remedy::Proposal& each = proposals.emplace_back();
    each.number = line;
    each.remedy.line = line;
    std::size_t offset = 0;
    for (int i = 1; i < line; ++i) offset = source.find('\n', offset) + 1;
    each.insertions = {{offset + 2, "simt_remedy(" + std::to_string(line) + ")"}};
  }
  std::vector<int> left;
  if (drop_what_fails(proposals, "dot.cu", output, source, source, true))
    for (const remedy::Proposal& each : proposals)
      if (!each.insertions.empty()) left.push_back(each.number);
  return left;
}

}  // namespace

TEST_CASE("what the compiler refuses is left out", "[remedy]") {
  CHECK(left_by("dot.cu:5:3: error: no match for 'operator='") == std::vector{2, 4});
}

TEST_CASE("an error that follows from a proposal elsewhere leaves that one out", "[remedy]") {
  CHECK(left_by("dot.cu:3:16: error: cannot bind to 'real [(simt_remedy(2) ? 8 : 16)][16]'") ==
        std::vector{4, 5});
  // In line 3, which has none: `next` is declared in the line before, as far as is known.
  CHECK(left_by("dot.cu:6:1: error: 'next' was not declared in this scope") == std::vector{2});
}
