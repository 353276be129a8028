// Variants and the ways in which labs are measured.
// Needs: solutions
#include "lab/variants.h"

#include <unistd.h>
#include <algorithm>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/fault.h"
#include "report/variants_table.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

VariantSet matmul() { return load_variants(".", load_lab(".", "matmul")); }

std::string refused(const VariantSet& variants, const std::string& word) {
  try {
    parse_size(variants, word);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "";
}

using Catch::Contains;

}  // namespace

TEST_CASE("a size is one number, several, or names with values") {
  const VariantSet variants = matmul();
  CHECK(parse_size(variants, "12") == Sizes{{"m", 12}, {"n", 12}, {"k", 12}});
  CHECK(parse_size(variants, "2x3x4") == Sizes{{"m", 2}, {"n", 3}, {"k", 4}});
  // Rows and columns of A, rows and columns of B.
  CHECK(parse_size(variants, "2x4x4x3") == Sizes{{"m", 2}, {"n", 3}, {"k", 4}});
  CHECK(parse_size(variants, "m=2,k=0") == Sizes{{"m", 2}, {"k", 0}});
  CHECK_THAT(refused(variants, "2x4x5x3"), Contains("k would be both 4 and 5"));
  CHECK_THAT(refused(variants, "1x2x3x4x5"), Contains("5 numbers mean nothing"));
  CHECK_THAT(refused(variants, "12a"), Contains("'12a' is not a whole number"));
  CHECK_THAT(refused(variants, ""), Contains("numbers mean nothing"));
  CHECK_THAT(refused(variants, "m=x"), Contains("'m=x' is not NAME=VALUE"));
}

TEST_CASE("several sizes, or one with names; values are integers") {
  const VariantSet variants = matmul();
  const auto sizes = parse_sizes(variants, "256,512,1024");
  REQUIRE(sizes.size() == 3);
  CHECK(sizes[1] == Sizes{{"m", 512}, {"n", 512}, {"k", 512}});
  CHECK(parse_sizes(variants, "8x16x4") == std::vector<Sizes>{{{"m", 8}, {"n", 16}, {"k", 4}}});
  CHECK(parse_sizes(variants, "8x16x4,9").size() == 2);
  CHECK(parse_sizes(variants, "m=8,n=16,k=4").size() == 1);
  CHECK_THROWS_AS(parse_sizes(variants, "8,,9"), UsageError);
  CHECK_THROWS_AS(parse_sizes(variants, ""), UsageError);
  CHECK(parse_values("--set tile", "32,16") == std::vector<long long>{32, 16});
  CHECK_THROWS_AS(parse_values("--set tile", "32,"), UsageError);
  CHECK_THROWS_AS(parse_values("--set tile", ""), UsageError);
}

TEST_CASE("every lab's bench settings use the names of its calls") {
  for (const std::string& name : lab_names(".")) {
    INFO(name);
    const Lab lab = load_lab(".", name);
    const BenchPlan plan = load_bench_plan(".", lab);
    std::map<std::string, double> numbers{{"done", 1}, {"real", 4}};
    for (const Sizes* some : {&plan.defaults, &plan.small})
      for (const auto& [integer, value] : *some) numbers[integer] = static_cast<double>(value);
    CHECK(evaluate(plan.footprint, numbers) > 0);
    for (const Sum* sum : {&plan.effort, &plan.roofline_flops, &plan.roofline_bytes})
      if (!sum->empty()) CHECK(evaluate(*sum, numbers) > 0);
    for (const FigurePlan& figure : plan.figures) {
      INFO(figure.name);
      for (const std::string& integer : figure.x) CHECK(numbers.count(integer) == 1);
      for (const Sizes* some : {&figure.where, &figure.at})
        for (const auto& [integer, value] : *some) CHECK(numbers.count(integer) == 1);
    }
  }
  CHECK_THROWS_AS(evaluate({{std::string("q")}}, {}), GraderError);
}

TEST_CASE("bench.json sweeps integers of functions or variants") {
  namespace fs = std::filesystem;
  std::string name = "/tmp/variants_XXXXXX";
  const fs::path root = mkdtemp(name.data());
  fs::copy("labs", root / "labs", fs::copy_options::recursive);
  fs::create_directory_symlink(fs::absolute("solutions"), root / "solutions");
  nlohmann::json bench = nlohmann::json::parse(std::ifstream("labs/matmul/bench.json"));
  bench["block_parameters"][0] = "tiel";
  std::ofstream(root / "labs/matmul/bench.json") << bench;
  CHECK_THROWS_WITH(load_variants(root, load_lab(root, "matmul")),
                    Contains("bench.json: at /block_parameters: no function and no variant has an "
                             "integer \"tiel\"; did you mean \"tile\"?"));
  fs::remove_all(root);
}

