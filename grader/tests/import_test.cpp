#include "batch/import.h"

#include "batch/import_layout.h"
#include "lab/fault.h"
#include "tests/catch.h"
#include "tests/import_samples.h"

using namespace warpgrade;
namespace fs = std::filesystem;

TEST_CASE("folders are students, numbered folders in them attempts") {
  const Submissions in;
  in.write("ada/matmul.cu", "a");
  in.write("ada/help.cuh", "h");
  in.write("bob/project/src/matmul.cu", "b");
  in.write("bob/project/src/deep/x.h", "x");
  in.write("bob/project/README", "r");
  in.write("bob/.git/config", "g");
  in.write("eve/2/matmul.cu", "e2");
  in.write("eve/10/matmul.cu", "e10");
  in.write("eve/.DS_Store", "");
  in.write("__MACOSX/ada/matmul.cu", "no");
  const Imported got = in.import();
  CHECK(got.format == "folders");
  CHECK(list(got) == "ada 1, bob 1, eve 1, eve 2");
  CHECK(unmatched(got) == "");
  CHECK(in.read("ada/1/help.cuh") == "h");
  CHECK(in.read("bob/1/matmul.cu") == "b");
  CHECK(in.read("bob/1/deep/x.h") == "x");
  CHECK(in.read("eve/1/matmul.cu") == "e2");
  CHECK(in.read("eve/2/matmul.cu") == "e10");
  CHECK_FALSE(fs::exists(in.out / "bob/1/.git"));
}

TEST_CASE("what is no submission is named, with why") {
  const Submissions in;
  in.write("ada/other.cu", "a");
  in.write("bob/a/matmul.cu", "1");
  in.write("bob/b/matmul.cu", "2");
  in.write("loose.cu", "l");
  fs::create_directories(in.in / "eve");
  fs::create_symlink("/etc/passwd", in.in / "eve/matmul.cu");
  const Imported got = in.import();
  CHECK(got.attempts.empty());
  const std::string all = unmatched(got);
  CHECK_THAT(all, Catch::Contains("ada: holds no matmul.cu, but other.cu"));
  CHECK_THAT(all,
             Catch::Contains("bob: holds different files matmul.cu: a/matmul.cu, b/matmul.cu"));
  CHECK_THAT(all, Catch::Contains("loose.cu: lies beside the students' folders"));
  CHECK_THAT(all, Catch::Contains("eve/matmul.cu: is a link"));
}

TEST_CASE("a pattern tells students and files") {
  const Submissions in;
  in.write("week3/ada_final.cu", "a");
  in.write("week3/notes.txt", "n");
  ImportRequest request = in.request();
  request.pattern = R"(week\d/(?<student>[a-z]+)_(?<file>.*))";
  CHECK(list(import_submissions(request)) == "");
  request.pattern = R"((?:week\d)/(?<student>[a-z]+)_final\.cu)";
  request.labs.clear();
  const Imported got = import_submissions(request);
  CHECK(list(got) == "ada 1");
  CHECK(unmatched(got) == "week3/notes.txt: does not match the pattern\n");
  request.pattern = "(?<student>";
  CHECK_THROWS_AS(import_submissions(request), UsageError);
  request.pattern = "(.*)";
  CHECK_THROWS_AS(import_submissions(request), UsageError);
}

TEST_CASE("clones are known by their assignment's name before the student's") {
  const Submissions in;
  for (const std::string who : {"ada", "al", "x-bob"}) {
    in.write("lab1-submissions/lab1-" + who + "/.git/HEAD", "");
    in.write("lab1-submissions/lab1-" + who + "/skeletons/matmul/matmul.cu", "");
  }
  ImportRequest request = in.request();
  request.submissions /= "lab1-submissions";
  const Imported got = import_submissions(request);
  CHECK(got.format == "clones");
  CHECK(list(got) == "ada 1, al 1, x-bob 1");
}

TEST_CASE("a folder that holds other things is left alone, an earlier import is replaced") {
  const Submissions in;
  in.write("../ada/matmul.cu", "old");
  in.write("ada/matmul.cu", "a");
  ImportRequest request = in.request();
  request.work = in.in.parent_path();
  CHECK_THROWS_AS(import_submissions(request), UsageError);
  in.import();
  in.write("ada/matmul.cu", "new");
  in.import();
  CHECK(in.read("ada/1/matmul.cu") == "new");
}

TEST_CASE("a student's name leads to no other folder") {
  CHECK(folder_name("../x") == "_._x");
  CHECK(folder_name(".") == "_");
  CHECK(folder_name("") == "_");
  CHECK(folder_name("Zo\u00eb A.") == "Zo\u00eb_A.");
}
