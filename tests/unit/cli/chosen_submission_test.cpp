#include "cli/chosen_submission.h"

#include <stdlib.h>

#include <fstream>
#include <iterator>

#include "grading/reproduce.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
namespace fs = std::filesystem;

namespace {

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("without --submission, a student's own file is found here or in a clone's skeletons/") {
  std::string name = "/tmp/chosen_XXXXXX";
  const fs::path top = mkdtemp(name.data()), before = fs::current_path();
  const auto own = [&](const fs::path& from) {
    fs::current_path(from);
    return find_submission(top / "clone", "dot");
  };
  fs::create_directories(top / "clone/skeletons/dot");
  fs::create_directories(top / "clone/labs");
  fs::create_directories(top / "work/dot");
  CHECK(own(top / "clone") == "skeletons/dot");
  CHECK(own(top / "clone/labs") == "../skeletons/dot");
  CHECK_THROWS(own(top / "work"));
  std::ofstream(top / "work/dot/dot.cu") << "";
  CHECK(own(top / "work") == "dot");
  CHECK(own(top / "work/dot") == ".");
  fs::current_path(before);
  fs::remove_all(top);
}

TEST_CASE("a file with another spelling is graded in a copy, and called by its own folder") {
  std::string name = "/tmp/chosen_XXXXXX";
  const fs::path top = mkdtemp(name.data());
  const auto write = [&](const std::string& file, const std::string& text) {
    fs::create_directories((top / file).parent_path());
    std::ofstream(top / file) << text;
  };
  GradeRequest request;
  request.lab = "dot";
  request.submission = top;
  CHECK(ChosenSubmission(request).request().submission == top);  // the grade says what is missing

  write("work/Dot.cu", "#include \"help/a.cuh\"");
  write("work/help/a.cuh", "help");
  fs::create_symlink("/etc/passwd", top / "work/secret");
  fs::path copy;
  {
    const ChosenSubmission chosen(request);
    copy = chosen.request().submission;
    CHECK(copy != top);
    CHECK(read(copy / "dot.cu") == "#include \"help/a.cuh\"");
    CHECK(read(copy / "help/a.cuh") == "help");
    CHECK_FALSE(fs::exists(fs::symlink_status(copy / "secret")));
    CHECK(chosen.request().shown() == top / "work");
    CHECK(chosen.remarks() == std::vector<std::string>{"work/Dot.cu is graded as dot.cu"});
    CHECK_THAT(command_for(chosen.request(), "grade", {}),
               Catch::Contains("--submission " + (top / "work").string() + " "));
  }
  CHECK_FALSE(fs::exists(copy));

  write("work/dot.cu", "right");
  fs::remove(top / "work/Dot.cu");
  CHECK(ChosenSubmission(request).request().submission == top / "work");
  CHECK(ChosenSubmission(request).remarks().empty());
  request.submission = top / "work/";
  CHECK(ChosenSubmission(request).request().submission == top / "work/");
  fs::remove_all(top);
}
