#include "pages/verdict_text.h"

#include <fstream>
#include <sstream>

#include "findings/verdict.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

TEST_CASE("what a verdict means stands in the documentation, too", "[pages]") {
  std::stringstream text;
  text << std::ifstream("docs/report.md").rdbuf();
  std::string doc = text.str();
  std::erase(doc, '`');
  for (int i = 0; i <= static_cast<int>(Verdict::grader_error); ++i) {
    const auto verdict = static_cast<Verdict>(i);
    const std::string row =
        "| " + std::string(name(verdict)) + " | " + std::string(meaning(verdict)) + " |";
    INFO(row);
    CHECK(doc.find(row) != std::string::npos);
  }
}

TEST_CASE("a verdict leads to the causes behind it", "[pages]") {
  const std::string crashed = verdict_in_terminal("crashed", Style{});
  CHECK(crashed.find("ended by a signal") != std::string::npos);
  for (const char* id : {"access.misaligned", "assert.failed", "crash.signal", "pointer.of-device"})
    CHECK(crashed.find(id) != std::string::npos);
  CHECK(crashed.find("race.block") == std::string::npos);
  CHECK(verdict_in_terminal("wrong-memory", Style{}).find("pointer.of-host") != std::string::npos);
  CHECK(verdict_in_terminal("compile-error", Style{}).find("function.other-signature") !=
        std::string::npos);
  CHECK(verdict_in_terminal("crash", Style{}).empty());
}
