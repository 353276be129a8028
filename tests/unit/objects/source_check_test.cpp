#include "objects/source_check.h"

#include <unistd.h>

#include <fstream>

#include "base/fault.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
namespace fs = std::filesystem;

namespace {

class Folder {
 public:
  Folder() {
    std::string name = "/tmp/source_check_XXXXXX";
    path = mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path); }
  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((path / file).parent_path());
    std::ofstream(path / file, std::ios::binary) << text;
  }
  fs::path path;
};

}  // namespace

TEST_CASE("a submission that cannot be graded is reported") {
  const Folder folder;
  CHECK(why_unreadable(folder.path, "a.cu") == "a.cu is missing. The folder holds no file.");
  folder.write("a.cu", "");
  CHECK(why_unreadable(folder.path, "a.cu") == "a.cu is empty");
  folder.write("a.cu", " \n\n");
  CHECK(why_unreadable(folder.path, "a.cu") == "a.cu is empty");
  folder.write("a.cu", std::string("\x7f"
                                   "ELF\0\0",
                                   6));
  CHECK_THAT(why_unreadable(folder.path, "a.cu"), Catch::Contains("binary"));
  folder.write("a.cu", std::string(5 << 20, 'x'));
  CHECK_THAT(why_unreadable(folder.path, "a.cu"), Catch::Contains("4 MiB at most"));
  fs::remove(folder.path / "a.cu");
  fs::create_directory(folder.path / "a.cu");
  CHECK(why_unreadable(folder.path, "a.cu") == "a.cu is a folder");
  CHECK_THROWS_AS(why_unreadable(folder.path / "none", "a.cu"), UsageError);
  fs::remove(folder.path / "a.cu");
  folder.write("a.cu", "int i;\n");
  CHECK(why_unreadable(folder.path, "a.cu").empty());
  folder.write("A.cu", "int j;\n");
  CHECK_THAT(why_unreadable(folder.path, "a.cu"), Catch::Contains("different files for a.cu"));
}
