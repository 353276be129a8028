// N.txt as files: reading, writing, and the recipes, which must never change.
#include "lab/linear_system.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "base/fault.h"
#include "base/random.h"
#include "lab/data_recipes.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
namespace fs = std::filesystem;

namespace {

const fs::path repository = fs::path(__FILE__).parent_path() / "../../..";

/// A folder that goes with the test.
struct Folder {
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "linear_system_XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
  fs::path with(const std::string& name, const std::string& content) const {
    std::ofstream(path / name, std::ios::binary) << content;
    return path / name;
  }
};

std::string content(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::uint64_t fnv1a(const std::string& bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const GraderError& error) {
    return error.what();
  }
  return "";
}

const LinearSystem two_by_two{2, 10, {4, 1, 2, 5}, {3, 7}};

}  // namespace

TEST_CASE("Unreadable files are refused by name", "[linear_system]") {
  const Folder folder;
  const auto refused = [](const fs::path& path) {
    return refusal([&] { read_linear_system(path); });
  };
  CHECK(refused(folder.path / "none.txt") ==
        (folder.path / "none.txt").string() + ": cannot read it: No such file or directory");
  CHECK(refused(folder.path) == folder.path.string() + ": this is a folder, not a file");
  CHECK(refused("/dev/null") == "/dev/null: this is a pipe or a device, not a file");
  const fs::path pipe = folder.path / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(refused(pipe) == pipe.string() + ": this is a pipe or a device, not a file");
  const fs::path empty = folder.with("empty.txt", "");
  CHECK(refused(empty).starts_with(empty.string() + ":1:1: found the end of the file"));
  if (geteuid() != 0) {  // root reads everything
    const fs::path locked = folder.with("locked.txt", "1 1 1 solution 1");
    fs::permissions(locked, fs::perms::none);
    CHECK(refused(locked) == locked.string() + ": cannot read it: Permission denied");
  }
}

TEST_CASE("Written systems are read back unchanged", "[linear_system]") {
  const Folder folder;
  const fs::path path = folder.path / "system.txt";
  SECTION("made by the recipe") {
    for (const std::size_t n : {1u, 2u, 33u}) {
      const LinearSystem system = make_linear_system(n, 7, 42);
      write_linear_system(path, system);
      CHECK(read_linear_system(path) == system);
    }
  }
  SECTION("numbers of all magnitudes") {
    LinearSystem system{30, 0, std::vector<double>(900), std::vector<double>(30)};
    Random random(3);
    const auto any = [&] {
      return std::ldexp(random.uniform(-1, 1), static_cast<int>(random.integer(-1080, 1024)));
    };
    for (double& value : system.A) value = any();
    for (double& value : system.b) value = any();
    system.A[0] = -0.0;
    system.A[1] = 1e15;
    system.A[2] = std::numeric_limits<double>::max();
    system.A[3] = std::numeric_limits<double>::denorm_min();
    system.A[4] = -999999999999999;
    write_linear_system(path, system);
    const LinearSystem back = read_linear_system(path);
    CHECK(back == system);
    CHECK(std::signbit(back.A[0]));
  }
  SECTION("its size is a multiple of the page: nothing can be read behind it") {
    std::string text = "1 0 5 solution 7";
    text.insert(3, static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) - text.size(), ' ');
    CHECK(read_linear_system(folder.with("page.txt", text)) == LinearSystem{1, 0, {5}, {7}});
  }
}

TEST_CASE("A file is written completely or not at all", "[linear_system]") {
  const Folder folder;
  const fs::path path = folder.with("system.txt", "old");
  LinearSystem system = make_linear_system(3, 1, 1);
  system.b[2] = std::numeric_limits<double>::quiet_NaN();
  CHECK(refusal([&] { write_linear_system(path, system); }) ==
        path.string() + ": not written: the system holds nan");
  system.b.pop_back();
  CHECK(refusal([&] { write_linear_system(path, system); }) ==
        path.string() + ": not written: n is 3, A has 9 numbers and b has 2");
  const fs::path nowhere = folder.path / "none" / "system.txt";
  CHECK(refusal([&] { write_linear_system(nowhere, two_by_two); }) ==
        "cannot write " + nowhere.string() + ": No such file or directory");
  CHECK(content(path) == "old");
  write_linear_system(path, two_by_two);
  CHECK(content(path) == "2\n10\n4 1\n2 5\nsolution\n3 7\n");
  CHECK(std::distance(fs::directory_iterator(folder.path), {}) == 1);  // no part is left
}

TEST_CASE("The recipe: whole numbers, strictly dominant rows", "[linear_system]") {
  const std::size_t n = 40;
  const LinearSystem system = make_linear_system(n, 5, 11);
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const double value = system.A[i * n + j];
      CHECK(value == std::floor(value));
      if (j == i) continue;
      CHECK((value >= 1 && value <= n));
      sum += value;
    }
    const double excess = system.A[i * n + i] - sum;
    CHECK((excess >= 2 && excess <= n + 1));
    CHECK((system.b[i] >= 1 && system.b[i] <= n && system.b[i] == std::floor(system.b[i])));
  }
  CHECK(make_linear_system(n, 5, 12).A != system.A);
  CHECK(make_linear_system(1, 5, 1) == LinearSystem{1, 5, {2}, {1}});
}

TEST_CASE("The stored files match their recipes byte for byte", "[linear_system]") {
  const auto recipes = read_data_recipes(repository);
  REQUIRE(recipes.size() >= 4);
  const std::uint64_t golden[] = {0x8e560c74dbfc934d, 0xe0a657b3b6f7ffdf};  // FNV-1a
  const Folder folder;
  fs::create_directory(folder.path / "data");
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(make_data_file(folder.path, recipes[i]));
    CHECK_FALSE(make_data_file(folder.path, recipes[i]));  // it is there
    const std::string made = content(folder.path / "data" / recipes[i].name);
    CHECK(fnv1a(made) == golden[i]);
    CHECK(content(repository / "data" / recipes[i].name) == made);
  }
  const long long iterations[] = {10, 1500, 10000, 150000};
  const std::size_t sizes[] = {8, 256, 1024, 5120};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(recipes[i].name == std::to_string(sizes[i]) + ".txt");
    CHECK(recipes[i].n == sizes[i]);
    CHECK(recipes[i].iterations == iterations[i]);
  }
}

TEST_CASE("A mistake in recipes.json is reported with its place", "[linear_system]") {
  const Folder folder;
  fs::create_directory(folder.path / "data");
  const auto refused = [&](const std::string& recipes) {
    const std::string file = folder.with("data/recipes.json", recipes).string();
    const std::string what = refusal([&] { read_data_recipes(folder.path); });
    CHECK(what.starts_with(file + ": "));
    return what.substr(std::min(what.size(), file.size() + 2));
  };
  CHECK(refused("[]") == "at '': expected an object with a member 'files'");
  CHECK(refused(R"({"files": 1})") == "at '/files': expected a list");
  CHECK(refused(R"({"files": [{}]})") == "at '/files/0': expected an object with a member 'name'");
  CHECK(refused(R"({"files": [{"name": "../x"}]})").starts_with("at '/files/0/name': expected"));
  CHECK(refused(R"({"files": [{"name": "x", "n": -1}]})") ==
        "at '/files/0/n': expected a whole number from 1 to 65536");
  CHECK(refused("{").starts_with("not JSON: "));
  CHECK(refusal([] { read_data_recipes("/none"); }) == "/none/data/recipes.json: cannot read it");
}
