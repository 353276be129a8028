// The corpus's cheats, of which docs/exploits.md is made.
#include <filesystem>
#include <fstream>
#include <string>

#include "base/json/schema.h"
#include "lab/manifest.h"
#include "tests/unit/catch.h"
#include "toolchain/installation.h"

using namespace warpgrade;
namespace fs = std::filesystem;

TEST_CASE("each cheat has a comment that describes it") {
  int cheats = 0;
  for (const std::string& lab : lab_names(find_root())) {
    const fs::path entries = find_root() / "tests/submissions" / lab;
    if (!fs::exists(entries)) continue;  // a student's kit has none
    for (const auto& entry : fs::directory_iterator(entries)) {
      if (!fs::exists(entry.path() / "expect.json")) continue;
      const bool cheat = entry.path().filename().string().find("_cheat_") != std::string::npos ||
                         read_json(entry.path() / "expect.json").value("cheat", false);
      if (!cheat) continue;
      ++cheats;
      std::ifstream file(entry.path() / (lab + ".cu"));
      std::string line;
      std::getline(file, line);
      INFO(entry.path());
      CHECK(line.rfind("// ", 0) == 0);
    }
  }
  if (fs::exists(find_root() / "tests/submissions")) CHECK(cheats > 60);
}
