// Needs: solutions
#include "toolchain/build_cache.h"

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "lab/manifest.h"
#include "speed/baseline.h"
#include "tests/unit/catch.h"
#include "toolchain/build_key.h"
#include "toolchain/installation.h"

using namespace warpgrade;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

std::string content(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// A project's folder, and a work folder for every grade.
struct Project {
  Workspace folder;
  BuildCache builds{folder.path() / "root"};
  int grades = 0, compiled = 0;

  fs::path kept() const { return folder.path() / "root/build/cache"; }

  std::vector<fs::path> entries() const {
    std::vector<fs::path> all;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(kept(), none)) all.push_back(entry.path());
    return all;
  }

  /// What a grade's product holds and its compiler said; `compiled` counts the compiler's runs.
  std::string grade(const std::string& key, const std::string& compiles_to = "program") {
    const fs::path product = folder.path() / std::to_string(++grades) / "worker";
    fs::create_directories(product.parent_path());
    const CompilerRun run = builds.get(
        "dot-worker", [&] { return key; }, product,
        [&] {
          ++compiled;
          write(product, compiles_to);
          return CompilerRun{CompilerEnd::made, "ptxas info\n"};
        });
    CHECK(run.succeeded());
    return content(product) + "|" + run.output;
  }
};

/// The number of a command that compiles what stands in `folder`/source to `folder`/out/worker.
struct Compilation {
  Workspace folder;
  Sandbox sandbox{find_root(), false};
  CudaToolkit toolkit;
  Command command;
  fs::path root = "/project";

  Compilation() {
    write(folder.path() / "source/dot.cu", "kernel");
    write(folder.path() / "source/same.cu", "kernel");
    write(folder.path() / "source/variants/common.h", "header");
    write(folder.path() / "runner.o", "object");
    fs::create_symlink("dot.cu", folder.path() / "source/best.cu");
    fs::create_directories(folder.path() / "out");
    toolkit.home = "/cuda";  // is not there: nobody looks into it
    toolkit.words = "release 13.0, V13.0.88";
    command.argv = {"/cuda/bin/nvcc", "-arch=sm_90", "-o", "/out/worker", "/submission/dot.cu"};
    command.environment = {{"PATH", "/cuda/bin"}};
    command.mounts = {{folder.path() / "source", "/submission", false},
                      {folder.path() / "runner.o", "/runner.o", false},
                      {folder.path() / "out", "/out", true},
                      {toolkit.home, toolkit.home, false}};
  }

  std::string key() const {
    return build_key(root, sandbox, command, folder.path() / "out/worker", &toolkit);
  }
};

}  // namespace

TEST_CASE("a cached build is not compiled again", "[own builds]") {
  Project project;
  CHECK(project.grade("a") == "program|ptxas info\n");
  CHECK(project.compiled == 1);
  CHECK(project.grade("a", "not made") == "program|ptxas info\n");
  CHECK(project.compiled == 1);
  CHECK(access((project.folder.path() / "2/worker").c_str(), X_OK) == 0);
  CHECK(project.grade("b", "other") == "other|ptxas info\n");
  CHECK(project.compiled == 2);
  CHECK(project.entries().size() == 2);
  // A product that is there already gives way.
  --project.grades;
  CHECK(project.grade("a") == "program|ptxas info\n");
}

TEST_CASE("products with any contents and output are cached", "[own builds]") {
  Project project;
  const std::string bytes("\0\n\xff warpgrade build 1 1\n\0", 24);
  for (const std::string& product : {std::string(), bytes}) {
    const std::string key = std::to_string(product.size());
    for (int again = 0; again < 2; ++again)
      CHECK(project.grade(key, again == 0 ? product : "not made") == product + "|ptxas info\n");
  }
  CHECK(project.compiled == 2);
}

TEST_CASE("failed and killed runs and changed sources are not cached", "[own builds]") {
  Project project;
  const fs::path product = project.folder.path() / "worker";
  const auto fixed = [] { return std::string("a"); };
  const auto failing = [&] {
    write(product, "half");
    return CompilerRun{CompilerEnd::refused, "error"};
  };
  CHECK_FALSE(project.builds.get("dot", fixed, product, failing).succeeded());
  const auto killed = [&]() -> CompilerRun {
    write(product, "half");
    throw std::runtime_error("killed");
  };
  CHECK_THROWS(project.builds.get("dot", fixed, product, killed));
  int asked = 0;
  const auto changing = [&] { return std::to_string(++asked); };
  const auto fine = [&] {
    write(product, "whole");
    return CompilerRun{CompilerEnd::made, ""};
  };
  CHECK(project.builds.get("dot", changing, product, fine).succeeded());
  const auto unknown = [] { return std::string(); };
  CHECK(project.builds.get("dot", unknown, product, fine).succeeded());
  CHECK(project.entries().empty());
}

