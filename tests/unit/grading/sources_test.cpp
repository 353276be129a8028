#include "grading/sources.h"

#include <unistd.h>

#include <fstream>

#include "tests/unit/catch.h"
#include "toolchain/build.h"

using namespace warpgrade;
namespace fs = std::filesystem;

namespace {

class Folder {
 public:
  Folder() {
    std::string name = "/tmp/sources_XXXXXX";
    path = mkdtemp(name.data());
    fs::create_directories(path / "submission/parts");
    write("secret.txt", "secret");
    write("submission/a.cu", "one\ntwo\n");
    write("submission/parts/b.cuh", "three");
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path / name, std::ios::binary) << text;
  }
  auto read(const std::set<std::string>& names) const {
    return read_sources(path / "submission", names);
  }
  fs::path path;
};

}  // namespace

TEST_CASE("named files are read, missing ones are left out") {
  const Folder folder;
  const auto sources = folder.read({"a.cu", "parts/b.cuh", "missing.cu", "parts", ""});
  REQUIRE(sources.size() == 2);
  CHECK(sources.at("a.cu") == "one\ntwo\n");
  CHECK(sources.at("parts/b.cuh") == "three");
  CHECK(read_sources(folder.path / "nowhere", {"a.cu"}).empty());
}

TEST_CASE("names and links that lead out of the submission are left out") {
  const Folder folder;
  fs::create_symlink("../secret.txt", folder.path / "submission/link.cu");
  fs::create_symlink("..", folder.path / "submission/up");
  fs::create_symlink("a.cu", folder.path / "submission/inside.cu");
  const auto sources =
      folder.read({"../secret.txt", "link.cu", "up/secret.txt", "/etc/passwd", "inside.cu"});
  REQUIRE(sources.size() == 1);
  CHECK(sources.count("inside.cu") == 1);
}

TEST_CASE("sources are at most 1 MiB in all") {
  const Folder folder;
  folder.write("submission/large.cu", std::string((1 << 20) - 8, 'x'));
  const auto sources = folder.read({"a.cu", "large.cu", "parts/b.cuh"});
  CHECK(sources.count("a.cu") == 1);
  CHECK(sources.count("large.cu") == 1);
  CHECK(sources.count("parts/b.cuh") == 0);
}

TEST_CASE("a path is the student's own only below the submission") {
  CHECK(path_in_submission("/submission/a.cu", "/home/ann") == "a.cu");
  CHECK(path_in_submission("/submission/./parts/../a.cu", "/home/ann") == "a.cu");
  CHECK(path_in_submission("/home/ann/parts/b.cuh", "/home/ann") == "parts/b.cuh");
  for (const char* other :
       {"/submission/../x", "/submission/..", "/submission/", "/submissions/a.cu", "a.cu", "",
        "/home/anna/a.cu", "/usr/include/math.h"})
    CHECK(path_in_submission(other, "/home/ann") == "");
}
