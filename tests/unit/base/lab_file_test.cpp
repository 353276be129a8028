#include "base/lab_file.h"

#include <stdlib.h>

#include <fstream>

#include "tests/unit/catch.h"

using namespace warpgrade;
namespace fs = std::filesystem;

namespace {

class HandedIn {
 public:
  HandedIn() {
    std::string name = "/tmp/lab_file_XXXXXX";
    top_ = mkdtemp(name.data());
    folder = top_ / "in";
    fs::create_directories(folder);
  }
  ~HandedIn() { fs::remove_all(top_); }
  HandedIn(const HandedIn&) = delete;
  HandedIn& operator=(const HandedIn&) = delete;

  void write(const std::string& name, const std::string& text = "x") const {
    fs::create_directories((folder / name).parent_path());
    std::ofstream(folder / name) << text;
  }
  /// The file that is found, with its remarks; or the problem.
  std::string found() const {
    const FoundLabFile one = find_lab_file(folder, "dot");
    std::string text =
        one.file.empty() ? one.problem : one.file.lexically_relative(folder).string();
    for (const std::string& remark : one.remarks) text += "; " + remark;
    return text;
  }
  fs::path folder;

 private:
  fs::path top_;
};

}  // namespace

TEST_CASE("a lab's file is found in any folder, in any case, with a browser's number") {
  const HandedIn in;
  CHECK(in.found() == "dot.cu is missing. The folder holds no file.");
  in.write("deep/down/dot.cu");
  in.write(".git/dot.cu", "clutter");
  in.write("__MACOSX/dot.cu", "clutter");
  CHECK(in.found() == "deep/down/dot.cu");
  in.write("deep/Dot.cu", "other");
  CHECK(in.found() ==
        "deep/Dot.cu; deep/Dot.cu is graded as dot.cu; deep/Dot.cu is graded; deep/down/dot.cu "
        "differs and is not");
  in.write("dot.cu", "top");
  CHECK(in.found() == "dot.cu");
  in.write("dot (2).cu", "again");
  CHECK(in.found() == "dot.cu; dot.cu is graded; dot (2).cu differs and is not");
  fs::remove_all(in.folder / "deep");
  fs::remove(in.folder / "dot.cu");
  CHECK(in.found() == "dot (2).cu; dot (2).cu is graded as dot.cu");
}

TEST_CASE("other names are not guessed: the message says what to rename") {
  for (const char* name :
       {"Dot.cu.txt", "dot.cpp", "dot-final.cu", "lovelace_dot.cu", "my dot.cu", "dot_v2.cu"}) {
    const HandedIn in;
    in.write(name);
    in.write("report.pdf");
    CHECK(in.found() ==
          std::string("dot.cu is missing. There is ") + name + ": rename it to dot.cu.");
    in.write("dot-older.cu");
    CHECK_THAT(in.found(), Catch::Contains("rename the right one to dot.cu"));
  }
}

TEST_CASE("files found instead of the lab's file are reported") {
  const HandedIn other, packed, equal, linked;
  other.write("main.cu");
  other.write("anecdote.cu");
  CHECK(other.found() == "dot.cu is missing. There is only anecdote.cu, main.cu.");
  packed.write("hw.7z");
  CHECK(packed.found() == "dot.cu is missing. There is hw.7z: unpack it.");
  equal.write("a/dot.cu", "1");
  equal.write("b/DOT.cu", "2");
  CHECK(equal.found() ==
        "There are different files for dot.cu, and nothing says which counts: a/dot.cu, b/DOT.cu. "
        "Keep one of them.");
  equal.write("b/DOT.cu", "1");
  CHECK(equal.found() == "a/dot.cu");
  equal.write("dot.cu", "3");
  equal.write("Dot.cu", "4");
  CHECK_THAT(equal.found(), Catch::Contains("nothing says which counts: dot.cu, Dot.cu."));
  linked.write("src/dot.cu");
  fs::create_symlink("src/dot.cu", linked.folder / "dot.cu");
  CHECK(linked.found() == "dot.cu");
  fs::remove(linked.folder / "src/dot.cu");
  CHECK(linked.found() ==
        "dot.cu is a link to src/dot.cu, which does not exist. Copy the file here.");
  fs::remove(linked.folder / "dot.cu");
  fs::create_symlink("../elsewhere.cu", linked.folder / "dot.cu");
  std::ofstream(linked.folder / "../elsewhere.cu") << "x";
  CHECK_THAT(linked.found(),
             Catch::Contains("outside this folder") && Catch::Contains("copy the file here"));
}
