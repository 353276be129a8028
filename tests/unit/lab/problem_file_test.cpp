// A lab's data files: what is read, what is refused where (the same for any number of cores), and
// what every lab's problems become when they are written and read again.
#include "lab/problem_file.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "base/fault.h"
#include "lab/data_recipes.h"
#include "lab/problem_file_parser.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
namespace fs = std::filesystem;

namespace {

const fs::path repository = fs::path(__FILE__).parent_path() / "../../..";

/// A folder that goes with the test.
struct Folder {
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "problem_file_XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
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

const NumberKinds kinds = {{"m", Parameter::Kind::integer},
                           {"n", Parameter::Kind::integer},
                           {"iterations", Parameter::Kind::integer},
                           {"alpha", Parameter::Kind::real}};

/// What an reference generates for these sizes: A is m×n, y is in and out, C an output.
Problem generated(const std::map<std::string, long long>& integers) {
  Problem problem;
  problem.integers = integers;
  problem.integers.insert({{"m", 2}, {"n", 3}});
  problem.reals = {{"alpha", 0.0}};
  const auto m = static_cast<std::size_t>(problem.integer("m"));
  const auto n = static_cast<std::size_t>(problem.integer("n"));
  problem.arrays = {{"A", Role::input, m, n, std::vector<double>(m * n)},
                    {"y", Role::inout, m, 1, std::vector<double>(m)},
                    {"C", Role::output, n, n, {}}};
  return problem;
}

constexpr ParseShare serial{1, std::numeric_limits<std::size_t>::max()};

Problem parse(const std::string& text, ParseShare share = serial) {
  // An exact allocation, so that a sanitizer sees a read beyond it.
  const std::vector<char> exact(text.begin(), text.end());
  const ProblemText file({exact.data(), exact.size()}, "t", "lab", kinds, share);
  Problem problem = generated(file.integers());
  file.read_into(problem);
  return problem;
}

/// What the parser says to a text: the error, or "" when it takes it. The same for every share.
std::string answer(const std::string& text, std::string* advice = nullptr) {
  const auto with = [&](ParseShare share) -> std::string {
    try {
      parse(text, share);
      return "";
    } catch (const GraderError& error) {
      CHECK_FALSE(error.advice().empty());
      if (advice != nullptr) *advice = error.advice();
      return error.what();
    }
  };
  const std::string expected = with(serial);
  CHECK(with({1, 1}) == expected);
  CHECK(with({3, 1}) == expected);
  CHECK(with({4, 5}) == expected);
  return expected;
}

std::string advice_on(const std::string& text) {
  std::string advice;
  answer(text, &advice);
  return advice;
}

bool same(const Problem& a, const Problem& b) {
  if (a.integers != b.integers || a.reals != b.reals || a.arrays.size() != b.arrays.size())
    return false;
  for (std::size_t i = 0; i < a.arrays.size(); ++i) {
    const Array &x = a.arrays[i], &y = b.arrays[i];
    if (x.name != y.name || x.role != y.role || x.rows != y.rows || x.cols != y.cols ||
        x.overflow != y.overflow || x.values.size() != y.values.size())
      return false;
    // Bit by bit: −0 is not 0.
    if (!x.values.empty() &&
        std::memcmp(x.values.data(), y.values.data(), x.values.size() * sizeof(double)) != 0)
      return false;
  }
  return true;
}

}  // namespace

TEST_CASE("A lab's data file in its plainest form is read", "[problem_file]") {
  const Problem problem = parse("lab\nm 2\nn 3\nalpha 0.5\nA 2 3\n1 2 3\n4 5 6\ny 2 1\n7 8\n");
  CHECK(problem.integer("m") == 2);
  CHECK(problem.real("alpha") == 0.5);
  CHECK(problem.array("A").values == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(problem.array("y").values == std::vector<double>{7, 8});
  CHECK(problem.array("C").values.empty());
  CHECK(problem.array("C").rows == 3);
}

TEST_CASE("Line breaks, blanks, the order of names and integers that are left out are free",
          "[problem_file]") {
  const Problem plain = parse("lab m 2 n 3 alpha 0.5 A 2 3 1 2 3 4 5 6 y 2 1 7 8");
  for (const char* text :
       {"\xef\xbb\xbflab\r\nalpha .5\r\nn 3\r\nm 2\r\ny\r\n2 1\r\n7\r\n8\r\nA 2 3 1 2 3 4 5 6\r\n",
        "\n lab alpha 5e-1 A 2 3 1 2 3 4 5 6 y 2 1 7 8 \n\n",
        "lab\talpha\v+0.5\fA 2\r3\r1\r2\r3\r4\r5\r6\ry 2 1\r7\r8"}) {
    CHECK(same(parse(text), plain));
    CHECK(same(parse(text, {3, 1}), plain));
    CHECK(same(parse(text, {2, 7}), plain));
  }
  CHECK(parse("lab iterations -4 alpha 1 A 2 3 1 2 3 4 5 6 y 2 1 7 8").integer("iterations") == -4);
}

TEST_CASE("Arrays of no elements have their sizes and nothing else", "[problem_file]") {
  const Problem problem = parse("lab m 0 n 5 alpha 1 A 0 5 y 0 1");
  CHECK(problem.array("A").values.empty());
  CHECK(answer("lab m 0 n 5 alpha 1 A 0 5 y 0 1 7")
            .starts_with("t:1:33: found '7', expected the end"));
}

TEST_CASE("Wrong numbers before the arrays are reported with line and column", "[problem_file]") {
  CHECK(answer("") == "t:1:1: found the end of the file, expected the name of the lab, 'lab'");
  CHECK(answer("matmul\nm 2") == "t:1:1: found 'matmul', expected the name of the lab, 'lab'");
  CHECK(answer(" 8\n10") == "t:1:2: found '8', expected the name of the lab, 'lab'");
  const std::string whole = ", expected m: a whole number from -2147483648 to 2147483647";
  for (const std::string word : {"2.0", "x", "nan", "2147483648", "99999999999999999999", "+2", ""})
    CHECK(answer("lab\nm " + word + (word.empty() ? "" : " n 3")) ==
          (word.empty() ? "t:2:3: found the end of the file" : "t:2:3: found '" + word + "'") +
              whole);
  for (const std::string word : {"x", "nan", "inf", "1e999", "1,5"})
    CHECK(answer("lab\nalpha " + word) ==
          "t:2:7: found '" + word + "', expected alpha: a finite decimal number");
  CHECK(answer("lab\nm 2\nm 2") ==
        "t:3:1: found 'm', expected another name: each number is given once");
  CHECK(answer("lab\nm 2\nA 2 3 1 2 3 4 5 6 y 2 1 7 8") ==
        "t:3:1: found 'A', expected alpha and its number, before the arrays");
  CHECK(answer("lab\nm 2\n") ==
        "t:3:1: found the end of the file, expected alpha and its number, before the arrays");
  CHECK(advice_on("lab alpha 1,5") == "Write a decimal point, and spaces between numbers.");
}

TEST_CASE("Wrong arrays are reported with line and column", "[problem_file]") {
  const std::string head = "lab m 2 n 3 alpha 1\n";
  // names
  CHECK(answer(head) == "t:2:1: found the end of the file, expected one of the arrays A, y");
  CHECK(answer(head + "q 5") == "t:2:1: found 'q', expected one of the arrays A, y");
  CHECK(answer(head + "A 2 3 1 2 3 4 5 6\n") ==
        "t:3:1: found the end of the file, expected the array y");
  CHECK(answer(head + "A 2 3 1 2 3 4 5 6\nA 2 3") == "t:3:1: found 'A', expected the array y");
  CHECK(advice_on(head + "A 2 3 1 2 3 4 5 6\nA 2 3") == "A stands in the file twice.");
  CHECK(advice_on(head + "C 3 3") == "C is computed: leave it out.");
  CHECK(advice_on(head + "y 2 1 7 8 m 2") == "Numbers stand before the first array, each once.");

  // sizes
  CHECK(answer(head + "A 3 2 1 2 3 4 5 6 y 2 1 7 8") ==
        "t:2:3: found '3', expected 2, the rows of A for m = 2, n = 3");
  CHECK(answer(head + "A 2 4 1 2 3 4 5 6 y 2 1 7 8") ==
        "t:2:5: found '4', expected 3, the columns of A for m = 2, n = 3");
  CHECK(answer(head + "A 2")
            .starts_with("t:2:4: found the end of the file, expected 3, the columns"));
  CHECK(answer(head + "y -2 1").starts_with("t:2:3: found '-2', expected 2, the rows of y"));

  // numbers
  const std::string third =
      ", expected a finite decimal number: number 5 of 6 of A, row 2, column 2";
  for (const std::string word : {"x", "nan", "-inf", "1e309", "4;", "y", "0x10", "1.2.3"})
    CHECK(answer(head + "A 2 3 1 2 3\n4 " + word + " 6 y 2 1 7 8") ==
          "t:3:3: found '" + word + "'" + third);
  CHECK(answer(head + "A 2 3 1 2 3\n4 ") == "t:3:3: found the end of the file" + third);
  CHECK(answer(head + "A 2 3\n1 2 3 4 y 2 1 7 8").starts_with("t:3:9: found 'y'"));
  CHECK(answer(head + "A 2 3 1 2 3 4 5 6 y 2 1\n7") ==
        "t:3:2: found the end of the file, expected a finite decimal number: number 2 of 2 of y, "
        "row 2, column 1");

  // too much
  CHECK(answer(head + "A 2 3 1 2 3 4 5 6\n7 y 2 1 7 8") ==
        "t:3:1: found '7', expected the array y");
  CHECK(answer(head + "A 2 3 1 2 3 4 5 6 y 2 1 7 8\n9") ==
        "t:3:1: found '9', expected the end of the file after the last array");
  CHECK(advice_on(head + "A 2 3 1 2 3 4 5 6 y 2 1 7 8\n9") ==
        "Correct the array's sizes, or take out what is too much.");
}

TEST_CASE("An array of whole numbers takes no others", "[problem_file]") {
  const std::string text = "lab m 1 alpha 0 A 1 3 1 2.0 256 y 1 1 0";
  Problem problem = generated({{"m", 1}});
  const ProblemText file(text, "t", "lab", kinds, serial);
  set_elements(problem, {{"A", Element::u8}});
  CHECK_THROWS_WITH(file.read_into(problem),
                    Catch::Contains("t:1:29: found '256'") &&
                        Catch::Contains("a whole number from 0 to 255: number 3 of 3 of A"));
  set_elements(problem, {{"A", Element::i32}});
  CHECK_NOTHROW(file.read_into(problem));
}

TEST_CASE("The first of several mistakes in a lab's file is reported", "[problem_file]") {
  CHECK(
      answer("lab m 2 n 3 alpha 1\nA 2 3 1 x 3 4 5 6 z 2 1 7 8 9").starts_with("t:2:9: found 'x'"));
  CHECK(answer("lab m 2 n 3 alpha 1\nA 2 3 1 2 3 4 5 6\nq 2 1 w").starts_with("t:3:1: found 'q'"));
  CHECK(answer("lab m x n y").starts_with("t:1:7: found 'x'"));
}

TEST_CASE("Generated problems are read back unchanged", "[problem_file]") {
  const Folder folder;
  const auto is_finite = [](double value) { return std::isfinite(value); };
  for (const std::string& name : lab_names(repository)) {
    const Lab lab = load_lab(repository, name);
    const Reference& reference = find_reference(name);
    std::size_t files = 0;
    for (const Case& c : lab.tasks.front().cases) {
      if (!c.data.empty()) continue;
      INFO(name << ", " << c.name);
      Random random(5);
      Problem problem = generate_case(lab, reference, c, Real::f64, random);
      std::size_t values = 0;
      bool finite = true;
      for (const Array& array : problem.arrays) {
        values += array.size();
        finite = finite && std::all_of(array.values.begin(), array.values.end(), is_finite);
      }
      if (values > 100000 || !finite) continue;
      ++files;
      Case read;
      read.name = "read";
      read.data = folder.path / "file.txt";
      write_problem(read.data, lab, problem);
      const std::map<std::string, long long> said = integers_in_file(lab, read.data);
      // What no function takes is in no file.
      for (const auto& [size, value] : c.sizes) {
        if (said.count(size) == 0) read.sizes[size] = value;
      }
      Random other(6);
      Problem back = generate_case(lab, reference, read, Real::f64, other);
      // What the reference keeps in a problem for itself is its own.
      for (Problem* p : {&problem, &back}) {
        std::erase_if(p->reals, [&](const auto& real) {
          return content(read.data).find("\n" + real.first + " ") == std::string::npos;
        });
      }
      CHECK(same(back, problem));
    }
    CHECK(files > 0);
  }
}

TEST_CASE("A case's number overrides the file's", "[problem_file]") {
  const Folder folder;
  const Lab lab = load_lab(repository, "jacobi");
  Case c;
  c.name = "c";
  c.data = folder.path / "file.txt";
  std::ofstream(c.data) << "jacobi n 1 iterations 7 A 1 1 2 b 1 1 3";
  c.sizes = {{"block_size", 32}};
  CHECK(is_problem_file(c.data, find_reference("jacobi")));
  CHECK_FALSE(is_problem_file(repository / "data/8.txt", find_reference("jacobi")));
  Random random(1);
  CHECK(generate_case(lab, find_reference("jacobi"), c, Real::f32, random).integer("iterations") ==
        7);
  c.sizes["iterations"] = 3;
  CHECK(generate_case(lab, find_reference("jacobi"), c, Real::f32, random).integer("iterations") ==
        3);
  CHECK(integers_in_file(lab, c.data) ==
        std::map<std::string, long long>{{"n", 1}, {"iterations", 7}});
}

TEST_CASE("A problem with NaN is not written", "[problem_file]") {
  const Lab lab = load_lab(repository, "matmul");
  const Folder folder;
  const fs::path path = folder.path / "file.txt";
  Problem problem = generated({});
  problem.arrays[0].values[4] = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS(write_problem(path, lab, problem), GraderError);
  problem = generated({});
  problem.reals["alpha"] = std::nan("");
  CHECK_THROWS_AS(write_problem(path, lab, problem), GraderError);
  CHECK(std::distance(fs::directory_iterator(folder.path), {}) == 0);
}

TEST_CASE("The labs' recipes make the same bytes everywhere", "[problem_file]") {
  // FNV-1a of what is made; of every lab's recipes those that take no time.
  const std::map<std::string, std::uint64_t> golden = {
      {"matmul-6x5x7.txt", 0xa86edcf8f35aa8d7},
      {"matmul-1000.txt", 0x57df8eee1afe70be},
      {"matvec-chunk-8x8.txt", 0xf52d915d4fb25abb},
      {"dot-1000000.txt", 0xe082130b69bfd640},
  };
  const Folder folder;
  fs::create_directory(folder.path / "data");
  fs::create_symlink(fs::absolute(repository / "labs"), folder.path / "labs");
  std::size_t found = 0;
  for (const DataRecipe& recipe : read_data_recipes(repository)) {
    if (golden.count(recipe.name) == 0) continue;
    ++found;
    INFO(recipe.name);
    CHECK(make_data_file(folder.path, recipe));
    const std::string made = content(folder.path / "data" / recipe.name);
    CHECK(fnv1a(made) == golden.at(recipe.name));
    const fs::path stored = repository / "data" / recipe.name;
    if (fs::exists(stored)) CHECK((content(stored) == made));
  }
  CHECK(found == golden.size());
}

TEST_CASE("A mistake in a lab's recipe is reported with its place", "[problem_file]") {
  const Folder folder;
  fs::create_directory(folder.path / "data");
  fs::create_symlink(fs::absolute(repository / "labs"), folder.path / "labs");
  const auto refused = [&](const std::string& recipe) -> std::string {
    std::ofstream(folder.path / "data/recipes.json") << R"({"files": [)" << recipe << "]}";
    try {
      make_data_files(folder.path, [](const std::string&) {});
    } catch (const GraderError& error) {
      const std::string what = error.what();
      return what.substr(what.find(": ") + 2);
    }
    return "";
  };
  CHECK(refused(R"({"name": "x.txt", "lab": 3})") ==
        "at '/files/0/lab': expected the name of a lab");
  CHECK(refused(R"({"name": "x.txt", "lab": "matmul", "sizes": {"m": 1.5}})") ==
        "at '/files/0/sizes': expected an object of whole numbers, such as {\"n\": 64}");
  CHECK(refused(R"({"name": "x.txt", "lab": "matmul", "sizes": {"m": 1}, "input": ""})") ==
        "at '/files/0/input': expected one of the lab's kinds of input");
  CHECK(refused(
            R"({"name": "x.txt", "lab": "matmul", "sizes": {"m": 1}, "input": "q", "seed": 1})") ==
        "x.txt: the lab matmul has no kind of input 'q'");
  CHECK_FALSE(
      refused(R"({"name": "x.txt", "lab": "q", "sizes": {}, "input": "q", "seed": 1})").empty());
  CHECK_FALSE(
      refused(
          R"({"name": "x.txt", "lab": "matmul", "sizes": {"m": 1}, "input": "uniform", "seed": 1})")
          .empty());
  CHECK_FALSE(fs::exists(folder.path / "data/x.txt"));
}
