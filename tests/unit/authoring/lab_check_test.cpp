// What is said of a lab that cannot be graded, before anything is.
#include "authoring/lab_check.h"

#include <unistd.h>

#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

#include "authoring/example_lab.h"
#include "base/fault.h"
#include "lab/manifest.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
namespace fs = std::filesystem;
using Catch::Contains;
using nlohmann::json;

namespace {

/// The project's labs, of which one file is changed.
class Tree {
 public:
  Tree() {
    std::string name = "/tmp/lab_check_XXXXXX";
    path_ = mkdtemp(name.data());
    fs::copy("labs", path_ / "labs", fs::copy_options::recursive);
    fs::create_directories(path_ / "docs");
    fs::create_directory(path_ / "data");
    fs::copy("data/recipes.json", path_ / "data");
  }
  ~Tree() { fs::remove_all(path_); }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  const fs::path& path() const { return path_; }
  std::string error_after(const std::string& file, const std::function<void(json&)>& change) {
    json content = json::parse(std::ifstream(path_ / "labs/dot" / file));
    change(content);
    return error_of_text(file, content.dump());
  }
  std::string error_of_text(const std::string& file, const std::string& text) {
    std::ofstream(path_ / "labs/dot" / file) << text;
    try {
      check_lab(path_, "dot");
    } catch (const GraderError& e) {
      return e.what() + ("\n" + e.advice());
    }
    return "";
  }

 private:
  fs::path path_;
};

std::string in_lab(const std::function<void(json&)>& change) {
  return Tree().error_after("lab.json", change);
}
std::string in_bench(const std::function<void(json&)>& change) {
  return Tree().error_after("bench.json", change);
}

}  // namespace

TEST_CASE("every lab of the project can be graded") {
  for (const auto& name : lab_names(".")) CHECK_NOTHROW(check_lab(".", name));
}

TEST_CASE("bench.json is not checked while it is an example's") {
  const std::string text = files_like(".", "histogram", "dot").at("labs/dot/bench.json");
  Tree tree;
  fs::copy("docs/examples", tree.path() / "docs/examples", fs::copy_options::recursive);
  CHECK(tree.error_of_text("bench.json", text).empty());
  CHECK_THAT(tree.error_of_text("bench.json", text + " "), Contains("no integer \"bins\""));
}

TEST_CASE("bench.json names integers of the contract, a list for each number") {
  CHECK_THAT(in_bench([](json& b) {
               b["dimensions"] = {{{"n"}}, {{"block_size"}}};
             }),
             Contains("bench.json: at /dimensions/1: there is 1 list here; 2 numbers after --size "
                      "need 2 lists."));
  CHECK_THAT(in_bench([](json& b) { b["dimensions"][0][0][0] = "block_sise"; }),
             Contains("at /dimensions/0/0: the contract has no integer \"block_sise\". Did you "
                      "mean 'block_size'?"));
  CHECK_THAT(in_bench([](json& b) { b.erase("defaults"); }),
             Contains("at /small: \"block_size\" is missing, an integer of the contract") &&
                 Contains("at /curve/gpu/0: "));
  CHECK_THAT(in_bench([](json& b) { b["sizes"][1]["m"] = 3; }), Contains("at /sizes/1: "));
  CHECK_THAT(in_bench([](json& b) { b["footprint"][0][0] = "m"; }), Contains("at /footprint: "));
  CHECK_THAT(in_bench([](json& b) { b["rate"]["of"] = {"byte"}; }),
             Contains("at /rate/of: ") && Contains("Did you mean 'bytes'?"));
  CHECK_THAT(in_bench([](json& b) { b["rates"]["dot_mutx"] = b["rate"]; }),
             Contains("at /rates/dot_mutx: the lab has no such task. Did you mean 'dot_mutex'?"));
  CHECK_THAT(in_bench([](json& b) { b["input"] = "unifrom"; }),
             Contains("at /input: ") && Contains("Did you mean 'uniform'?"));
  CHECK_THAT(in_bench([](json& b) { b["figures"][1]["name"] = b["figures"][0]["name"]; }),
             Contains("at /figures/1/name: two figures have the name"));
}

TEST_CASE("each case has all arguments of its functions, and some case has work") {
  CHECK_THAT(in_lab([](json& m) { m["cases"][0]["sizes"].erase("block_size"); }),
             Contains("lab.json: case 1-uniform of dot_mutex: \"sizes\" has no \"block_size\", an "
                      "integer parameter of dot_mutex"));
  Tree tree;
  tree.error_of_text("hidden.json", "{}");
  const json nothing = {{"sizes", {{"n", 0}, {"block_size", 32}}}, {"input", "uniform"}};
  CHECK_THAT(tree.error_after("lab.json", [&](json& m) { m["cases"] = json::array({nothing}); }),
             Contains("no case of dot_mutex has any work; write one with sizes above 0"));
}

TEST_CASE("data files exist or can be made, and huge sizes are skipped") {
  CHECK_THAT(in_lab([](json& m) {
               m["cases"][0] = {{"data", "dot/no-such-file.txt"}};
             }),
             Contains("lab.json: case no-such-file.txt of dot_mutex: there is no "));
  CHECK(in_lab([](json& m) { m["cases"][0]["sizes"]["n"] = 2147483647; }) == "");
  CHECK_THAT(
      in_lab([](json& m) { m["tasks"][0]["performance"][0]["case"]["sizes"].erase("block_size"); }),
      Contains("\"sizes\" has no \"block_size\""));
}

TEST_CASE("files named in lab.json and hidden.json exist") {
  CHECK_THAT(in_lab([](json& m) { m["tasks"][0]["entry"] = "dot_mutx"; }),
             Contains("dot.h: no declaration of dot_mutx. Did you mean dot_mutex?"));
  CHECK_THAT(in_lab([](json& m) { m["tasks"][1] = m["tasks"][0]; }),
             Contains("at /tasks/1/entry: the lab has the task dot_mutex twice"));
  CHECK_THAT(in_lab([](json& m) { m["cases"][0]["input"] = "unifrom"; }),
             Contains("at /cases/0/input: ") && Contains("Did you mean 'uniform'?"));
  CHECK_THAT(in_lab([](json& m) {
               m["tasks"][0]["performance"][0]["case"] = {{"data", "a.txt"}};
             }),
             Contains("at /tasks/0/performance/0/smaller: 'n' is not a size"));
  CHECK_THAT(in_lab([](json& m) { m["tasks"][0]["performance"][0]["curve"][1][1] = 50; }),
             Contains("a share of the points is at most 1"));
  CHECK_THAT(Tree().error_of_text("hidden.json", R"({"tasks": {"dot_best2": {"cases": []}}})"),
             Contains("hidden.json: at /tasks/dot_best2: the lab has no such task. Did you mean "
                      "'dot_best'?"));
  std::ostringstream header;
  header << std::ifstream("labs/dot/dot.h").rdbuf();
  std::string text = header.str();
  text.replace(text.find("void dot_mutex(int n, const real*"), 33,
               "void dot_mutex(int n, const short* ");
  CHECK_THAT(
      Tree().error_of_text("dot.h", text),
      Contains("the parameter `const short* A` of dot_mutex has a type that contracts do not "
               "have"));
}
