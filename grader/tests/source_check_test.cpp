#include "toolchain/source_check.h"

#include <unistd.h>

#include <fstream>

#include "lab/fault.h"
#include "tests/catch.h"

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

TEST_CASE("a submission that cannot be graded is named") {
  const Folder folder;
  CHECK(check_source(folder.path, "a.cu").problem == "a.cu is missing");
  folder.write("a.cu", "");
  CHECK(check_source(folder.path, "a.cu").problem == "a.cu is empty");
  folder.write("a.cu", " \n\n");
  CHECK(check_source(folder.path, "a.cu").problem == "a.cu is empty");
  folder.write("a.cu", std::string("\x7f"
                                   "ELF\0\0",
                                   6));
  CHECK_THAT(check_source(folder.path, "a.cu").problem, Catch::Contains("binary"));
  folder.write("a.cu", std::string(5 << 20, 'x'));
  CHECK_THAT(check_source(folder.path, "a.cu").problem, Catch::Contains("4 MiB at most"));
  fs::remove(folder.path / "a.cu");
  fs::create_directory(folder.path / "a.cu");
  CHECK(check_source(folder.path, "a.cu").problem == "a.cu is a folder");
  CHECK_THROWS_AS(check_source(folder.path / "none", "a.cu"), UsageError);
}

TEST_CASE("a use of a library is found with its line, also in an included file") {
  const Folder folder;
  folder.write("a.cu",
               "#include \"sub/b.cuh\"\n// cublasSgemm\n\"thrust::sort\";\nint main() {}\n");
  folder.write("sub/b.cuh", "\n#include <cub/cub.cuh>\nvoid f() { thrust :: sort(); }\n");
  const auto check = check_source(folder.path, "a.cu");
  CHECK(check.readable);
  REQUIRE(check.libraries.size() == 2);
  CHECK(check.libraries[0].library == "cub");
  CHECK(check.libraries[0].file == "sub/b.cuh");
  CHECK(check.libraries[0].line == 2);
  CHECK(check.libraries[1].library == "thrust");
  CHECK(check.libraries[1].line == 3);
}

TEST_CASE("comments, texts and words that only look alike are no use of a library") {
  const Folder folder;
  folder.write("a.cu",
               "/* cublas\n cusolver */ // thrust::x\nconst char* s = \"cublasCreate \\\" "
               "cub::\";\nint my_cublas, cub, thrust; char c = '\"';\n");
  CHECK(check_source(folder.path, "a.cu").libraries.empty());
}

TEST_CASE("files outside of the submission are not opened") {
  const Folder folder;
  folder.write("a.cu",
               "#include \"../../../../../../etc/passwd\"\n#include \"/etc/passwd\"\nint i;\n");
  CHECK(check_source(folder.path, "a.cu").readable);
}

TEST_CASE("undefined symbols show what a macro hid") {
  std::vector<LibraryUse> uses;
  for (const char* symbol : {"cublasSgemm_v2", "cudaMalloc", "dlopen@GLIBC_2.34", "cublasCreate"})
    add_libraries_of(symbol, uses);
  REQUIRE(uses.size() == 2);
  CHECK(uses[0].library == "cublas");
  CHECK(uses[0].text == "cublasSgemm_v2");  // one of a kind is enough
  CHECK(uses[1].library == "dlopen");
}
