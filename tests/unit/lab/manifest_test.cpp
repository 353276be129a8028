#include "lab/manifest.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/fault.h"
#include "cases/tolerance_check.h"
#include "lab/reference.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

/// A copy of the project's labs/ that may be broken.
class Tree {
 public:
  Tree() {
    std::string name = "/tmp/manifest_XXXXXX";
    path = mkdtemp(name.data());
    fs::copy("labs", path / "labs", fs::copy_options::recursive);
    manifest = json::parse(std::ifstream(path / "labs/matmul/lab.json"));
  }
  ~Tree() { fs::remove_all(path); }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;
  Lab load() const {
    std::ofstream(path / "labs/matmul/lab.json") << manifest;
    return load_lab(path, "matmul");
  }
  std::string error() const {
    try {
      load();
    } catch (const GraderError& e) {
      return e.what();
    }
    return "";
  }
  fs::path path;
  json manifest;
};

using Catch::Contains;

}  // namespace

TEST_CASE("every lab of the project loads, and its points sum to 100") {
  for (const auto& name : lab_names(".")) {
    const Lab lab = load_lab(".", name);
    int sum = 0;
    for (const auto& task : lab.tasks) sum += task.max_points_hundredths();
    CHECK(sum == 10000);
  }
}

TEST_CASE("no lab's tolerance lets zeros or the next lower precision pass") {
  for (const auto& name : lab_names(".")) {
    const Lab lab = load_lab(".", name);
    CHECK_NOTHROW(check_tolerances(lab, find_reference(name), Real::f32));
    CHECK_NOTHROW(check_tolerances(lab, find_reference(name), Real::f64));
  }
}

TEST_CASE("an array in host memory beside device pointers is one of the task's, without speed") {
  Tree tree;
  json& task = tree.manifest["tasks"][0];
  task["host_arrays"] = {"C"};
  CHECK_THAT(tree.error(), Contains("speed is measured only where"));
  task.erase("performance");
  const auto parameters = tree.load().tasks[0].signature.parameters;
  CHECK(std::count_if(parameters.begin(), parameters.end(),
                      [](const Parameter& p) { return p.on_host; }) == 1);
  task["host_arrays"] = {"D"};
  CHECK_THAT(tree.error(), Contains("has no array 'D'"));
}

TEST_CASE("an array has one type in a contract, and referee.cu makes those of real alone") {
  Tree tree;
  std::ofstream(tree.path / "labs/matmul/matmul.h", std::ios::app)
      << "void other(const int* counts);\n";
  CHECK_THAT(tree.error(), Contains("referee.cu makes and verifies arrays of `real` alone, and "
                                    "counts is one of `int`"));
  std::ofstream(tree.path / "labs/matmul/matmul.h", std::ios::app) << "void more(float* counts);\n";
  CHECK_THAT(tree.error(), Contains("counts is an array of int in one function and of float"));
}

TEST_CASE("a tolerance that would let the next lower precision pass is refused") {
  Tree tree;
  tree.manifest["tolerance"]["c"] = 9e3;
  const Lab lab = tree.load();
  CHECK_THROWS_WITH(check_tolerances(lab, find_reference("matmul"), Real::f32),
                    Contains("half precision"));
}

TEST_CASE("a tolerance that would let zeros pass is refused") {
  Tree tree;
  tree.manifest["tolerance"]["c"] = 1e9;
  const Lab lab = tree.load();
  CHECK_THROWS_WITH(check_tolerances(lab, find_reference("matmul"), Real::f32),
                    Contains("zeros pass in case"));
}

TEST_CASE("a tolerance is needed where results are not whole numbers, and only there") {
  Tree tree;
  tree.manifest.erase("tolerance");
  CHECK_THAT(tree.error(), Contains("matmul_naive returns C, an array of real, whose values are "
                                    "rounded: write \"tolerance\""));
  for (json& task : tree.manifest["tasks"]) task["tolerance"] = {{"model", "worst-case"}, {"c", 1}};
  CHECK(tree.error().empty());
  for (json& task : tree.manifest["tasks"]) task.erase("tolerance");
  fs::remove(tree.path / "labs/matmul/referee.cu");
  const fs::path header = tree.path / "labs/matmul/matmul.h";
  std::string text(std::istreambuf_iterator<char>(std::ifstream(header).rdbuf()), {});
  for (std::size_t at; (at = text.find(" real* C")) != text.npos;) text.replace(at, 6, " int*");
  std::ofstream(header) << text;
  CHECK(tree.error().empty());
}

