// The runner's messages, as submissions forge them.
#include "runner/protocol.h"

#include <fstream>
#include <sstream>
#include <string>

#include "tests/unit/catch.h"

TEST_CASE("Forged replies in tests/submissions have the length of a reply") {
  const std::string length = std::to_string(sizeof(warpgrade::protocol::Reply)) + " bytes";
  for (const char* entry :
       {"memory-limit_cheat_says_memory_is_short", "crashed_cheat_says_the_gpu_is_broken",
        "crashed_cheat_says_the_contract_differs", "ok_cheat_forged_reply"}) {
    CAPTURE(entry, length);
    std::ostringstream text;
    text << std::ifstream("tests/submissions/matmul/" + std::string(entry) + "/matmul.cu").rdbuf();
    CHECK(text.str().find(length) != std::string::npos);
  }
}