TEST_CASE("entries that others may have written are ignored", "[own builds]") {
  Project project;
  project.grade("a");
  REQUIRE(project.entries().size() == 1);
  const fs::path entry = project.entries().front();
  struct stat found {};
  REQUIRE(stat(entry.c_str(), &found) == 0);
  CHECK((found.st_mode & 0777) == 0600);
  REQUIRE(stat(project.kept().c_str(), &found) == 0);
  CHECK((found.st_mode & 0777) == 0700);

  SECTION("a file that others may write") { REQUIRE(chmod(entry.c_str(), 0666) == 0); }
  SECTION("a folder that others may write") { REQUIRE(chmod(project.kept().c_str(), 0777) == 0); }
  SECTION("a link") {
    fs::rename(entry, project.folder.path() / "elsewhere");
    fs::create_symlink(project.folder.path() / "elsewhere", entry);
  }
  SECTION("a folder that is a link") {
    fs::rename(project.kept(), project.folder.path() / "elsewhere");
    fs::create_directory_symlink(project.folder.path() / "elsewhere", project.kept());
  }
  SECTION("a file that is cut off") { fs::resize_file(entry, fs::file_size(entry) - 1); }
  SECTION("a file of another kind") { write(entry, "program"); }
  SECTION("a file with absurd sizes") {
    write(entry, "warpgrade build 18446744073709551615 9\nprogram");
  }
  SECTION("a pipe") {
    fs::remove(entry);
    REQUIRE(mkfifo(entry.c_str(), 0600) == 0);
  }
  SECTION("another user's file or folder") {
    if (geteuid() != 0) {
      WARN("skipped: only root can give a file away");
      return;
    }
    const bool file = GENERATE(true, false);
    REQUIRE(chown(file ? entry.c_str() : project.kept().c_str(), 65534, 65534) == 0);
  }
  CHECK(project.grade("a", "anew") == "anew|ptxas info\n");
  CHECK(project.compiled == 2);
}

TEST_CASE("without a writable cache everything is compiled", "[own builds]") {
  Project project;
  write(project.folder.path() / "root", "a file");
  CHECK(project.grade("a") == "program|ptxas info\n");
  CHECK(project.grade("a", "again") == "again|ptxas info\n");
  CHECK(content(project.folder.path() / "root") == "a file");
}

