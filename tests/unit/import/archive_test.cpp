#include "import/archive.h"

#include <set>

#include "tests/unit/catch.h"
#include "tests/unit/samples/import_samples.h"

using namespace warpgrade;
namespace fs = std::filesystem;

namespace {

std::string refused(const Unpacked& unpacked) {
  std::string text = unpacked.trouble.empty() ? "" : "TROUBLE " + unpacked.trouble + '\n';
  for (const Unmatched& u : unpacked.refused) text += u.source + ": " + u.why + '\n';
  return text;
}

/// All files, sorted.
std::string tree(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_directory()) names.insert(entry.path().lexically_relative(folder).string());
  }
  std::string text;
  for (const std::string& name : names) text += name + ' ';
  return text;
}

Unpacked unpack_bytes(const Submissions& in, const std::string& bytes,
                      const ArchiveLimits& limits = {}) {
  in.write("a.zip", bytes);
  return unpack(in.in / "a.zip", in.out, limits);
}

}  // namespace

TEST_CASE("an archive's files and folders are unpacked, clutter is not") {
  const Submissions in;
  Zip zip;
  zip.add("src/", "", 040755).add("src/matmul.cu", "code").add("Zo\u00eb.txt", "z");
  zip.add("win\\deep\\b.cu", "b").add("./dot/c.cu", "c");
  zip.add("__MACOSX/src/._matmul.cu", "x").add(".DS_Store", "x").add("src/.git/config", "x");
  CHECK(refused(unpack_bytes(in, zip.bytes())) == "");
  CHECK(tree(in.out) == "Zo\u00eb.txt dot/c.cu src/matmul.cu win/deep/b.cu ");
  CHECK(in.read("src/matmul.cu") == "code");
}

TEST_CASE("unsafe entries are refused by name, the others are unpacked") {
  const Submissions in;
  Zip zip;
  zip.add("../up.cu", "x").add("/tmp/abs.cu", "x").add("a/../../up.cu", "x").add("..\\up.cu", "x");
  zip.add("in/../still.cu", "x").add("good.cu", "good");
  zip.add("link", "/etc", 0120777).add("link/passwd", "x").add("disk", "", 060644);
  zip.add("good.cu", "second").add("good.cu/below", "x").add("null", "", 020666);
  const std::string said = refused(unpack_bytes(in, zip.bytes()));
  CHECK(said ==
        "../up.cu: leads outside the archive's folder: refused\n"
        "/tmp/abs.cu: is an absolute path: refused\n"
        "a/../../up.cu: leads outside the archive's folder: refused\n"
        "../up.cu: leads outside the archive's folder: refused\n"
        "in/../still.cu: leads outside the archive's folder: refused\n"
        "link: is a link: refused\n"
        "disk: is a special file: refused\n"
        "good.cu: occurs twice: the first one is used\n"
        "good.cu/below: is in a folder with the name of a file\n"
        "null: is a special file: refused\n");
  CHECK(in.read("good.cu") == "good");
  CHECK(tree(in.out) == "good.cu link/passwd ");
  CHECK_FALSE(fs::exists(in.top / "up.cu"));
  CHECK_FALSE(fs::exists("/tmp/abs.cu"));
}

TEST_CASE("an archive beyond its limits is reported") {
  const Submissions in;
  Zip zip;
  for (int i = 0; i < 20; ++i) zip.add(std::to_string(i), std::string(100'000, 'x'));
  ArchiveLimits limits;
  CHECK(refused(unpack_bytes(in, zip.bytes(), limits)) == "");
  limits.entries = 19;
  fs::remove_all(in.out);
  CHECK(refused(unpack_bytes(in, zip.bytes(), limits)) == "TROUBLE has more than 19 entries\n");
  limits = {};
  limits.bytes = 1 << 20;
  fs::remove_all(in.out);
  CHECK(refused(unpack_bytes(in, zip.bytes(), limits)) ==
        "TROUBLE 10 exceeds the limit of 1 MiB\n");
  CHECK_FALSE(fs::exists(in.out / "10"));
}

TEST_CASE("damaged archives and other files are reported") {
  const Submissions in;
  const std::string whole = Zip().add("a.cu", std::string(5000, 'a')).bytes();
  CHECK_THAT(refused(unpack_bytes(in, whole.substr(0, 3000))), Catch::StartsWith("TROUBLE "));
  fs::remove_all(in.out);
  CHECK_THAT(refused(unpack_bytes(in, "no zip at all")), Catch::StartsWith("TROUBLE "));
}

TEST_CASE("a damaged file in an archive does not affect the others") {
  const Submissions in;
  std::string bytes =
      Zip().add("a.cu", "first").add("b.cu", "wrong one").add("c.cu", "last").bytes();
  bytes[bytes.find("wrong one")] = 'W';  // breaks the checksum
  CHECK_THAT(refused(unpack_bytes(in, bytes)), Catch::StartsWith("b.cu: is damaged: "));
  CHECK(tree(in.out) == "a.cu c.cu ");
  CHECK(in.read("c.cu") == "last");
}

TEST_CASE("7z and rar are recognized by their content") {
  const Submissions seven, other;
  CHECK(refused(unpack_bytes(seven, seven_zip("src/dot.cu", "seven"))) == "");
  CHECK(seven.read("src/dot.cu") == "seven");
  CHECK(refused(unpack_bytes(other, rar("dot.cu", "rar"))) == "");
  CHECK(other.read("dot.cu") == "rar");
  for (const char* name : {"a.zip", "a.ZIP", "a.7z", "a.rar", "a.tgz", "a.tar.zst"})
    CHECK(is_archive(name));
  for (const char* name : {"zip", ".zip", "a.zip.txt", "rar.cu"}) CHECK_FALSE(is_archive(name));
}

TEST_CASE("an encrypted archive is reported once") {
  const Submissions in;
  Zip all, one;
  all.add("a.cu", "x", 0100644, true).add("b.cu", "y", 0100644, true);
  one.add("a.cu", "x", 0100644, true).add("b.cu", "y");
  CHECK(refused(unpack_bytes(in, all.bytes())) == "TROUBLE is encrypted\n");
  fs::remove_all(in.out);
  CHECK(refused(unpack_bytes(in, one.bytes())) == "a.cu: is encrypted\n");
  CHECK(in.read("b.cu") == "y");
}
