#include "lab/ladder.h"

#include <unistd.h>

#include <fstream>

#include "lab/fault.h"
#include "report/ladder_table.h"
#include "tests/catch.h"

using namespace warpgrade;

namespace {

Ladder matmul() { return load_ladder(".", load_lab(".", "matmul")); }

std::string refused(const Ladder& ladder, const std::string& word) {
  try {
    parse_size(ladder, word);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "";
}

using Catch::Contains;

}  // namespace

TEST_CASE("a size is one number, several, or names with values") {
  const Ladder ladder = matmul();
  CHECK(parse_size(ladder, "12") == Sizes{{"m", 12}, {"n", 12}, {"k", 12}});
  CHECK(parse_size(ladder, "2x3x4") == Sizes{{"m", 2}, {"n", 3}, {"k", 4}});
  // Rows and columns of A, rows and columns of B.
  CHECK(parse_size(ladder, "2x4x4x3") == Sizes{{"m", 2}, {"n", 3}, {"k", 4}});
  CHECK(parse_size(ladder, "m=2,k=0") == Sizes{{"m", 2}, {"k", 0}});
  CHECK_THAT(refused(ladder, "2x4x5x3"), Contains("k would be both 4 and 5"));
  CHECK_THAT(refused(ladder, "1x2x3x4x5"), Contains("5 numbers mean nothing"));
  CHECK_THAT(refused(ladder, "12a"), Contains("'12a' is no whole number"));
  CHECK_THAT(refused(ladder, ""), Contains("numbers mean nothing"));
  CHECK_THAT(refused(ladder, "m=x"), Contains("'m=x' is no name=value"));
}

TEST_CASE("a version is a lab with one task, whose function is its own") {
  const Lab lab = load_lab(".", "matmul");
  const Ladder ladder = load_ladder(".", lab);
  for (const Version& version : ladder.versions) {
    INFO(version.name);
    const Lab one = lab_of(".", lab, version);
    REQUIRE(one.tasks.size() == 1);
    CHECK(one.tasks[0].entry == version.as);
    CHECK(one.tasks[0].device_pointers == !version.host_only());
    CHECK(one.tasks[0].signature.parameters.size() == 6 + version.arguments.size());
  }
}

TEST_CASE("times and numbers have three digits that count") {
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

LadderResult result(const std::string& version, const std::string& backend, double seconds) {
  LadderResult r;
  r.version = version;
  r.backend = backend;
  r.sizes = {{"m", 1000}, {"n", 1000}, {"k", 1000}};
  r.verified = true;
  r.seconds = seconds;
  r.samples = {seconds};
  r.work = {2e9, 12e6};
  return r;
}

LadderReport report() {
  LadderReport report{"matmul", "Matrix multiplication", matmul(), {{"cpu", "a CPU"}}, {}, {}, {}};
  report.results = {result("cpu-blas", "host", 0.02), result("cublas", "cuda", 0.001),
                    result("best", "cuda", 0.002)};
  report.ceilings = Ceilings{4e12, 2e12, 1e12};
  return report;
}

}  // namespace

TEST_CASE("speedups are against the baselines of the same size, shares against the roofline") {
  const std::string page = ladder_markdown(report());
  // 0.02 / 0.002 times the CPU, half of the library, and 1 ms at 2 TFLOP/s is half of the roofline.
  CHECK_THAT(page, Contains("| best | ok | 2.00 ms | 10.0 | 50 % | 50 % |"));
  LadderReport other = report();
  other.results[2].sizes["k"] = 999;
  CHECK_THAT(ladder_markdown(other), !Contains("10.0"));
  other = report();
  other.results[2].verdict = Verdict::wrong;
  CHECK_THAT(ladder_markdown(other), Contains("| best | wrong |"));
  other.results[2].verdict = Verdict::ok;
  other.results[2].verified = false;
  CHECK_THAT(ladder_markdown(other), Contains("| best | not verified |"));
}

TEST_CASE("results that were written are taken along as they were") {
  const std::filesystem::path file = "/tmp/ladder_test_" + std::to_string(getpid()) + ".json";
  LadderReport first = report();
  first.environment["gpu"] = "a GPU";
  std::ofstream(file) << ladder_json(first);
  LadderReport second{"matmul", "Matrix multiplication", matmul(), {{"cpu", "another"}}, {}, {}, {}};
  add_earlier_results(second, file);
  CHECK(ladder_markdown(second) == ladder_markdown(first));
  second.lab = "dot";
  CHECK_THROWS_AS(add_earlier_results(second, file), GraderError);
  std::filesystem::remove(file);
}
