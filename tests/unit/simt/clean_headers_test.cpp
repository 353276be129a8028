// Whether macros of the author's may have changed a header: what is read again, and what is told.
#include "simt/rewriter/checks/clean_headers.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "simt/rewriter/rewrite.h"
#include "tests/unit/catch.h"

namespace simt::rewrite {
namespace {

struct Outcome {
  std::optional<std::string> clean;
  std::string messages;
};

Outcome outcome(const Result& result) {
  std::ostringstream messages;
  result.diagnostics.print(messages, result.files);
  return {result.clean, messages.str()};
}

Ownership make_ownership(const std::string& folder) {
  Ownership ownership;
  ownership.add(folder, Ownership::FileOwner::author);
  return ownership;
}

/// Of a file with these lines, which g++ -E -dD has made `text` of (`@` is the file's name).
Outcome first_reading(const std::string& file, std::string text,
                      const std::vector<std::string>& given_macros = {}) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("clean_headers." + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::string name = (folder / "k.cu").string();
  std::ofstream(name) << file;
  for (std::size_t at; (at = text.find('@')) != text.npos;) text.replace(at, 1, name);
  const Outcome made = outcome(rewrite(text, "k.ii", make_ownership(folder.string()),
                                       {.untrusted = true, .given_macros = given_macros}));
  std::filesystem::remove_all(folder);
  return made;
}

std::string compared(const std::string& text, const std::string& clean) {
  return outcome(compare(text, clean, make_ownership("/own"))).messages;
}

TEST_CASE("Headers are read again only behind a macro of the author's") {
  CHECK_FALSE(
      first_reading("#include <a>\n#define N 4\nint b;\n",
                    "# 1 \"@\"\n# 1 \"/usr/include/a\" 1 3\nint a;\n#define A 1\n# 2 \"@\" 2\n"
                    "#define N 4\nint b;\n")
          .clean);
  const Outcome again = first_reading(
      "#define N 4\n#include <a> // for a\n#undef N\n#  include \"b\"\nint c;\n",
      "# 1 \"@\"\n#define N 4\n# 1 \"/usr/include/a\" 1 3\nint a;\n# 3 \"@\" 2\n#undef N\n"
      "# 1 \"/usr/include/b\" 1 3\nint b;\n# 5 \"@\" 2\nint c;\n");
  CHECK(again.messages.empty());
  CHECK(again.clean == "\n#include <a>\n\n#include \"b\"\n");
}

TEST_CASE("What undefines a macro of the command line stays") {
  const std::string file = "#undef M\n#undef NULL\n#include <a>\n";
  const std::string text =
      "# 1 \"@\"\n#undef M\n#undef NULL\n# 1 \"/usr/include/a\" 1 3\nint M;\n# 4 \"@\" 2\n";
  CHECK(first_reading(file, text, {"M"}).clean == "#undef M\n\n#include <a>\n");
  CHECK(first_reading(file, text).clean == "\n\n#include <a>\n");
}

TEST_CASE("Macros that choose between a header's own texts stay, without words of the author's") {
  const auto clean = [](const std::string& define) {
    return first_reading(
               define + "\n#include <a>\n",
               "# 1 \"@\"\n" + define + "\n# 1 \"/usr/include/a\" 1 3\nint a;\n# 3 \"@\" 2\n")
        .clean;
  };
  CHECK(clean("#define NDEBUG") == "#define NDEBUG \n#include <a>\n");
  CHECK(clean("#define _POSIX_C_SOURCE 200809L") ==
        "#define _POSIX_C_SOURCE 200809\n#include <a>\n");
  CHECK(clean("#define NDEBUG int b;") == "#define NDEBUG\n#include <a>\n");
  CHECK(clean("#define NDEBUG(a) a") == "\n#include <a>\n");
  CHECK(clean("#undef _GNU_SOURCE") == "#undef _GNU_SOURCE\n#include <a>\n");
  CHECK(clean("#define __THROW int b;") == "\n#include <a>\n");
}

TEST_CASE("Behind a macro an #include is written out") {
  for (const char* include :
       {"#include HEADER", "#include \\\n<a>", "int b; //\n#include HEADER(a)"}) {
    CAPTURE(include);
    CHECK(first_reading(
              "#define HEADER <a>\n" + std::string(include) + "\n",
              "# 1 \"@\"\n#define HEADER <a>\n# 1 \"/usr/include/a\" 1 3\nint a;\n# 3 \"@\" 2\n")
              .messages.find("this #include is not written out") != std::string::npos);
  }
}

TEST_CASE("A header that differs is told with the line of its #include") {
  const std::string begin = "# 1 \"/own/k.cu\"\n#define f g\n# 1 \"/usr/include/a\" 1 3\n";
  const std::string end = "# 3 \"/own/k.cu\" 2\nint c;\n";
  const std::string header = "int f;\n# 4 \"/usr/include/a\" 3\n\n  int h;\n";
  CHECK(compared(begin + header + end, begin + header + end).empty());
  // Blank lines, and where a line stands, are no difference.
  CHECK(compared(begin + header + end, begin + "int f;\nint h;\n" + end).empty());
  CHECK(compared(begin + header + "#define X 1\n" + end, begin + header + end).empty());
  const std::string expected = "/own/k.cu:2: error: a macro that is defined before this #include";
  CHECK(compared(begin + "int g;\nint h;\n" + end, begin + header + end).find(expected) == 0);
  CHECK(compared(begin + header + "#pragma weak a = b\n" + end, begin + header + end)
            .find(expected) == 0);
  CHECK(compared(begin + header + "int more;\n" + end, begin + header + end).find(expected) == 0);
  CHECK(compared(begin + header + end, "# 1 \"/own/k.cu\"\n").find(expected) == 0);
}

}  // namespace
}  // namespace simt::rewrite
