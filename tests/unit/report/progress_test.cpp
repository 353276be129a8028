#include "report/progress.h"

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "tests/unit/catch.h"

using namespace warpgrade;
using namespace std::chrono_literals;

namespace {

// A pipe that collects what a Progress writes.
class Stream {
 public:
  Stream() { REQUIRE(::pipe2(ends_, O_CLOEXEC | O_NONBLOCK) == 0); }
  ~Stream() {
    ::close(ends_[0]);
    ::close(ends_[1]);
  }
  int fd() const { return ends_[1]; }
  std::string taken() const {
    std::string text;
    char buffer[4096];
    for (ssize_t n; (n = ::read(ends_[0], buffer, sizeof buffer)) > 0;)
      text.append(buffer, static_cast<std::size_t>(n));
    return text;
  }

 private:
  int ends_[2];
};

const Style style{false, 60, false};

}  // namespace

TEST_CASE("into a log go plain lines at milestones only") {
  const Stream stream;
  {
    Progress progress(stream.fd(), false, style);
    progress.step("building matmul");
    progress.step("building matmul");
    for (int i = 0; i <= 14; ++i) progress.fraction(i, 14, "matmul_naive");
    progress.fraction(14, 14, "matmul_naive");
    progress.fraction(0, 0, "matmul_\x1btiled");
  }
  CHECK(stream.taken() == "building matmul\nmatmul_naive: done\nmatmul_\\x1btiled\n");
}

TEST_CASE("on a terminal one line lives and is erased") {
  const Stream stream;
  {
    Progress progress(stream.fd(), true, style);
    progress.fraction(7, 14, "matmul_naive");
    std::string text;
    for (int i = 0; i < 100 && text.find("7 of 14") == text.npos; ++i) {
      std::this_thread::sleep_for(100ms);
      text += stream.taken();
    }
    progress.finish();
    text += stream.taken();
    CHECK(text.find("matmul_naive  ########........  7 of 14") != std::string::npos);
    CHECK(text.find('\n') == std::string::npos);
    CHECK(text.substr(text.size() - 4) == "\r\x1b[K");
  }
  CHECK(stream.taken().empty());
}

TEST_CASE("how long a step takes is estimated from its share, or from the last run") {
  const auto file = std::filesystem::temp_directory_path() /
                    ("progress_test_" + std::to_string(getpid()) + "/times");
  const Stream stream;
  const auto shown = [&](int done, int total) {
    stream.taken();  // what the one before wrote at its end
    Progress progress(stream.fd(), true, style);
    progress.estimate_from(file);
    progress.fraction(done, total, "matmul_naive");
    std::string text;
    for (int i = 0; i < 200 && text.find(" s") == text.npos; ++i) {
      std::this_thread::sleep_for(100ms);
      text += stream.taken();
    }
    return text;
  };
  CHECK_THAT(shown(1, 4), Catch::Contains(" s of about "));
  std::ofstream(file) << "7 building matmul\n30 matmul_naive\n";
  CHECK_THAT(shown(0, 0), Catch::Contains(" s of about 30"));
  std::ifstream in(file);
  const std::string kept(std::istreambuf_iterator<char>(in), {});
  CHECK_THAT(kept, Catch::Contains("7 building matmul\n") && Catch::Contains(" matmul_naive\n") &&
                       !Catch::Contains("30 matmul_naive"));
  std::filesystem::remove_all(file.parent_path());
}

TEST_CASE("thousands of calls cost next to nothing") {
  const Stream stream;
  const auto start = std::chrono::steady_clock::now();
  {
    Progress progress(stream.fd(), true, style);
    for (int i = 0; i <= 100'000; ++i) progress.fraction(i, 100'000, "matmul_naive");
  }
  CHECK(std::chrono::steady_clock::now() - start < 2s);
  CHECK(stream.taken().size() < 4096);
}

TEST_CASE("a line is never wider than the terminal") {
  const Stream stream;
  std::string text;
  {
    Progress progress(stream.fd(), true, style);
    progress.fraction(1, 2, std::string(500, 'x'));
    for (int i = 0; i < 100 && text.find("\x1b[K") == text.npos; ++i) {
      std::this_thread::sleep_for(100ms);
      text += stream.taken();
    }
  }
  const std::string first = text.substr(1, text.find("\x1b[K") - 1);
  CHECK(first.size() < 60);
  CHECK(first.find("1 of 2") != std::string::npos);
}

TEST_CASE("a reader that is gone does not stop the grader") {
  Progress progress(-1, false, style);
  progress.step("building");
  SUCCEED();
}
