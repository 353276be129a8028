#include "base/atomic_file.h"

#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>

#include "base/fault.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
namespace fs = std::filesystem;

namespace {

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "atomic_file_XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  fs::path operator/(const std::string& name) const { return path_ / name; }
  const fs::path& path() const { return path_; }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
  }

 private:
  fs::path path_;
};

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string advice_when_writing(const fs::path& path, const std::string& text) {
  try {
    write_file_atomically(path, text);
  } catch (const GraderError& error) {
    CHECK(std::string(error.what()).find(path.string()) != std::string::npos);
    return error.advice();
  }
  return "nothing was thrown";
}

}  // namespace

TEST_CASE("a file is written and overwritten completely, without leftovers") {
  const Folder folder;
  write_file_atomically(folder / "grade.json", "one");
  CHECK(content(folder / "grade.json") == "one");
  const std::string large(3'000'000, 'x');
  write_file_atomically(folder / "grade.json", large);
  CHECK(content(folder / "grade.json") == large);
  write_file_atomically(folder / "grade.json", "");
  CHECK(content(folder / "grade.json").empty());
  CHECK(folder.files() == 1);
}

TEST_CASE("an overwritten file keeps its permissions") {
  const Folder folder;
  write_file_atomically(folder / "grade.json", "one");
  REQUIRE(::chmod((folder / "grade.json").c_str(), 0600) == 0);
  write_file_atomically(folder / "grade.json", "two");
  CHECK((fs::status(folder / "grade.json").permissions() & fs::perms::all) ==
        (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("a link is followed, not replaced") {
  const Folder folder;
  write_file_atomically(folder / "real.json", "one");
  fs::create_symlink("real.json", folder / "link.json");
  write_file_atomically(folder / "link.json", "two");
  CHECK(fs::is_symlink(folder / "link.json"));
  CHECK(content(folder / "real.json") == "two");
}

TEST_CASE("a device is written, not replaced") {
  write_file_atomically("/dev/null", "gone");
  CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("a missing folder is reported with the command that creates it") {
  const Folder folder;
  CHECK(advice_when_writing(folder / "no/grade.json", "x") ==
        "Make the folder first: mkdir -p " + (folder / "no").string());
}

TEST_CASE("a folder cannot be overwritten by a file") {
  const Folder folder;
  fs::create_directory(folder / "grade.json");
  CHECK(advice_when_writing(folder / "grade.json", "x") == "Name another file.");
  CHECK(folder.files() == 1);
}

TEST_CASE("an unwritable folder is reported and the old file stays") {
  const Folder folder;
  write_file_atomically(folder / "grade.json", "old");
  REQUIRE(::chmod(folder.path().c_str(), 0555) == 0);
  // Root writes everywhere, so a child that is nobody tries.
  const pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && ::seteuid(65534) != 0) ::_exit(77);
    try {
      write_file_atomically(folder / "grade.json", "new");
    } catch (const GraderError& error) {
      ::_exit(error.advice() == "Name a file in a folder that you may write to." ? 0 : 2);
    }
    ::_exit(1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  ::chmod(folder.path().c_str(), 0755);
  if (WEXITSTATUS(status) == 77) {
    WARN("skipped: cannot become another user");
    return;
  }
  CHECK(status == 0);
  CHECK(content(folder / "grade.json") == "old");
  CHECK(folder.files() == 1);
}

TEST_CASE("on a full disk the old file stays and no temporary file remains") {
  const Folder folder;
  if (::mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=64k") != 0) {
    WARN("skipped: cannot mount a small file system (not root)");
    return;
  }
  write_file_atomically(folder / "grade.json", "old");
  const std::string advice = advice_when_writing(folder / "grade.json", std::string(200'000, 'x'));
  const std::string left = content(folder / "grade.json");
  const std::size_t files = folder.files();
  ::umount(folder.path().c_str());
  CHECK(advice.find("Free some space") == 0);
  CHECK(left == "old");
  CHECK(files == 1);
}

TEST_CASE("a full device is reported") {
  if (!fs::exists("/dev/full")) {
    WARN("skipped: no /dev/full");
    return;
  }
  CHECK(advice_when_writing("/dev/full", "x").find("Free some space") == 0);
}
