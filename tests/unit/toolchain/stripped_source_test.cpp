#include "toolchain/stripped_source.h"

#include <fstream>

#include "tests/unit/catch.h"
#include "toolchain/installation.h"

using namespace warpgrade;
namespace fs = std::filesystem;

TEST_CASE("macros keep no text of their arguments", "[silent source]") {
  CHECK(without_own_text("#define CHECK(call) check((call), #call, __FILE__, __LINE__)\n") ==
        "#define CHECK(call) check((call), \"\", \"\", __LINE__)\n");
  CHECK(without_own_text("  # define JOIN(a, b) a##b # a\n") ==
        "  # define JOIN(a, b) a##b \"\"\n");
  CHECK(without_own_text("#define TWO(x) \\\n  tell(#x)\ncall(\"#x\");\n") ==
        "#define TWO(x) \\\n  tell(\"\")\ncall(\"#x\");\n");
}

TEST_CASE("the rest of a source stays as it is", "[silent source]") {
  const std::string text =
      "#include \"dot.h\"\n#pragma unroll\n#if 1\nint x = 3;  // #4\n#endif\nconst char* "
      "my__FILE__x;\n";
  CHECK(without_own_text(text) == text);
}

TEST_CASE("the copy of a solution has its folders, but no variants", "[silent source]") {
  const Workspace folder;
  const fs::path from = folder.path() / "from", to = folder.path() / "to";
  for (const char* file : {"dot.cu", "more/part.h", "variants/best.cu", "more/variants/tile.h"}) {
    fs::create_directories((from / file).parent_path());
    std::ofstream(from / file) << "int line = __LINE__; auto file = __FILE__;\n";
  }
  make_stripped_copy(from, to);
  CHECK(fs::exists(to / "more/variants/tile.h"));
  CHECK_FALSE(fs::exists(to / "variants/best.cu"));
  std::string line;
  std::getline(std::ifstream(to / "more/part.h") >> std::ws, line);
  CHECK(line == "int line = __LINE__; auto file = \"\";");
}