TEST_CASE("the cache stays small and keeps recently used entries", "[own builds]") {
  Project project;
  const std::string large(10'000, 'x');
  project.builds = BuildCache(project.folder.path() / "root", {35'000, std::chrono::hours(48)});
  for (const char* key : {"a", "b", "c"}) project.grade(key, large);
  const auto age = [&](const std::string& key, int hours) {
    fs::last_write_time(project.kept() / ("dot-worker-" + key),
                        fs::file_time_type::clock::now() - std::chrono::hours(hours));
  };
  write(project.kept() / ".part-killed", "half");
  write(project.kept() / ".part-at-work", "half");
  fs::last_write_time(project.kept() / ".part-killed",
                      fs::file_time_type::clock::now() - std::chrono::hours(25));
  age("a", 3);
  age("b", 2);
  age("c", 49);
  project.grade("a");  // used: now the newest
  CHECK(project.compiled == 3);
  project.grade("d", large);
  CHECK_FALSE(fs::exists(project.kept() / "dot-worker-c"));  // nobody used it for so long
  CHECK_FALSE(fs::exists(project.kept() / ".part-killed"));
  CHECK(project.entries().size() == 4);
  age("d", 1);
  project.grade("e", large);
  CHECK(fs::exists(project.kept() / "dot-worker-a"));
  CHECK_FALSE(fs::exists(project.kept() / "dot-worker-b"));  // the rest is too much with it
  CHECK(fs::exists(project.kept() / "dot-worker-d"));
  CHECK(fs::exists(project.kept() / "dot-worker-e"));
}

TEST_CASE("concurrent grades only see complete products", "[own builds]") {
  Project project;
  const std::string large(300'000, 'y');
  std::vector<std::thread> grades;
  std::atomic<int> wrong = 0;
  for (int i = 0; i < 4; ++i) {
    grades.emplace_back([&, i] {
      for (int k = 0; k < 20; ++k) {
        const fs::path product = project.folder.path() / (std::to_string(i) + ".worker");
        project.builds.get(
            "dot", [&] { return std::to_string(k); }, product,
            [&] {
              fs::remove(product);
              write(product, large + std::to_string(k));
              return CompilerRun{CompilerEnd::made, "words"};
            });
        wrong += content(product) != large + std::to_string(k);
      }
    });
  }
  for (auto& grade : grades) grade.join();
  CHECK(wrong == 0);
  CHECK(project.entries().size() == 20);
}

TEST_CASE("the key ignores the product and limits; missing files have no key", "[own builds]") {
  Compilation c;
  const std::string key = c.key();
  write(c.folder.path() / "out/worker", "program");
  c.command.limits.wall_seconds += 1;
  CHECK(c.key() == key);
  fs::remove(c.folder.path() / "runner.o");
  CHECK(c.key().empty());
}

TEST_CASE("the key changes with everything a build depends on", "[own builds]") {
  Compilation c;
  const fs::path source = c.folder.path() / "source";
  const std::string key = c.key();
  CHECK(key.size() == 64);
  CHECK(c.key() == key);

  SECTION("source") { write(source / "dot.cu", "kernel "); }
  SECTION("header") { write(source / "variants/common.h", ""); }
  SECTION("name") { fs::rename(source / "variants/common.h", source / "variants/Common.h"); }
  SECTION("one more file") { write(source / "variants/empty.h", ""); }
  SECTION("link") {
    fs::remove(source / "best.cu");
    fs::create_symlink("same.cu", source / "best.cu");
  }
  SECTION("object") { write(c.folder.path() / "runner.o", "other"); }
  SECTION("what an earlier step made") { write(c.folder.path() / "out/student.o", "object"); }
  SECTION("capability") { c.command.argv[1] = "-arch=sm_80"; }
  SECTION("constant") { c.command.argv.push_back("-DM=8"); }
  SECTION("words joined") {
    c.command.argv.pop_back();
    c.command.argv.back() += "/submission/dot.cu";
  }
  SECTION("machine") { c.command.argv.push_back("-march=native"); }
  SECTION("environment") { c.command.environment["PATH"] += ":/usr/bin"; }
  SECTION("compiler") { c.toolkit.words = "release 13.0, V13.0.89"; }
  SECTION("where it stands inside") { c.command.mounts[1].target = "/other.o"; }
  SECTION("the project's folder") { c.root = "/copy"; }
  CHECK(c.key().size() == 64);
  CHECK(c.key() != key);
}

namespace {

/// A copy of what Baselines need of the project, with nothing kept yet.
fs::path copy_of_project(const Workspace& folder) {
  const fs::path root = folder.path() / "root", from = find_root();
  const auto all = fs::copy_options::recursive | fs::copy_options::copy_symlinks;
  for (const char* part : {"labs/dot", "solutions/dot", "build/runner", "grader/runner",
                           "grader/simt/include/nvtx3"}) {
    fs::create_directories(root / part);
    fs::copy(from / part, root / part, all);
  }
  fs::create_directories(root / "build/simt");
  fs::copy(from / "build/simt/libsimt.a", root / "build/simt/libsimt.a");
  for (const auto& entry : fs::directory_iterator(from / "labs"))
    if (entry.is_regular_file()) fs::copy(entry, root / "labs" / entry.path().filename());
  if (fs::exists(from / ".deps/usr")) {
    fs::create_directory(root / ".deps");
    fs::create_directory_symlink(from / ".deps/usr", root / ".deps/usr");
  }
  return root;
}

}  // namespace

TEST_CASE("a second grade compiles no baselines again", "[own builds]") {
  const auto toolkit = find_cuda_toolkit();
  if (!toolkit) {
    WARN("skipped: no nvcc");
    return;
  }
  const Workspace folder;
  const fs::path root = copy_of_project(folder);
  const Sandbox isolating(find_root(), true), bare(find_root(), false);
  const Sandbox& sandbox = isolating.isolates() ? isolating : bare;
  const Lab lab = load_lab(root, "dot");
  const Task& task = lab.tasks.front();
  const auto grade = [&](Against against) {
    const Workspace work;
    const Machine machine{root, sandbox, toolkit, 90, work.path()};
    Baselines baselines(machine, lab, Real::f32, {});
    Baseline baseline = baselines.get(task, against, task.performance.front().on.constants);
    std::vector<std::string> found = {content(baseline.build.executable), baseline.build.output};
    for (const auto& kernel : baseline.build.resources)
      found.push_back(kernel.kernel + std::to_string(kernel.registers));
    CHECK(baseline.build.definitions.at(baseline.task().signature.entry).defined);
    CHECK(fs::path(baseline.build.submission) == fs::canonical(root / "solutions/dot"));
    return found;
  };
  // By name: which file it is, and when it was last used.
  const auto kept = [&] {
    std::map<std::string, std::pair<ino_t, fs::file_time_type>> entries;
    for (const auto& entry : fs::directory_iterator(root / "build/cache")) {
      struct stat found {};
      REQUIRE(stat(entry.path().c_str(), &found) == 0);
      entries[entry.path().filename()] = {found.st_ino, entry.last_write_time()};
    }
    return entries;
  };
  std::size_t expected = 0;
  for (const Against against : {Against::solution, Against::cpu}) {
    const auto first = grade(against);
    expected += 2;  // the solution's object and program; the CPU variant's list and program
    const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
    for (const auto& entry : fs::directory_iterator(root / "build/cache"))
      fs::last_write_time(entry.path(), long_ago);
    const auto before = kept();
    CHECK(before.size() == expected);
    CHECK(grade(against) == first);
    std::size_t used = 0;
    for (const auto& [name, entry] : kept()) {
      CAPTURE(name);
      REQUIRE(before.count(name) == 1);
      CHECK(before.at(name).first == entry.first);
      used += entry.second > long_ago + std::chrono::minutes(30);
    }
    CHECK(used == 2);
  }
}