TEST_CASE("a mistake in a manifest is reported with file, pointer and expectation") {
  const auto error_after = [](auto&& change) {
    Tree tree;
    change(tree.manifest);
    return tree.error();
  };
  CHECK_THAT(error_after([](json& m) { m["tasks"][1]["points"] = "many"; }),
             Contains("labs/matmul/lab.json") && Contains("/tasks/1/points"));
  CHECK_THAT(error_after([](json& m) { m["tasks"][0]["pionts"] = 3; }),
             Contains("/tasks/0") && Contains("pionts"));
  CHECK_THAT(error_after([](json& m) { m["cases"][0]["input"] = "nonsense"; }),
             Contains("'nonsense'") && Contains("It has"));
  CHECK_THAT(error_after([](json& m) { m["tasks"][0]["entry"] = "matmul_missing"; }),
             Contains("no declaration of matmul_missing"));
  CHECK_THAT(error_after([](json& m) { m["cases"].push_back(m["cases"][0]); }),
             Contains("two cases named"));
}

TEST_CASE("points for a clean check and for efficiency are read and count") {
  Tree tree;
  json& task = tree.manifest["tasks"][0];
  const int before = tree.load().tasks[0].max_points_hundredths();
  task["checks"] = 2.25 + task.value("checks", 0.0);
  task["efficiency"] = json::array(
      {{{"metric", "useful_bytes"},
        {"at_least", 0.8},
        {"useful_at_least", 1},
        {"useful_at_most", 1.5},
        {"points", 1.5}},
       {{"metric", "bank_conflicts"}, {"kernel", "tiled"}, {"at_most", 1.2}, {"points", 1}}});
  task["cases"][0]["check"] = true;
  const Lab lab = tree.load();
  const Task& read = lab.tasks[0];
  CHECK(read.max_points_hundredths() == before + 225 + 150 + 100);
  REQUIRE(read.efficiency.size() == 2);
  CHECK(read.efficiency[0].at_least);
  CHECK(read.efficiency[0].limit == 0.8);
  CHECK(read.efficiency[0].kernel == "");
  CHECK(read.efficiency[0].useful_at_least == 1);
  CHECK(read.efficiency[0].useful_at_most == 1.5);
  CHECK_FALSE(read.efficiency[1].useful_at_most);
  CHECK_FALSE(read.efficiency[1].at_least);
  CHECK(read.efficiency[1].kernel == "tiled");
  CHECK(read.cases.front().check == std::nullopt);
  const auto own = std::find_if(read.cases.begin(), read.cases.end(),
                                [](const Case& c) { return c.check.has_value(); });
  REQUIRE(own != read.cases.end());
  CHECK(own->check == true);
}

TEST_CASE("a mistake in the points of a check is reported with its pointer") {
  const auto error_after = [](auto&& change) {
    Tree tree;
    change(tree.manifest["tasks"][0]);
    return tree.error();
  };
  const json good = {{"metric", "useful_bytes"}, {"at_least", 0.8}, {"points", 1}};
  const auto with = [&](const char* key, const json& value) {
    return error_after([&](json& task) {
      json one = good;
      one[key] = value;
      task["efficiency"] = json::array({one});
    });
  };
  CHECK(with("points", 2) == "");
  CHECK_THAT(with("metric", "speed"), Contains("/tasks/0/efficiency/0"));
  CHECK_THAT(with("at_least", "much"), Contains("/tasks/0/efficiency/0/at_least"));
  CHECK_THAT(with("at_most", 1), Contains("/tasks/0/efficiency/0"));  // one limit, not two
  CHECK_THAT(with("share", 1), Contains("/tasks/0/efficiency/0") && Contains("share"));
  CHECK_THAT(error_after([&](json& task) {
               json one = good;
               one.erase("at_least");
               task["efficiency"] = json::array({one});
             }),
             Contains("/tasks/0/efficiency/0"));
  CHECK_THAT(error_after([](json& task) { task["checks"] = -1; }), Contains("/tasks/0/checks"));
  CHECK_THAT(error_after([](json& task) { task["cases"][0]["check"] = "no"; }),
             Contains("/tasks/0/cases/0/check"));
  CHECK_THAT(error_after([](json& task) {
               task["checks"] = 1;
               task["shared_cases"] = false;
               for (json& c : task["cases"]) c["check"] = false;
             }),
             Contains("/tasks/0/checks") && Contains("every case of matmul_naive"));
}

TEST_CASE("a curve for speed may differ in double, and its ratios rise") {
  using Points = std::vector<std::pair<double, double>>;
  Tree tree;
  json& speed = tree.manifest["tasks"][0]["performance"][0];
  speed["curve"] = {{0.1, 0}, {0.8, 1}};
  speed.erase("curve_double");
  const auto first = [](const Lab& lab) { return lab.tasks[0].performance[0]; };
  CHECK(first(tree.load()).curve_for(Real::f64) == Points{{0.1, 0}, {0.8, 1}});
  speed["curve_double"] = {{0.1, 0}, {0.4, 1}};
  CHECK(first(tree.load()).curve_for(Real::f64) == Points{{0.1, 0}, {0.4, 1}});
  CHECK(first(tree.load()).curve_for(Real::f32) == Points{{0.1, 0}, {0.8, 1}});
  speed["curve_double"] = {{0.4, 0}, {0.4, 1}};
  CHECK_THAT(tree.error(), Contains("/tasks/0/performance/0/curve_double/1"));
}

