#include "simt/finding_words.h"

#include <fstream>
#include <set>
#include <sstream>

#include "causes/cause.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
using simt::check::finding_words;

TEST_CASE("each cause has one entry, words without a hole left open, and stands in the document") {
  std::stringstream document;
  document << std::ifstream("docs/findings.md").rdbuf();
  std::set<std::string> seen;
  for (const auto& words : finding_words) {
    CAPTURE(words.cause);
    CHECK(seen.insert(words.cause).second);
    CHECK(words.rank > 0);
    CHECK(document.str().find("`" + std::string(words.cause) + "`") != std::string::npos);
    const std::string text = describe(Cause{words.cause, {}});
    CHECK(text.find_first_of("{}") == std::string::npos);
    CHECK(text.back() == (text.find('?') == text.size() - 1 ? '?' : '.'));
  }
}

TEST_CASE("facts and the other party's place fill the sentences of a cause") {
  const Cause race{"race.block",
                   {{"thread", "(1,0,0)"},
                    {"block", "(0,0,0)"},
                    {"does", "reads"},
                    {"spot", "tile[3]"},
                    {"party", "thread (2,0,0)"},
                    {"party_does", "writes"}}};
  CHECK(describe(race, "dot.cu:31") ==
        "Thread (1,0,0) of block (0,0,0) reads tile[3], and thread (2,0,0) writes it at dot.cu:31. "
        "Put __syncthreads() between the two, if both are meant to use the same element.");
  CHECK(describe(Cause{"no.such-cause", {}}).empty());
}