TEST_CASE("a footprint counts the elements of each array by their size") {
  namespace fs = std::filesystem;
  const auto bytes = [](const BenchPlan& plan) {
    return evaluate(plan.footprint, {{"m", 10}, {"n", 100}, {"k", 1000}, {"real", 8}});
  };
  Lab lab = load_lab(".", "matmul");
  CHECK(bytes(load_bench_plan(".", lab)) == 8 * (10000 + 100000 + 1000));
  lab.elements["C"] = Element::u8;
  CHECK_THROWS_WITH(load_bench_plan(".", lab), Contains("C is an array of unsigned char") &&
                                                   Contains("one sum per array: {\"C\": "));
  std::string name = "/tmp/footprint_XXXXXX";
  const fs::path root = mkdtemp(name.data());
  fs::copy("labs", root / "labs", fs::copy_options::recursive);
  nlohmann::json bench = nlohmann::json::parse(std::ifstream("labs/matmul/bench.json"));
  bench["footprint"] = nlohmann::json::parse(R"({"A": [["m", "k"]], "C": [["m", "n"]]})");
  std::ofstream(root / "labs/matmul/bench.json") << bench;
  CHECK(bytes(load_bench_plan(root, lab)) == 8 * 10000 + 1000);
  bench["footprint"]["D"] = bench["footprint"]["C"];
  std::ofstream(root / "labs/matmul/bench.json") << bench;
  CHECK_THROWS_WITH(load_bench_plan(root, lab),
                    Contains("at /footprint/D: the contract has no such array"));
  fs::remove_all(root);
}

TEST_CASE("a variant is a lab with a single task") {
  const Lab lab = load_lab(".", "matmul");
  const VariantSet variants = load_variants(".", lab);
  for (const Variant& variant : variants.all) {
    INFO(variant.name);
    const Lab one = single_variant_lab(".", lab, variant);
    REQUIRE(one.tasks.size() == 1);
    CHECK(one.tasks[0].entry == variant.as);
    CHECK(one.tasks[0].device_pointers == (!variant.host_only() && variant.as != "matmul_host"));
    CHECK(one.tasks[0].signature.parameters.size() == 6 + variant.arguments.size());
  }
}

TEST_CASE("a variant may use more devices than its task") {
  const Lab lab = load_lab(".", "poisson");
  const VariantSet variants = load_variants(".", lab);
  const auto devices = [&](const char* name) {
    const auto variant = std::find_if(variants.all.begin(), variants.all.end(),
                                      [&](const Variant& v) { return v.name == name; });
    REQUIRE(variant != variants.all.end());
    return single_variant_lab(".", lab, *variant).tasks[0].devices;
  };
  CHECK(devices("champion") == 1);
  CHECK(devices("two-devices") == 2);
  CHECK(devices("dual") == 2);
}

TEST_CASE("times and numbers have three significant digits") {
  CHECK(time_text(1.2345e-5) == "12.3 µs");
  CHECK(time_text(0.004567) == "4.57 ms");
  CHECK(time_text(78.91) == "78.9 s");
  CHECK(number_text(0.00012345) == "0.000123");
  CHECK(number_text(9.999) == "10.0");
  CHECK(number_text(9.99) == "9.99");
  CHECK(number_text(12345.6) == "12346");
  CHECK(number_text(0) == "0");
}

namespace {

VariantResult result(const std::string& variant, const std::string& backend, double seconds) {
  VariantResult r;
  r.variant = variant;
  r.backend = backend;
  r.sizes = {{"m", 1000}, {"n", 1000}, {"k", 1000}};
  r.verified = true;
  r.seconds = seconds;
  r.times = summarized({seconds});
  r.work = {2e9, 12e6};
  return r;
}

VariantsReport report() {
  VariantsReport report{"matmul", "Matrix multiplication", matmul(), {{"cpu", "a CPU"}}, {}, {},
                        {}};
  report.results = {result("cpu-blas", "host", 0.02), result("cublas", "cuda", 0.001),
                    result("best", "cuda", 0.002)};
  report.ceilings = Ceilings{4e12, 2e12, 1e12};
  return report;
}

}  // namespace