TEST_CASE("a baseline with the earlier key version is read as a variant") {
  Tree tree;
  json& speed = tree.manifest["tasks"][0]["performance"][0];
  speed.erase("variant");
  speed["version"] = "cpu-loop";
  CHECK(tree.load().tasks[0].performance[0].variant == "cpu-loop");
}

TEST_CASE("a timed case may shrink, but not in the lab's constants") {
  Tree tree;
  json& speed = tree.manifest["tasks"][0]["performance"][0];
  speed["case"] = {{"sizes", {{"m", 64}, {"n", 65}, {"k", 66}}}, {"input", "uniform"}};
  speed["smaller"] = {{{"m", 32}}, {{"m", 16}, {"k", 8}}};
  const std::vector<Case> smaller = tree.load().tasks[0].performance[0].smaller;
  REQUIRE(smaller.size() == 2);
  CHECK(smaller[0].name == "32x65x66-uniform");
  CHECK(smaller[1].sizes.at("m") == 16);
  CHECK(smaller[1].sizes.at("n") == 65);
  CHECK(smaller[1].sizes.at("k") == 8);
  speed["smaller"] = {{{"rows", 32}}};
  CHECK_THAT(tree.error(), Contains("/tasks/0/performance/0/smaller") && Contains("'rows'"));
  tree.manifest["constants"] = {"m"};
  speed["smaller"] = {{{"m", 32}}};
  CHECK_THAT(tree.error(), Contains("'m' is not a size of the case that may differ"));
}

TEST_CASE("a file that is not JSON is reported with line and column") {
  const Tree tree;
  std::ofstream(tree.path / "labs/matmul/lab.json") << "{\n  \"title\": ,\n}";
  CHECK_THROWS_WITH(load_lab(tree.path, "matmul"),
                    Contains("lab.json:2:12: a value is missing after \"title\"."));
}

TEST_CASE("an unknown lab is a usage error that lists the labs") {
  try {
    load_lab(".", "nolab");
    FAIL("loaded");
  } catch (const UsageError& e) {
    CHECK_THAT(e.advice(), Contains("jacobi, matmul"));
  }
}

TEST_CASE("constants are taken out of the sizes, and every case must give them") {
  Tree tree;
  tree.manifest["constants"] = {"k"};
  for (auto& task : tree.manifest["tasks"])
    for (auto& performance : task["performance"]) performance.erase("smaller");  // they set k, too
  const Case c = tree.load().tasks[0].cases[0];
  CHECK(c.constants == Constants{{"k", c.sizes.at("k")}});
  tree.manifest["cases"][0]["sizes"].erase("k");
  CHECK_THAT(tree.error(), Contains("/cases/0/sizes") && Contains("'k' has no value"));
}

TEST_CASE("functions called before must be in the contract header") {
  Tree tree;
  tree.manifest["before"] = "matmul_naive";
  REQUIRE(tree.load().before);
  CHECK(tree.load().before->parameters.size() == 6);
  tree.manifest["before"] = "matmul_fill";
  CHECK_THAT(tree.error(), Contains("no declaration of matmul_fill"));
}

TEST_CASE("hidden cases are marked and named without their sizes") {
  if (!std::filesystem::exists("labs/matmul/hidden.json")) {
    WARN("skipped: the student's kit has no hidden cases");
    return;
  }
  const Lab lab = load_lab(".", "matmul");
  int hidden = 0;
  for (const auto& c : lab.tasks[0].cases) {
    if (!c.hidden) continue;
    ++hidden;
    CHECK_THAT(c.name, Catch::StartsWith("hidden-"));
  }
  CHECK(hidden > 0);
}

TEST_CASE("the two tolerance models grow as documented") {
  const double u = unit_roundoff(Real::f32);
  CHECK(Tolerance{Tolerance::Model::worst_case, 2}.gamma(100, u) ==
        Approx(200 * u / (1 - 100 * u)));
  CHECK(Tolerance{Tolerance::Model::statistical, 4}.gamma(100, u) == Approx(40 * u));
  CHECK(Tolerance{}.gamma(0, u) == 0);
}

TEST_CASE("a kernel with efficiency points is declared in its lab's header") {
  for (const std::string& name : lab_names(".")) {
    const Lab lab = load_lab(".", name);
    std::ifstream in("labs/" + name + "/" + name + ".h");
    const std::string header{std::istreambuf_iterator<char>(in), {}};
    for (const Task& task : lab.tasks)
      for (const Efficiency& e : task.efficiency) {
        CAPTURE(name, task.entry, e.kernel);
        CHECK(header.find(e.kernel) != std::string::npos);
      }
  }
}
