#include "toolchain/work_folder.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/unit/catch.h"

using namespace warpgrade;
namespace fs = std::filesystem;

namespace {

class Place {
 public:
  Place() {
    std::string name = (fs::temp_directory_path() / "work_folder_XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Place() { fs::remove_all(path); }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), {}));
  }
  fs::path path;
};

}  // namespace

TEST_CASE("a work folder is removed after its process was killed") {
  const Place place;
  int ready[2];
  REQUIRE(pipe(ready) == 0);
  const pid_t child = fork();
  if (child == 0) {
    const auto made = make_work_folder(place.path);
    std::ofstream(made.first / "something") << "left";
    (void)!write(ready[1], "x", 1);
    for (;;) pause();
  }
  char byte = 0;
  REQUIRE(read(ready[0], &byte, 1) == 1);
  close(ready[0]), close(ready[1]);
  remove_left_work_folders(place.path);
  CHECK(place.entries() == 1);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  remove_left_work_folders(place.path);
  CHECK(place.entries() == 0);
}

TEST_CASE("other folders are not touched") {
  const Place place, elsewhere;
  const auto [left, fd] = make_work_folder(place.path);
  close(fd);
  const std::string name = left.filename().string();
  const std::string start = name.substr(0, name.size() - 6);
  std::ofstream(elsewhere.path / "precious") << "kept";
  fs::remove(left);
  fs::create_directory_symlink(elsewhere.path, place.path / (start + "aaaaaa"));
  fs::create_directory(place.path / "warpgrade-00000000-bbbbbb");  // of another start
  fs::create_directory(place.path / (start + "toolong"));
  std::ofstream(place.path / (start + "cccccc")) << "a file";
  remove_left_work_folders(place.path);
  CHECK(place.entries() == 4);
  CHECK(fs::exists(elsewhere.path / "precious"));
}

TEST_CASE("concurrent cleanup never removes a folder in use") {
  const Place place;
  std::vector<std::jthread> threads;
  std::atomic<int> lost{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) {
        const auto [path, fd] = make_work_folder(place.path);
        remove_left_work_folders(place.path);
        if (!fs::exists(path)) ++lost;
        fs::remove_all(path);
        close(fd);
      }
    });
  threads.clear();
  CHECK(lost == 0);
  CHECK(place.entries() == 0);
}