TEST_CASE("speedups are against the baselines of the same size, shares against the roofline") {
  const std::string page = variants_markdown(report());
  // 0.02 / 0.002 times the CPU, half of the library, and 1 ms at 2 TFLOP/s is half of the roofline.
  CHECK_THAT(page, Contains("| best | ok | 2.00 ms | 10.0 | 50 % | 50 % |"));
  VariantsReport other = report();
  other.results[2].sizes["k"] = 999;
  CHECK_THAT(variants_markdown(other), !Contains("10.0"));
  other = report();
  other.results[2].verdict = Verdict::wrong;
  CHECK_THAT(variants_markdown(other), Contains("| best | wrong |"));
  other.results[2].verdict = Verdict::ok;
  other.results[2].verified = false;
  CHECK_THAT(variants_markdown(other), Contains("| best | not verified |"));
}

TEST_CASE("the roofline of an iterative lab is for the sweeps that were made") {
  VariantsReport r = report();
  r.results.resize(3);
  r.results[2].work = {0, 12};  // the least that any way to the result needs
  r.results[2].rate = 5000;     // of 10^6 points a second: 10^7 points in 2 ms
  for (Variant& v : r.variants.all) v.rate.scale = 1e6;
  r.variants.roofline_flops = {{8.0, "done"}};
  r.variants.roofline_bytes = {{3.0, "real", "done"}};
  r.variants.roofline_note = "Work of a sweep.";
  // 12 bytes a point: 30 µs at 4 TB/s; 8 operations: 40 µs at 2 TFLOP/s.
  const std::string page = variants_markdown(r);
  CHECK_THAT(page, Contains("| best | ok | 2.00 ms | 5000") && Contains("| 2 % |") &&
                       Contains("in float / double). Work of a sweep."));
}

TEST_CASE("earlier results are kept unchanged") {
  const std::filesystem::path file = "/tmp/variants_test_" + std::to_string(getpid()) + ".json";
  VariantsReport first = report();
  first.environment["gpu"] = "a GPU";
  std::ofstream(file) << variants_json(first);
  VariantsReport second{"matmul", "Matrix multiplication", matmul(), {{"cpu", "another"}}, {}, {},
                        {}};
  add_earlier_results(second, file);
  CHECK(variants_markdown(second) == variants_markdown(first));
  // On another machine with a GPU: the words about the CPU stay those of what was measured on it.
  VariantsReport third{"matmul", "Matrix multiplication",
                       matmul(), {{"cpu", "another"}, {"gpu", "another GPU"}},
                       {},       {},
                       {}};
  add_earlier_results(third, file);
  CHECK(third.environment["cpu"] == first.environment["cpu"]);
  CHECK(third.environment["gpu"] == "another GPU");
  second.lab = "dot";
  CHECK_THROWS_AS(add_earlier_results(second, file), GraderError);
  std::filesystem::remove(file);
}

TEST_CASE("the earlier key version in labs and results is read as a variant") {
  namespace fs = std::filesystem;
  const fs::path root = "/tmp/variants_test_" + std::to_string(getpid());
  const fs::path folder = root / "solutions/matmul/versions";
  fs::create_directories(folder);
  fs::create_symlink(fs::absolute("labs"), root / "labs");
  std::ofstream(folder / "naive.cu");
  std::ofstream(folder / "ladder.json")
      << R"({"versions": [{"version": "naive", "title": "t", "as": "matmul_naive"}]})";
  const VariantSet earlier = load_variants(root, load_lab(".", "matmul"));
  REQUIRE(earlier.all.size() == 1);
  CHECK(earlier.all[0].name == "naive");
  CHECK(earlier.all[0].file == "versions/naive.cu");

  const auto read = [&](const std::string& json) {
    std::ofstream(root / "results.json") << json;
    VariantsReport results{"matmul", "Matrix multiplication", matmul(), {}, {}, {}, {}};
    add_earlier_results(results, root / "results.json");
    return variants_json(results);
  };
  const std::string today = variants_json(report());
  std::string before = today;
  for (std::size_t at = 0; (at = before.find("\"variant\"", at)) != before.npos;)
    before.replace(at, 9, "\"version\"");
  REQUIRE(before != today);
  CHECK(read(before) == read(today));
  fs::remove_all(root);
}
